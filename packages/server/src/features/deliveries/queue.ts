import type { Db } from '../../db/index.ts';
import type { JobQueue, JobRef } from '../../jobs/index.ts';

export const pushQueue: JobRef<{ delivery_id: string }> = { name: 'run.push' };

/** A pending delivery. Deliveries of one workspace run one after the other. */
interface NewPush {
  id: string;
  delivery_id: string;
  workspace_id: string;
}

export function enqueuePush(
  queue: Pick<JobQueue, 'add'>,
  tx: Db,
  { id, delivery_id, workspace_id: key }: NewPush,
): Promise<void> {
  return queue.add(tx, pushQueue, [{ id, key, data: { delivery_id } }]);
}
