import { type SqlBool, sql } from 'kysely';
import type { Db, Row } from '../../db/index.ts';
import type { JobQueue, JobRef } from '../../jobs/index.ts';

/** The maximum number of concurrent attempts to one endpoint, across all processes. */
const MAX_CONCURRENT_ATTEMPTS = 3;

/** The job of one attempt. It is outdated if its `attempts` differs from the delivery's. */
export interface DeliveryJob {
  delivery_id: string;
  /** The number of attempts before this one. */
  attempts: number;
}

export const webhookDeliveryJobRef: JobRef<DeliveryJob> = { name: 'webhook.delivery' };

/**
 * Whether `named`, an ID in a job, belongs to a delivery that was deleted with its endpoint. Such a job has no effect.
 */
export const isOfGoneDelivery = sql<SqlBool>`(
  named.name = ${webhookDeliveryJobRef.name} and named.id <> named.job_id
  and not exists (select from webhook_delivery where webhook_delivery.id = named.id)
  and not exists (select from webhook_endpoint where webhook_endpoint.id = named.id))`;

/** Enqueues the next attempts of deliveries. Each endpoint has few keys, and jobs with the same key run one by one. */
export function enqueueDeliveries(
  queue: Pick<JobQueue, 'add'>,
  tx: Db,
  deliveries: readonly Pick<Row<'webhook_delivery'>, 'id' | 'job_id' | 'endpoint_id' | 'attempts'>[],
  start_at: Date,
): Promise<void> {
  const jobs = deliveries.map(({ id: delivery_id, job_id, endpoint_id, attempts }) => ({
    id: job_id,
    data: { delivery_id, attempts },
    start_at,
    // Job IDs are random, so the attempts of an endpoint spread evenly over its keys.
    key: `${endpoint_id}#${Number.parseInt(job_id.slice(0, 6), 16) % MAX_CONCURRENT_ATTEMPTS}`,
  }));
  return queue.add(tx, webhookDeliveryJobRef, jobs);
}
