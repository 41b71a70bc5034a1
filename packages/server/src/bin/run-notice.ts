import type { App } from '../app.ts';
import { deliverEndedRun } from '../features/deliveries/index.ts';
import { tellOfRun } from '../features/notifications/index.ts';
import { storeAggregates } from '../features/runs/index.ts';

/**
 * What is done once for each run that has ended: its outputs are delivered, its mail is posted, its figures are stored. May be
 * repeated: deliveries and mail are begun once.
 */
export async function followEndedRun(app: App, id: string): Promise<void> {
  await deliverEndedRun(app, id);
  await tellOfRun(app, id);
  // The overview adds up figures that are not stored, so they are no reason to run the job again.
  await storeAggregates(app, id).catch((error: unknown) => {
    app.log.error({ err: error, run_id: id }, 'run figures not stored');
  });
}
