import type { Db } from '../../db/index.ts';
import type { Limits } from '../../ledger/account-plan.ts';

export interface PlanRow {
  id: string;
  slug: string | null;
  name: string;
  tier: string;
  limits: Limits;
  billing_interval: string;
  amount: number;
  currency: string;
  display_order: number;
}

export const PLAN_COLUMNS = [
  'plan.id',
  'plan.slug',
  'plan.name',
  'plan.tier',
  'plan.limits',
  'plan.billing_interval',
  'plan.amount',
  'plan.currency',
  'plan.display_order',
] as const;

/** Listed plans in display order. */
export async function listPlans(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<PlanRow[]> {
  return db
    .selectFrom('plan')
    .select(PLAN_COLUMNS)
    .where('is_listed', '=', true)
    .orderBy('display_order')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** A plan that can be had. */
export async function findListedPlan(db: Db, id: string): Promise<PlanRow | undefined> {
  return db
    .selectFrom('plan')
    .select(PLAN_COLUMNS)
    .where('id', '=', id)
    .where('is_listed', '=', true)
    .executeTakeFirst();
}

export async function findPlans(db: Db, ids: string[]): Promise<Map<string, PlanRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('plan').select(PLAN_COLUMNS).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export async function getDefaultPlan(db: Db): Promise<PlanRow> {
  return db
    .selectFrom('plan')
    .select(PLAN_COLUMNS)
    .where('is_default', '=', true)
    .limit(1)
    .executeTakeFirstOrThrow();
}

export type PaidPlan = PlanRow & { slug: string };

/** Plans with a price at the processor, including plans that are no longer listed. */
export async function listPaidPlans(db: Db): Promise<PaidPlan[]> {
  const rows = await db
    .selectFrom('plan')
    .select(PLAN_COLUMNS)
    .where('tier', '=', 'paid')
    .where('slug', 'is not', null)
    .orderBy('display_order')
    .limit(1_000)
    .execute();
  return rows.flatMap(({ slug, ...row }) => (slug === null ? [] : [{ ...row, slug }]));
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

/** The newest price of the plan that still says what the plan costs. */
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

export interface PriceRow {
  processor_price_id: string;
  plan_id: string;
  amount: number;
  currency: string;
  created_at: Date;
}

/** A price belongs to the plan that it was first entered for. */
export async function insertPrices(db: Db, rows: PriceRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('plan_price')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
