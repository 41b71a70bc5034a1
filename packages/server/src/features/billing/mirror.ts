import type { App } from '../../app.ts';
import type { Db } from '../../db/index.ts';
import { newId } from '../../ids.ts';
import { applyPlanChange } from '../../ledger/credits.ts';
import type { ProcessorSubscription } from '../../providers/payments/index.ts';
import { type CustomerRow, lockCustomer, markSettled } from './customer-queries.ts';
import { listOpenEventIds, markProcessed } from './event-queries.ts';
import { findPlanIdsByPrice, findPlanIdsBySlug, insertPrices } from './plan-queries.ts';
import { paymentsOf } from './processor.ts';
import { listMirrored, nextFetchNo, type SubscriptionRow, upsertSubscriptions } from './queries.ts';

export type MirrorApp = Pick<App, 'db' | 'clock' | 'log' | 'payments'>;

export type MirroredCustomer = Pick<CustomerRow, 'user_id' | 'processor_customer_id'>;

/** Fetches the subscriptions of a customer from the processor and mirrors them. Idempotent. */
export async function refresh(app: MirrorApp, customer: MirroredCustomer): Promise<void> {
  const { user_id, processor_customer_id } = customer;
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

interface Fetched {
  userId: string;
  fetched: ProcessorSubscription[];
  fetchNo: number;
  fetchedAt: Date;
}

/** True when something of it is new to the account. */
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

/** Price -> plan. A price that is new here names its plan by its lookup key. */
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
  await insertPrices(tx, rows);
  return plans;
}

type RowContext = Fetched & { before: SubscriptionRow | undefined; plans: Map<string, string> };

function rowOf(subscription: ProcessorSubscription, context: RowContext): SubscriptionRow | undefined {
  const { userId, fetchNo, fetchedAt, before, plans } = context;
  const plan_id = plans.get(subscription.price.id) ?? before?.plan_id;
  if (plan_id === undefined) return undefined;
  const { schedule } = subscription;
  const scheduled = schedule?.next && plans.get(schedule.next.price_id);
  return {
    id: before?.id ?? newId(),
    user_id: userId,
    processor_subscription_id: subscription.id,
    processor_schedule_id: schedule?.id ?? null,
    plan_id,
    status: subscription.status,
    current_period_start: subscription.current_period_start,
    current_period_end: subscription.current_period_end,
    cancel_at_period_end: subscription.cancel_at_period_end,
    canceled_at: subscription.canceled_at,
    ended_at: subscription.ended_at,
    scheduled_plan_id: scheduled ?? null,
    scheduled_at: scheduled ? (schedule?.next?.starts_at ?? null) : null,
    fetch_no: fetchNo,
    fetched_at: fetchedAt,
    created_at: subscription.created_at,
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
