import type { Db } from '../../db/index.ts';
import type { JobQueue } from '../../jobs/index.ts';
import { runEndedQueue } from '../job-refs.ts';

type NoticeApp = { queue: Pick<JobQueue, 'add'> };

/**
 * Records, in the transaction that ends a run, that its end must be notified. Recipients and texts are not the
 * engine's: a feature handles the row, and a run ends once, so it notifies once.
 */
export async function addRunNotice(
  { queue }: NoticeApp,
  tx: Db,
  { run_id, now }: { run_id: string; now: Date },
): Promise<void> {
  await tx.insertInto('run_notice').values({ run_id, created_at: now }).execute();
  await queue.add(tx, runEndedQueue, [{ id: run_id }]);
}
