import { randomUUID } from 'node:crypto';
import type { App } from '../../app.ts';
import type { Db } from '../../db/index.ts';
import { insertMissing } from '../../db/upsert.ts';
import { ApiError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { applyPlanChange } from '../../ledger/credits.ts';
import {
  type Payments,
  PaymentsError,
  type ProcessorSubscription,
  type Write,
} from '../../providers/payments/index.ts';
import {
  type CustomerRow,
  type Due,
  endLease,
  findCustomer,
  insertCustomer,
  type Lease,
  type LeaseEnd,
  listOpenEventIds,
  lockCustomer,
  markProcessed,
  markSettled,
  replaceCustomer,
  takeLease,
} from './customer-queries.ts';
import { answering, type BillingRequest, onceKey, paymentsOf, unknownSubscription } from './processor.ts';
import {
  findPlanIdsByPrice,
  findPlanIdsBySlug,
  findSubscription,
  listMirrored,
  nextFetchNo,
  type SubscriptionRow,
  upsertSubscriptions,
} from './queries.ts';

export type MirrorApp = Pick<App, 'db' | 'clock' | 'log' | 'payments'>;

/** Fetches the subscriptions of a customer from the processor and mirrors them. Idempotent. */
export async function refresh(app: MirrorApp, { user_id, processor_customer_id }: Due): Promise<void> {
  const fetchNo = await nextFetchNo(app.db, user_id);
  const fetchedAt = app.clock();
  const waiting = await listOpenEventIds(app.db, processor_customer_id);
  const fetched = await paymentsOf(app).listSubscriptions(processor_customer_id);
  await app.db.transaction().execute(async (tx) => {
    await lockCustomer(tx, user_id);
    const isNews = await mirror(app, tx, { userId: user_id, fetched, fetchNo, fetchedAt });
    if (isNews) await applyPlanChange(tx, user_id, fetchedAt);
    await markProcessed(tx, waiting, fetchedAt);
    await markSettled(tx, user_id, fetchedAt);
  });
}

type Fetched = { userId: string; fetched: ProcessorSubscription[]; fetchNo: number; fetchedAt: Date };

/** Returns whether a subscription is new or has changed. */
async function mirror(app: MirrorApp, tx: Db, request: Fetched): Promise<boolean> {
  const { userId, fetched, fetchNo } = request;
  const processorIds = fetched.map(({ id }) => id);
  const known = await listMirrored(tx, { userId, processorIds });
  const plans = await plansOf(tx, request);
  const rows = fetched.flatMap((subscription) => {
    const before = known.get(subscription.id);
    if (before && (before.ended_at !== null || before.fetch_no > fetchNo)) return [];
    const row = rowOf(subscription, { ...request, before, plans });
    if (!row) app.log.error({ user_id: userId, price_id: subscription.price.id }, 'price without a plan');
    return row ? [{ row, before }] : [];
  });
  await upsertSubscriptions(
    tx,
    rows.map(({ row }) => row),
  );
  const live = rows.filter(({ row }) => row.ended_at === null);
  if (live.length > 1) app.log.error({ user_id: userId }, 'more than one live subscription');
  return rows.some(({ row, before }) => !before || differs(before, row));
}

/** Maps prices to plans. A price that is not stored yet names its plan in its lookup key. */
async function plansOf(tx: Db, { fetched, fetchedAt }: Fetched): Promise<Map<string, string>> {
  const ids = fetched.flatMap(({ price, schedule }) => [
    price.id,
    ...(schedule?.next ? [schedule.next.price_id] : []),
  ]);
  const plans = await findPlanIdsByPrice(tx, [...new Set(ids)]);
  const unknown = fetched.map(({ price }) => price).filter(({ id }) => !plans.has(id));
  const slugs = unknown.flatMap(({ lookup_key }) => lookup_key ?? []);
  const bySlug = await findPlanIdsBySlug(tx, [...new Set(slugs)]);
  const rows = unknown.flatMap(({ id, lookup_key, amount, currency }) => {
    const plan_id = bySlug.get(lookup_key ?? '');
    if (plan_id === undefined) return [];
    plans.set(id, plan_id);
    return [{ processor_price_id: id, plan_id, amount, currency, created_at: fetchedAt }];
  });
  await insertMissing(tx, 'plan_price', rows);
  return plans;
}

type RowContext = Fetched & { before: SubscriptionRow | undefined; plans: Map<string, string> };

function rowOf(subscription: ProcessorSubscription, context: RowContext): SubscriptionRow | undefined {
  const { userId, fetchNo, fetchedAt, before, plans } = context;
  const plan_id = plans.get(subscription.price.id) ?? before?.plan_id;
  if (plan_id === undefined) return undefined;
  const {
    id,
    item_id: _item,
    price: _price,
    schedule,
    request: _request,
    default_card_id: _card,
    ...state
  } = subscription;
  const scheduled = schedule?.next && plans.get(schedule.next.price_id);
  return {
    id: before?.id ?? newId(),
    user_id: userId,
    processor_subscription_id: id,
    processor_schedule_id: schedule?.id ?? null,
    plan_id,
    ...state,
    scheduled_plan_id: scheduled ?? null,
    scheduled_at: scheduled ? (schedule?.next?.starts_at ?? null) : null,
    fetch_no: fetchNo,
    fetched_at: fetchedAt,
    updated_at: fetchedAt,
  };
}

const OF_THE_ACCOUNT = [
  'plan_id',
  'status',
  'current_period_start',
  'current_period_end',
  'ended_at',
] as const;

function differs(before: SubscriptionRow, after: SubscriptionRow): boolean {
  return OF_THE_ACCOUNT.some((name) => String(before[name]) !== String(after[name]));
}

/** Longer than all calls of one change together. */
const LEASE_MS = 90_000;

/**
 * The customer of a user, created on first use; concurrent requests create only one. A customer that the processor no
 * longer has is created again, except if the user has a subscription, which may exist under another key.
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

/** The context of a change that holds the customer's lease. */
export interface Change {
  payments: Payments;
  customer: CustomerRow;
  request: string;
  /** The idempotency key of the writes of this change. */
  write: Write;
  now: Date;
}

/**
 * Gives exclusive access to a customer with a lease that expires, without an open transaction. Fetches and mirrors the
 * result before the response. A change that fails halfway stays marked for the reconciliation job.
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

/** If the lease cannot be released, it expires. */
async function release(app: MirrorApp, lease: Lease, end: LeaseEnd): Promise<void> {
  try {
    await endLease(app.db, lease, end);
  } catch (error) {
    app.log.warn({ err: error, user_id: lease.user_id }, 'billing lease not released');
  }
}
