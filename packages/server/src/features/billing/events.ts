import type { App } from '../../app.ts';
import { insertMissing } from '../../db/upsert.ts';
import { ApiError } from '../../errors.ts';
import type { IncomingRequest } from '../../handler/handler.ts';
import type { JobRef } from '../../jobs/index.ts';
import { PaymentsError } from '../../providers/payments/index.ts';
import { type MirrorApp, refresh } from './customer.ts';
import { findAnyOpenEventId, findCustomer, findOpenEvent, markProcessed } from './customer-queries.ts';
import { getPayments } from './processor.ts';

export const processorEventJobRef: JobRef<{ event_id: string }> = { name: 'processor.event' };

/** Stores an event of the processor and enqueues it. Idempotent. */
export async function receiveEvent(
  app: Pick<App, 'db' | 'payments' | 'queue'>,
  { bytes, header }: IncomingRequest,
  now: Date,
) {
  const event = getPayments(app).readEvent(bytes, header('stripe-signature') ?? '', now);
  if (!event)
    throw new ApiError(
      'BAD_REQUEST',
      'The signature does not match the body, the secret or the time, or the body is not an event.',
    );
  const { id, type, customer_id: processor_customer_id, created_at } = event;
  await app.db.transaction().execute(async (tx) => {
    // An event without a customer needs no processing.
    const processed_at = processor_customer_id === null ? now : null;
    const row = { id, type, processor_customer_id, created_at, received_at: now, processed_at };
    const [inserted] = await insertMissing(tx, 'processor_event', [row]);
    if (inserted && processed_at === null)
      await app.queue.add(tx, processorEventJobRef, [{ data: { event_id: id } }]);
  });
}

/** Processes an event by fetching the customer again, so that the order and repetition of events do not matter. */
export async function processEvent(app: MirrorApp, id: string): Promise<void> {
  const event = await findOpenEvent(app.db, id);
  if (!event) return;
  const { processor_customer_id } = event;
  const customer =
    processor_customer_id && (await findCustomer(app.db, processor_customer_id, 'processor_customer_id'));
  // Other services can share the processor account, so unknown customers are ignored.
  if (!customer) return markProcessed(app.db, [id], app.clock());
  try {
    await refresh(app, customer);
  } catch (error) {
    if (!(error instanceof PaymentsError) || error.code !== 'missing') throw error;
    app.log.error({ user_id: customer.user_id }, 'customer missing at the payment processor');
    await markProcessed(app.db, [id], app.clock());
  }
}

/** Processes all stored events without waiting for their jobs, which then find nothing to do. */
export async function processPendingStripeEvents(app: MirrorApp): Promise<void> {
  for (;;) {
    const id = await findAnyOpenEventId(app.db);
    if (id === undefined) return;
    await processEvent(app, id);
  }
}
