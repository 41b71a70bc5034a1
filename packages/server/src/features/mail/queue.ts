import type { Db } from '../../db/index.ts';
import type { JobQueue, JobRef } from '../../jobs/index.ts';

export const mailQueue: JobRef = { name: 'mail' };

/** The job id is the mail id. `bulk`: other mails have priority. */
export function enqueueMails(
  queue: Pick<JobQueue, 'add'>,
  tx: Db,
  ids: readonly string[],
  kind?: 'bulk',
): Promise<void> {
  const priority = kind === 'bulk' ? -1 : 0;
  return queue.add(
    tx,
    mailQueue,
    ids.map((id) => ({ id, priority })),
  );
}
