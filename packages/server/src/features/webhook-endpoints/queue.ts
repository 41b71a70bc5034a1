import type { Db } from '../../db/index.ts';
import type { JobQueue, JobRef } from '../../jobs/index.ts';

/** The maximum number of concurrent attempts to one endpoint, across all processes. */
const ENDPOINT_LANES = 3;

/** One attempt of a webhook delivery. A job whose `attempts` differs from the delivery's is outdated. */
export interface DeliveryJob {
  delivery_id: string;
  /** Attempts started before this one. */
  attempts: number;
}

export const deliveryQueue: JobRef<DeliveryJob> = { name: 'webhook.delivery' };

type NewDeliveryJob = DeliveryJob & { id: string; endpoint_id: string; start_at: Date };

export function enqueueDeliveries(
  queue: Pick<JobQueue, 'add'>,
  tx: Db,
  jobs: readonly NewDeliveryJob[],
): Promise<void> {
  const added = jobs.map(({ id, endpoint_id, start_at, ...data }) => ({
    id,
    data,
    start_at,
    key: `${endpoint_id}#${Number.parseInt(id.slice(0, 6), 16) % ENDPOINT_LANES}`,
  }));
  return queue.add(tx, deliveryQueue, added);
}
