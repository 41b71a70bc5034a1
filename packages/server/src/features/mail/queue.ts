import type { Db } from '../../db/index.ts';
import type { JobQueue, JobRef } from '../../jobs/index.ts';

export const mailQueue: JobRef = { name: 'mail' };

/** Jobs have the id of their mail. Several at once let single ones pass. */
export function enqueueMails(queue: Pick<JobQueue, 'add'>, tx: Db, ids: readonly string[]): Promise<void> {
  const priority = ids.length > 1 ? -1 : 0;
  return queue.add(
    tx,
    mailQueue,
    ids.map((id) => ({ id, priority })),
  );
}
