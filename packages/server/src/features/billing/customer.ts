import { randomUUID } from 'node:crypto';
import { ApiError } from '../../errors.ts';
import { type Payments, PaymentsError, type Write } from '../../providers/payments/index.ts';
import {
  type CustomerRow,
  endLease,
  findCustomer,
  insertCustomer,
  type Lease,
  type LeaseEnd,
  replaceCustomer,
  takeLease,
} from './customer-queries.ts';
import { type MirrorApp, refresh } from './mirror.ts';
import { answering, paymentsOf, unknownSubscription } from './processor.ts';
import { findSubscription } from './queries.ts';
import { type BillingRequest, onceKey } from './request.ts';

/** Longer than all the calls of a change may take together. */
const LEASE_MS = 90_000;

/**
 * The customer of a user, created on first need by one of several concurrent requests. A customer that the processor no
 * longer knows is created again, but never below a subscription, which may exist under another key.
 */
export async function ensureCustomer(app: MirrorApp, userId: string): Promise<CustomerRow> {
  const payments = paymentsOf(app);
  const known = await findCustomer(app.db, userId);
  if (known && (await answering(() => payments.hasCustomer(known.processor_customer_id)))) return known;
  if (known && (await findSubscription(app.db, userId))) throw unknownSubscription();
  const { email } = await app.db
    .selectFrom('app_user')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const after = known ? `/${known.processor_customer_id}` : '';
  const write = onceKey(`user/${userId}${after}`, app.clock());
  const id = await answering(() => payments.createCustomer({ user_id: userId, email }, write));
  if (known) {
    app.log.warn({ user_id: userId }, 'customer missing at the payment processor created again');
    return replaceCustomer(app.db, known, id);
  }
  return insertCustomer(app.db, { user_id: userId, processor_customer_id: id, created_at: app.clock() });
}

/** What a change works with while it has the customer to itself. */
export interface Change {
  payments: Payments;
  customer: CustomerRow;
  request: string;
  /** The key of the writes of this change. */
  write: Write;
  now: Date;
}

/**
 * Gives exclusive access to a customer without an open transaction, by a lease that expires. Writes are fetched and
 * mirrored before the response. A change that fails halfway leaves a mark for the reconciliation job.
 */
export async function changing(
  app: MirrorApp,
  asked: BillingRequest,
  work: (change: Change) => Promise<void>,
): Promise<void> {
  const lease: Lease = { user_id: asked.user_id, token: randomUUID() };
  const now = app.clock();
  const payments = paymentsOf(app);
  const customer = await takeLease(app.db, lease, { now, until: new Date(now.getTime() + LEASE_MS) });
  if (!customer)
    throw new ApiError('CONFLICT', 'Another change to your billing is in progress. Try again in a moment.');
  const write = { key: `${asked.request}/${customer.write_epoch}` };
  let end: LeaseEnd = 'unsettled';
  try {
    await answering(async () => {
      await work({ payments, customer, request: asked.request, write, now: asked.now }).catch(
        (error: unknown) => {
          if (error instanceof PaymentsError && error.answered) end = 'faulted';
          throw error;
        },
      );
      await refresh(app, customer);
    });
    end = 'settled';
  } finally {
    await release(app, lease, end);
  }
}

/** A lease that cannot be released expires. */
async function release(app: MirrorApp, lease: Lease, end: LeaseEnd): Promise<void> {
  try {
    await endLease(app.db, lease, end);
  } catch (error) {
    app.log.warn({ err: error, user_id: lease.user_id }, 'billing lease not released');
  }
}
