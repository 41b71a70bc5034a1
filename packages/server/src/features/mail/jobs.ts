import type { App } from '../../app.ts';
import { deleteEndedMails, listOpenMailIds } from './queries.ts';

const LATE_MS = 600_000;
const KEEP_MS = 30 * 86_400_000;
const BATCH = 1_000;
/** More than goes out between two sweeps. */
const FORGET_BATCH = 20_000;

/** Gives open mails a job again where the job tables lost it, and forgets mails that ended long ago. */
export async function sweepMails({ db, queue }: Pick<App, 'db' | 'queue'>, now: Date): Promise<void> {
  const late = await listOpenMailIds(db, new Date(now.getTime() - LATE_MS), BATCH);
  await queue.enqueueMails(db, late);
  await deleteEndedMails(db, new Date(now.getTime() - KEEP_MS), FORGET_BATCH);
}
