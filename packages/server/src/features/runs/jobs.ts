import type { App } from '../../app.ts';
import { runEndedQueue } from '../../engine/index.ts';
import { defineJob } from '../../jobs/index.ts';
import { deliverCompletedRun } from '../deliveries/index.ts';
import { notifyRunEnded } from '../notifications/index.ts';
import { storeAggregates } from './aggregates.ts';

export const runEndedJob = defineJob({
  name: runEndedQueue.name,
  handle: (app, { id }) => followEndedRun(app, id),
  retry: { limit: 20 },
  expires_s: 60,
});

/**
 * Delivers the outputs of a run that has ended, sends its mail and stores its figures. It is idempotent.
 */
export async function followEndedRun(app: App, id: string): Promise<void> {
  await deliverCompletedRun(app, id);
  await notifyRunEnded(app, id);
  // The overview adds up figures that are not stored, so they are no reason to run the job again.
  await storeAggregates(app, id).catch((error: unknown) => {
    app.log.error({ err: error, run_id: id }, 'run figures not stored');
  });
}
