import { randomUUID } from 'node:crypto';
import type { App } from '../../app.ts';
import { rewrapSecrets } from '../../db/rewrap.ts';
import { defineHousekeeping, defineJob } from '../../jobs/index.ts';
import { webhookEventJobRef } from '../../ledger/webhook-events.ts';
import { secretContext } from './actions.ts';
import { deliver } from './deliver.ts';
import { listLateDeliveries, type OpenDelivery, updateOpenDelivery } from './queries.ts';
import { type DeliveryJob, enqueueDeliveries, webhookDeliveryJobRef } from './queue.ts';
import { fanOutEvent } from './send.ts';

const LATE_MS = 600_000;
const KEEP_MS = 30 * 86_400_000;
const BATCH = 1_000;
/** The maximum number of batches per sweep. */
const MAX_BATCHES = 100;

export const eventJob = defineJob({
  name: webhookEventJobRef.name,
  handle: (app, { id }) => fanOutEvent(app, id),
  retry: { limit: 20 },
  expires_s: 60,
});

export const deliveryJob = defineJob<DeliveryJob>({
  name: webhookDeliveryJobRef.name,
  handle: (app, { data, signal }) => deliver(app, data, { signal }),
  // Repeats the job after an internal error. A failed attempt plans the next one itself.
  retry: { limit: 5 },
  expires_s: 60,
  keys: 'serial',
  concurrency: 8,
});

export const webhooks = defineHousekeeping('webhooks', sweepWebhooks);

type SweepApp = Pick<App, 'db' | 'queue'>;

/**
 * Enqueues events and deliveries whose job was lost, fails deliveries whose last attempt did not finish, and deletes
 * old ones.
 */
export async function sweepWebhooks(app: SweepApp, now: Date): Promise<void> {
  const lateSince = new Date(now.getTime() - LATE_MS);
  const { db, queue } = app;
  const unsentEvent = await db
    .selectFrom('webhook_event')
    .select('id')
    .where('fanned_out_at', 'is', null)
    .where('created_at', '<', lateSince)
    .orderBy('created_at')
    .limit(BATCH)
    .execute();
  await queue.add(db, webhookEventJobRef, unsentEvent);
  await requeueDeliveries(app, lateSince, now);
  await app.db
    .deleteFrom('webhook_event')
    .where('created_at', '<', new Date(now.getTime() - KEEP_MS))
    .execute();
}

/** Checks all late deliveries page by page, because the first ones may only be waiting in the queue. */
async function requeueDeliveries({ db, queue }: SweepApp, lateSince: Date, now: Date): Promise<void> {
  let lastDelivery: OpenDelivery | undefined;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const lateDeliveries: OpenDelivery[] = await listLateDeliveries(db, {
      late: lateSince,
      after: lastDelivery,
      limit: BATCH,
    });
    const jobIds = lateDeliveries.map(({ job_id }) => job_id);
    const existingJobIds = await queue.live(db, webhookDeliveryJobRef, jobIds);
    for (const delivery of lateDeliveries) {
      const { id } = delivery;
      if (delivery.next_attempt_at === null) {
        await updateOpenDelivery(db, id, { status: 'failed', error: 'The last attempt was interrupted.' });
      } else if (!existingJobIds.has(delivery.job_id)) {
        const job_id = randomUUID();
        await db.transaction().execute(async (tx) => {
          await updateOpenDelivery(tx, id, { job_id });
          await enqueueDeliveries(queue, tx, [{ ...delivery, job_id }], now);
        });
      }
    }
    lastDelivery = lateDeliveries.at(-1);
    if (lateDeliveries.length < BATCH) return;
  }
}

/** Wraps the secrets of endpoints with the first key of the ring. Resolves to the number of changed endpoints. */
export function rewrapWebhookSecrets(app: Pick<App, 'db' | 'secrets'>): Promise<number> {
  return rewrapSecrets(app, {
    name: 'webhook_endpoint',
    key: ['id'],
    getContext: ({ id }) => secretContext(id),
  });
}
