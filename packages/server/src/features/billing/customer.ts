import { randomUUID } from 'node:crypto';
import type { App } from '../../app.ts';
import type { Db, NewRow } from '../../db/index.ts';
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
import {
  type BillingRequest,
  getPayments,
  translateErrors,
  unknownSubscription,
  writeKeyForTenMinutes,
} from './processor.ts';
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
  const openEventIds = await listOpenEventIds(app.db, processor_customer_id);
  const subscriptions = await getPayments(app).listSubscriptions(processor_customer_id);
  await app.db.transaction().execute(async (tx) => {
    await lockCustomer(tx, user_id);
    const processorIds = subscriptions.map(({ id }) => id);
    const mirror = await listMirrored(tx, { userId: user_id, processorIds });
    const plans = await ensurePlanIds(tx, subscriptions, fetchedAt);
    const rows: SubscriptionRow[] = [];
    /** Whether a subscription is new or changed in a way that can change the plan or the credits. */
    let affectsAccount = false;
    for (const subscription of subscriptions) {
      const storedRow = mirror.get(subscription.id);
      // An ended subscription never changes again. A later fetch has newer data than this one.
      if (storedRow && (storedRow.ended_at !== null || storedRow.fetch_no > fetchNo)) continue;
      const plan_id = plans.get(subscription.price.id) ?? storedRow?.plan_id;
      if (plan_id === undefined) {
        app.log.error({ user_id, price_id: subscription.price.id }, 'price without a plan');
        continue;
      }
      const { id, item_id: _item, price: _price, schedule, ...fields } = subscription;
      const { request: _request, default_card_id: _card, ...state } = fields;
      const nextPhase = schedule?.next;
      const scheduled_plan_id = (nextPhase && plans.get(nextPhase.price_id)) ?? null;
      const row = {
        id: storedRow?.id ?? newId(),
        user_id,
        processor_subscription_id: id,
        processor_schedule_id: schedule?.id ?? null,
        plan_id,
        ...state,
        scheduled_plan_id,
        scheduled_at: (scheduled_plan_id && nextPhase?.starts_at) || null,
        fetch_no: fetchNo,
        fetched_at: fetchedAt,
        updated_at: fetchedAt,
      };
      rows.push(row);
      affectsAccount ||= changesAccount(storedRow, row);
    }
    await upsertSubscriptions(tx, rows);
    if (rows.filter(({ ended_at }) => ended_at === null).length > 1)
      app.log.error({ user_id }, 'more than one live subscription');
    if (affectsAccount) await applyPlanChange(tx, user_id, fetchedAt);
    await markProcessed(tx, openEventIds, fetchedAt);
    await markSettled(tx, user_id, fetchedAt);
  });
}

/** The columns of a subscription that affect the account. */
const ACCOUNT_COLUMNS = [
  'plan_id',
  'status',
  'current_period_start',
  'current_period_end',
  'ended_at',
] as const;

/** Compares dates as text, because two equal dates are different objects. The processor gives whole seconds. */
function changesAccount(storedRow: SubscriptionRow | undefined, newRow: SubscriptionRow): boolean {
  return !storedRow || ACCOUNT_COLUMNS.some((name) => String(storedRow[name]) !== String(newRow[name]));
}

/** Maps prices to plans. A price that is not stored yet names its plan in its lookup key. */
async function ensurePlanIds(
  tx: Db,
  subscriptions: readonly ProcessorSubscription[],
  now: Date,
): Promise<Map<string, string>> {
  const ids = new Set<string>();
  for (const { price, schedule } of subscriptions) {
    ids.add(price.id);
    if (schedule?.next) ids.add(schedule.next.price_id);
  }
  const plans = await findPlanIdsByPrice(tx, [...ids]);
  const unknownPrices = subscriptions.map(({ price }) => price).filter(({ id }) => !plans.has(id));
  const slugs = unknownPrices.flatMap(({ lookup_key }) => lookup_key ?? []);
  const bySlug = await findPlanIdsBySlug(tx, [...new Set(slugs)]);
  const rows: NewRow<'plan_price'>[] = [];
  for (const { id, lookup_key, amount, currency } of unknownPrices) {
    const plan_id = bySlug.get(lookup_key ?? '');
    if (plan_id === undefined) continue;
    plans.set(id, plan_id);
    rows.push({ processor_price_id: id, plan_id, amount, currency, created_at: now });
  }
  await insertMissing(tx, 'plan_price', rows);
  return plans;
}

/** Longer than all calls of one change together. */
const LEASE_MS = 90_000;

/**
 * The customer of a user, created on first use; concurrent requests create only one. A customer that the processor no
 * longer has is created again, except if the user has a subscription, which may exist under another key.
 */
export async function ensureCustomer(app: MirrorApp, userId: string): Promise<CustomerRow> {
  const payments = getPayments(app);
  const existingCustomer = await findCustomer(app.db, userId);
  if (existingCustomer) {
    const { processor_customer_id } = existingCustomer;
    if (await translateErrors(() => payments.hasCustomer(processor_customer_id))) return existingCustomer;
    if (await findSubscription(app.db, userId)) throw unknownSubscription();
  }
  const { email } = await app.db
    .selectFrom('app_user')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const replacedPart = existingCustomer ? `/${existingCustomer.processor_customer_id}` : '';
  const write = writeKeyForTenMinutes(`user/${userId}${replacedPart}`, app.clock());
  const id = await translateErrors(() => payments.createCustomer({ user_id: userId, email }, write));
  if (existingCustomer) {
    app.log.warn({ user_id: userId }, 'customer missing at the payment processor created again');
    return replaceCustomer(app.db, existingCustomer, id);
  }
  return insertCustomer(app.db, { user_id: userId, processor_customer_id: id, created_at: app.clock() });
}

/** The context of a change that holds the customer's lease. */
export interface Change {
  payments: Payments;
  customer: CustomerRow;
  /** The ID of the request. */
  request_id: string;
  /** The idempotency key of the writes of this change. */
  write: Write;
  now: Date;
}

/**
 * Gives exclusive access to a customer with a lease that expires, without an open transaction. Fetches and mirrors the
 * result before the response. A change that fails halfway stays marked for the reconciliation job.
 */
export async function changeBilling(
  app: MirrorApp,
  request: BillingRequest,
  work: (change: Change) => Promise<void>,
): Promise<void> {
  const lease: Lease = { user_id: request.user_id, token: randomUUID() };
  const now = app.clock();
  const payments = getPayments(app);
  const customer = await takeLease(app.db, lease, { now, until: new Date(now.getTime() + LEASE_MS) });
  if (!customer)
    throw new ApiError('CONFLICT', 'Another change to your billing is in progress. Try again in a moment.');
  const write = { key: `${request.id}/${customer.write_epoch}` };
  let end: LeaseEnd = 'unsettled';
  try {
    await translateErrors(async () => {
      await work({ payments, customer, request_id: request.id, write, now: request.now }).catch(
        (error: unknown) => {
          if (error instanceof PaymentsError && error.responded) end = 'faulted';
          throw error;
        },
      );
      await refresh(app, customer);
    });
    end = 'settled';
  } finally {
    // If the lease cannot be released, it expires.
    await endLease(app.db, lease, end).catch((error: unknown) =>
      app.log.warn({ err: error, user_id: lease.user_id }, 'billing lease not released'),
    );
  }
}
