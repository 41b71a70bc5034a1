import type { App } from '../../app.ts';
import { PaymentsError } from '../../providers/payments/index.ts';
import { type Due, deleteOldEvents, deleteOldPreviews, listDue } from './event-queries.ts';
import { type MirrorApp, refresh } from './mirror.ts';

const HOUR_MS = 3_600_000;
const LATE_MS = 60_000;
const KEEP_EVENTS_MS = 30 * 24 * HOUR_MS;
const KEEP_PREVIEWS_MS = HOUR_MS;
const BATCH = 100;
/** A run of the job ends after this many customers; the next one goes on with those that are still due. */
const MOST_CUSTOMERS = 10_000;
const DELETED_AT_ONCE = 1_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Catches up with whatever did not reach the mirror: lost events, crashes between a write and its answer, checkouts.
 * Without a processor, or while it is away, it leaves things as they are. Answers how many customers were looked at.
 */
export async function reconcileBilling(app: MirrorApp, signal?: AbortSignal): Promise<number> {
  if (!app.payments) return 0;
  const now = app.clock();
  const times = {
    now,
    fetched_before: new Date(now.getTime() - HOUR_MS),
    received_before: new Date(now.getTime() - LATE_MS),
  };
  let [after, done] = [FIRST_ID, 0];
  while (done < MOST_CUSTOMERS) {
    const batch = await listDue(app.db, times, { after, limit: BATCH });
    for (const customer of batch) {
      if (signal?.aborted || !(await refreshed(app, customer))) return done;
      done += 1;
    }
    const last = batch.at(-1);
    if (!last || batch.length < BATCH) return done;
    after = last.user_id;
  }
  return done;
}

/** False when the processor is away: it would be for the next one, too. */
async function refreshed(app: MirrorApp, customer: Due): Promise<boolean> {
  try {
    await refresh(app, customer);
    return true;
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error;
    const isAway = error.fault === 'unavailable';
    app.log[isAway ? 'warn' : 'error']({ err: error, user_id: customer.user_id }, 'customer not refreshed');
    return !isAway;
  }
}

/** Forgets events and previews that are over. */
export async function sweepBilling({ db }: Pick<App, 'db'>, now: Date): Promise<void> {
  await deleteOldPreviews(db, new Date(now.getTime() - KEEP_PREVIEWS_MS));
  const before = new Date(now.getTime() - KEEP_EVENTS_MS);
  while ((await deleteOldEvents(db, { before, limit: DELETED_AT_ONCE })) === DELETED_AT_ONCE);
}
