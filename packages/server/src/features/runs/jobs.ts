import type { App } from '../../app.ts';
import { runNotificationJobRef } from '../../engine/index.ts';
import { defineJob } from '../../jobs/index.ts';
import { deliverCompletedRun } from '../deliveries/index.ts';
import { notifyRunEnded } from '../notifications/index.ts';
import { refreshReviewOfRun } from '../reviews/index.ts';
import { storeAggregates } from './aggregates.ts';

export const runEndedJob = defineJob({
  name: runNotificationJobRef.name,
  async handle(app, { id, tries }) {
    if (tries === 0) {
      // With this line and the lines about chunks, the log shows the whole history of a run by its ID.
      const run = await app.db
        .selectFrom('run')
        .select(['workspace_id', 'status', 'error', 'started_at', 'completed_at', 'retries', 'credits'])
        .select(['lines_total', 'lines_delivered', 'lines_dropped', 'lines_failed', 'lines_skipped'])
        .where('id', '=', id)
        .executeTakeFirst();
      const { code, message, node_id } = run?.error ?? {};
      if (run) app.log.info({ run_id: id, ...run, error: code && { code, message, node_id } }, 'run ended');
    }
    await followEndedRun(app, id);
  },
  retry: { limit: 20 },
  expires_s: 60,
});

/** Updates the review of an ended run, delivers its outputs, sends its email and stores its figures. Idempotent. */
export async function followEndedRun(app: App, id: string): Promise<void> {
  await refreshReviewOfRun(app, id);
  await deliverCompletedRun(app, id);
  await notifyRunEnded(app, id);
  // Without stored figures, the overview computes them, so an error here does not repeat the job.
  await storeAggregates(app, id).catch((error: unknown) => {
    app.log.error({ err: error, run_id: id }, 'run figures not stored');
  });
}
