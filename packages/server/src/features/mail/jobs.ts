import type { App } from '../../app.ts';
import { defineHousekeeping, defineJob } from '../../jobs/index.ts';
import { deliverMail, enqueueMails, mailJobRef } from './actions.ts';
import { deleteEndedMails, listOpenMailIds } from './queries.ts';

/** An email expires before these attempts are used up. */
export const mailJob = defineJob({
  name: mailJobRef.name,
  handle: (app, { id }) => deliverMail(app, id),
  retry: { limit: 200, pause_s: 5, longest_pause_s: 900 },
  expires_s: 300,
});

export const emails = defineHousekeeping('emails', sweepMails);

const LATE_MS = 600_000;
const KEEP_MS = 30 * 86_400_000;
const BATCH = 1_000;
/** Must be larger than the number of emails that are sent between two sweeps. */
const FORGET_BATCH = 20_000;

/** Enqueues pending emails whose job was lost. Deletes emails that ended long ago. */
export async function sweepMails({ db, queue }: Pick<App, 'db' | 'queue'>, now: Date): Promise<void> {
  const late = await listOpenMailIds(db, new Date(now.getTime() - LATE_MS), BATCH);
  await enqueueMails(queue, db, late);
  await deleteEndedMails(db, new Date(now.getTime() - KEEP_MS), FORGET_BATCH);
}
