import { randomUUID } from 'node:crypto';
import type { App } from '../../app.ts';
import { updateRow } from '../../db/by-id.ts';
import { rewrapSecrets } from '../../db/rewrap.ts';
import { defineHousekeeping, defineJob } from '../../jobs/index.ts';
import { pushRun } from './push.ts';
import { type LateDelivery, listLate, lockDelivery } from './queries.ts';
import { enqueuePush, pushJobRef } from './start.ts';
import { targetContext } from './targets.ts';

const LATE_MS = 600_000;
const BATCH = 200;
/** The maximum number of batches per sweep. */
const MAX_BATCHES = 500;

/** Sends the files of a run to a bucket. The push itself counts its attempts, but only those that sent nothing. */
export const pushJob = defineJob<{ delivery_id: string }>({
  name: pushJobRef.name,
  handle: (app, { id, data, signal }) => pushRun(app, { id, ...data }, { signal }),
  retry: { limit: 200, pause_s: 2, longest_pause_s: 300 },
  expires_s: 3_600,
  keys: 'serial',
  concurrency: 2,
});

export const deliveries = defineHousekeeping('deliveries', sweepDeliveries);

/** Enqueues deliveries whose job was lost. A delivery that waits behind another one still has its job. */
export async function sweepDeliveries(app: Pick<App, 'db' | 'queue'>, now: Date): Promise<number> {
  const lateSince = new Date(now.getTime() - LATE_MS);
  let enqueued = 0;
  let lastDelivery: LateDelivery | undefined;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const lateDeliveries: LateDelivery[] = await listLate(app.db, {
      before: lateSince,
      after: lastDelivery,
      limit: BATCH,
    });
    const existingJobIds = await app.queue.live(
      app.db,
      pushJobRef,
      lateDeliveries.map(({ job_id }) => job_id),
    );
    const lostDeliveries = lateDeliveries.filter(({ job_id }) => !existingJobIds.has(job_id));
    for (const { id, job_id: lostJobId } of lostDeliveries) {
      await app.db.transaction().execute(async (tx) => {
        const row = await lockDelivery(tx, id);
        if (row?.job_id !== lostJobId || row.completed_at !== null) return;
        const delivery = await updateRow(tx, 'run_delivery', { id, job_id: randomUUID(), updated_at: now });
        await enqueuePush(app.queue, tx, delivery);
      });
    }
    enqueued += lostDeliveries.length;
    lastDelivery = lateDeliveries.at(-1);
    if (lateDeliveries.length < BATCH) break;
  }
  return enqueued;
}

/** Wraps the keys of targets with the first key of the ring. Resolves to the number of changed targets. */
export function rewrapTargetKeys(app: Pick<App, 'db' | 'secrets'>): Promise<number> {
  return rewrapSecrets(app, { name: 'delivery_target', key: ['id'], getContext: targetContext });
}
