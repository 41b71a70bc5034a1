import { type NotNull, sql } from 'kysely';
import type { Db, Row } from '../../db/index.ts';
import { notFound } from '../../errors.ts';
import { findAccountPlan, PLAN_STATUSES } from '../../ledger/account-plan.ts';

export type SubscriptionRow = Row<'subscription'>;

/** A subscription with the plans that it refers to. */
export interface SubscribedPlan {
  row: SubscriptionRow;
  plan: PlanRow;
  scheduled_plan: PlanRow | null;
}

/** The statuses of an ended subscription. */
export const OVER = ['canceled', 'incomplete_expired'];

/** The newest subscription that has not ended. Undefined if all have ended. */
export async function findSubscription(db: Db, userId: string): Promise<SubscribedPlan | undefined> {
  const row = await db
    .selectFrom('subscription')
    .selectAll()
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('status', 'not in', OVER)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  const { plan_id, scheduled_plan_id } = row;
  const plans = await findPlans(db, scheduled_plan_id ? [plan_id, scheduled_plan_id] : [plan_id]);
  const plan = plans.get(plan_id);
  if (!plan) throw new Error('The plan of a subscription is missing.');
  return { row, plan, scheduled_plan: (scheduled_plan_id && plans.get(scheduled_plan_id)) || null };
}

/** The number of a fetch that is about to begin. A fetch with a higher number has newer data. */
export async function nextFetchNo(db: Db, userId: string): Promise<number> {
  const { fetches } = await db
    .updateTable('billing_customer')
    .set({ fetches: sql`fetches + 1` })
    .where('user_id', '=', userId)
    .returning('fetches')
    .executeTakeFirstOrThrow();
  return fetches;
}

/** The mirrored rows of these subscriptions, by their ID at the processor. */
export async function listMirrored(
  tx: Db,
  { userId, processorIds }: { userId: string; processorIds: string[] },
): Promise<Map<string, SubscriptionRow>> {
  if (processorIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('subscription')
    .selectAll()
    .where('user_id', '=', userId)
    .where('processor_subscription_id', 'in', processorIds)
    .execute();
  return new Map(rows.map((row) => [row.processor_subscription_id, row]));
}

/** The columns that a fetch does not change. */
const PERMANENT_COLUMNS = ['id', 'user_id', 'processor_subscription_id', 'created_at'];

/** An older fetch never replaces the result of a newer one. */
export async function upsertSubscriptions(tx: Db, rows: SubscriptionRow[]): Promise<void> {
  const [firstRow] = rows;
  if (!firstRow) return;
  const mirrored = Object.keys(firstRow).filter((name) => !PERMANENT_COLUMNS.includes(name));
  const changes = Object.fromEntries(mirrored.map((name) => [name, sql.ref(`excluded.${name}`)]));
  await tx
    .insertInto('subscription')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('processor_subscription_id')
        .doUpdateSet(changes)
        .whereRef('subscription.fetch_no', '<', sql.ref('excluded.fetch_no')),
    )
    .execute();
}

export async function findPreviewNote(db: Db, userId: string, planId: string) {
  return db
    .selectFrom('plan_preview')
    .selectAll()
    .where('user_id', '=', userId)
    .where('plan_id', '=', planId)
    .executeTakeFirst();
}

export async function savePreviewNote(db: Db, note: Row<'plan_preview'>): Promise<void> {
  const { user_id: _user, plan_id: _plan, ...changes } = note;
  await db
    .insertInto('plan_preview')
    .values(note)
    .onConflict((conflict) => conflict.columns(['user_id', 'plan_id']).doUpdateSet(changes))
    .execute();
}

export async function deletePreviewNotes(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('plan_preview').where('user_id', '=', userId).execute();
}

export type PlanRow = Row<'plan'>;

/** The listed plans in display order. */
export async function listPlans(db: Db, { limit, offset }: { limit: number; offset: number }) {
  return db
    .selectFrom('plan')
    .selectAll()
    .where('is_listed', '=', true)
    .orderBy('display_order')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** Throws NOT_FOUND for a plan that is not listed. */
export async function getListedPlan(db: Db, id: string): Promise<PlanRow> {
  return db
    .selectFrom('plan')
    .selectAll()
    .where('id', '=', id)
    .where('is_listed', '=', true)
    .executeTakeFirstOrThrow(() => notFound('plan'));
}

export async function findPlans(db: Db, ids: string[]): Promise<Map<string, PlanRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('plan').selectAll().where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** The plan that applies to an account. */
export async function getAccountPlan(db: Db, userId: string): Promise<PlanRow> {
  const { id } = await findAccountPlan(db, userId);
  return db.selectFrom('plan').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

export async function findPlanBySlug(db: Db, slug: string): Promise<PlanRow | undefined> {
  return db.selectFrom('plan').selectAll().where('slug', '=', slug).executeTakeFirst();
}

/** All plans in display order, each with its number of subscribers and of people who got it from an operator. */
export async function listPlansWithUse(db: Db, { limit }: { limit: number }) {
  return db
    .selectFrom('plan')
    .selectAll()
    .select((eb) => [
      eb
        .selectFrom('subscription')
        .select((own) => own.fn.count<number>('user_id').distinct().as('people'))
        .whereRef('subscription.plan_id', '=', 'plan.id')
        .where('status', 'in', PLAN_STATUSES)
        .where('ended_at', 'is', null)
        .as('subscribed'),
      eb
        .selectFrom('credit_account')
        .select((own) => own.fn.countAll<number>().as('people'))
        .whereRef('credit_account.plan_id', '=', 'plan.id')
        .as('assigned'),
    ])
    .orderBy('is_listed', 'desc')
    .orderBy('display_order')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export type PaidPlan = PlanRow & { slug: string };

/** Plans that have a price at the processor, even if they are no longer listed. */
export async function listPaidPlans(db: Db): Promise<PaidPlan[]> {
  return db
    .selectFrom('plan')
    .selectAll()
    .where('tier', '=', 'paid')
    .where('slug', 'is not', null)
    .$narrowType<{ slug: NotNull }>()
    .orderBy('display_order')
    .limit(1_000)
    .execute();
}

export async function findPlanIdsBySlug(db: Db, slugs: string[]): Promise<Map<string, string>> {
  if (slugs.length === 0) return new Map();
  const rows = await db.selectFrom('plan').select(['id', 'slug']).where('slug', 'in', slugs).execute();
  return new Map(rows.map(({ id, slug }) => [String(slug), id]));
}

export async function findPlanIdsByPrice(db: Db, priceIds: string[]): Promise<Map<string, string>> {
  if (priceIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('plan_price')
    .select(['processor_price_id', 'plan_id'])
    .where('processor_price_id', 'in', priceIds)
    .execute();
  return new Map(rows.map(({ processor_price_id, plan_id }) => [processor_price_id, plan_id]));
}

/** The newest price of the plan that still has the plan's amount. */
export async function findPriceId(db: Db, { id, amount, currency }: PlanRow): Promise<string | undefined> {
  const row = await db
    .selectFrom('plan_price')
    .select('processor_price_id')
    .where('plan_id', '=', id)
    .where('amount', '=', amount)
    .where('currency', '=', currency)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.processor_price_id;
}
