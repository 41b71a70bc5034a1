import pMap from 'p-map';
import type { App } from '../../app.ts';
import { defineHousekeeping, defineJob } from '../../jobs/index.ts';
import { PaymentsError } from '../../providers/payments/index.ts';
import { type MirrorApp, refresh } from './customer.ts';
import { type Due, deleteOldEvents, deleteOldPreviews, listStale, listWaiting } from './customer-queries.ts';
import { processEvent, processorEventJobRef } from './events.ts';

const HOUR_MS = 3_600_000;
/** An event that waits longer than this is not left to its own job. */
const LATE_MS = 60_000;
const KEEP_EVENTS_MS = 30 * 24 * HOUR_MS;
const KEEP_PREVIEWS_MS = HOUR_MS;
const BATCH = 100;
/** The maximum number of concurrent calls to the processor. */
const MAX_CONCURRENT_CALLS = 4;
/** The maximum number of customers per part of a job. The next job continues with those that waited longest. */
const MAX_CUSTOMERS = 10_000;
const DELETE_BATCH = 1_000;

export const eventJob = defineJob<{ event_id: string }>({
  name: processorEventJobRef.name,
  handle: (app, { data }) => processEvent(app, data.event_id),
  // After these retries, the reconciliation job processes the event.
  retry: { limit: 20 },
  expires_s: 60,
});

export const reconcileJob = defineJob({
  name: 'billing.reconcile',
  async handle(app, { signal }) {
    const customers = await reconcileBilling(app, signal);
    if (customers > 0) app.log.info({ customers }, 'payments reconciled');
  },
  schedule: '7 * * * *',
  runs_at_start: true,
  expires_s: 3_600,
  poll_s: 5,
});

export const billing = defineHousekeeping('billing', sweepBilling);

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Reconciles the mirror after lost events, after crashes between a write and its response, and after checkouts. Does
 * nothing without an available processor. Returns how many customers were checked.
 */
export async function reconcileBilling(app: MirrorApp, signal?: AbortSignal): Promise<number> {
  if (!app.payments) return 0;
  const run: Run = { app, now: app.clock(), signal, seen: new Set(), isAway: false };
  await refreshWaiting(run);
  await refreshStale(run);
  return run.seen.size;
}

interface Run {
  app: MirrorApp;
  now: Date;
  signal: AbortSignal | undefined;
  /** The users whose mirror was refreshed. */
  seen: Set<string>;
  /** Whether the processor was unavailable, so that the job must stop. */
  isAway: boolean;
}

async function refreshWaiting(run: Run): Promise<void> {
  const { app, now } = run;
  const received_before = new Date(now.getTime() - LATE_MS);
  let lastUserId = FIRST_ID;
  for (let count = 0; count < MAX_CUSTOMERS && canContinue(run); count += BATCH) {
    const batch = await listWaiting(app.db, { received_before, now, after: lastUserId, limit: BATCH });
    await refreshAll(run, batch);
    lastUserId = batch.at(-1)?.user_id ?? lastUserId;
    if (batch.length < BATCH) return;
  }
}

async function refreshStale(run: Run): Promise<void> {
  const { app, now } = run;
  const before = new Date(now.getTime() - HOUR_MS);
  let from = new Date(0);
  for (let count = 0; count < MAX_CUSTOMERS && canContinue(run); count += BATCH) {
    const batch = await listStale(app.db, { from, before, limit: BATCH });
    const newCustomers = batch.filter(({ user_id }) => !run.seen.has(user_id));
    await refreshAll(run, newCustomers);
    from = batch.at(-1)?.fetched_at ?? from;
    // If no customer is new, the next batch would list the same ones again: their refresh failed.
    if (batch.length < BATCH || newCustomers.length === 0) return;
  }
}

function canContinue({ signal, isAway }: Run): boolean {
  return !isAway && !signal?.aborted;
}

async function refreshAll(run: Run, customers: Due[]): Promise<void> {
  const refreshOne = async (customer: Due): Promise<void> => {
    if (!canContinue(run)) return;
    try {
      await refresh(run.app, customer);
      run.seen.add(customer.user_id);
    } catch (error) {
      if (!(error instanceof PaymentsError)) throw error;
      const facts = { err: error, user_id: customer.user_id };
      if (error.code === 'unavailable') {
        run.isAway = true;
        run.app.log.warn(facts, 'payments not reconciled');
        return;
      }
      run.seen.add(customer.user_id);
      run.app.log.error(facts, 'customer not refreshed');
    }
  };
  await pMap(customers, refreshOne, { concurrency: MAX_CONCURRENT_CALLS });
}

/** Deletes old events and previews. */
export async function sweepBilling({ db }: Pick<App, 'db'>, now: Date): Promise<void> {
  await deleteOldPreviews(db, new Date(now.getTime() - KEEP_PREVIEWS_MS));
  const before = new Date(now.getTime() - KEEP_EVENTS_MS);
  while ((await deleteOldEvents(db, { before, limit: DELETE_BATCH })) === DELETE_BATCH);
}
