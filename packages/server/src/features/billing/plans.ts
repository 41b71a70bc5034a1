import type { App } from '../../app.ts';
import { insertMissing } from '../../db/upsert.ts';
import { ApiError } from '../../errors.ts';
import type { Payments, Price } from '../../providers/payments/index.ts';
import { getPayments, writeKeyForTenMinutes } from './processor.ts';
import {
  findPriceId,
  getListedPlan,
  listPaidPlans,
  listPlans,
  type PaidPlan,
  type PlanRow,
} from './queries.ts';

/**
 * Whether a plan change is an upgrade or a downgrade. Within one plan, a change to yearly is an upgrade, and a change
 * to monthly is a downgrade. Otherwise, it is an upgrade if the new plan costs at least as much per month; a yearly
 * price is divided by 12.
 */
export function changeType(from: PlanRow, to: PlanRow): 'upgrade' | 'downgrade' | 'same' {
  if (from.id === to.id) return 'same';
  if (from.name === to.name && from.tier === to.tier)
    return to.billing_interval === 'yearly' ? 'upgrade' : 'downgrade';
  return monthly(to) >= monthly(from) ? 'upgrade' : 'downgrade';
}

function monthly({ amount, billing_interval }: PlanRow): number {
  return billing_interval === 'yearly' ? amount / 12 : amount;
}

/** A paid plan; throws for a free or custom one. */
export async function getPaidPlan(app: Pick<App, 'db'>, id: string): Promise<PlanRow> {
  const plan = await getListedPlan(app.db, id);
  if (plan.tier === 'paid') return plan;
  if (plan.tier === 'free')
    throw new ApiError('CONFLICT', 'This plan is free. To switch to it, cancel your subscription.');
  throw new ApiError('CONFLICT', 'This is a custom plan. Contact the operator of this service for an offer.');
}

/** Rejects a change while an invoice is open, because it would charge a card that was just declined. */
export function requirePaid(status: string): void {
  if (status === 'active' || status === 'trialing') return;
  throw new ApiError('CONFLICT', `The subscription is ${status}: pay the open invoice first.`);
}

/** A page of the available plans, with links to the next and previous page. */
export async function pagePlans({ db }: Pick<App, 'db'>, request: { page: number; limit: number; url: URL }) {
  const { page, limit, url } = request;
  const rows = await listPlans(db, { limit: limit + 1, offset: (page - 1) * limit });
  const link = (to: number): string => {
    const target = new URL(url);
    target.searchParams.set('page', String(to));
    return target.href;
  };
  const pagination = {
    limit,
    next: rows.length > limit ? link(page + 1) : null,
    prev: page > 1 ? link(page - 1) : null,
  };
  return { items: rows.slice(0, limit), pagination };
}

type PriceApp = Pick<App, 'db' | 'clock' | 'payments'>;

/**
 * Creates missing prices of paid plans at the processor. A changed amount creates a new price; subscribers keep the old
 * one, which still belongs to the plan. Returns how many prices were created.
 */
export async function syncPrices(app: PriceApp): Promise<number> {
  return sync(app, await listPaidPlans(app.db));
}

/** The price of a plan, created if it is missing. */
export async function ensurePrice(app: PriceApp, plan: PlanRow): Promise<string> {
  const existingId = await findPriceId(app.db, plan);
  if (existingId !== undefined) return existingId;
  if (plan.slug === null) throw new Error('A plan must have a slug to be sold.');
  await sync(app, [{ ...plan, slug: plan.slug }]);
  const newId = await findPriceId(app.db, plan);
  if (newId === undefined) throw new Error('The price of the plan was not stored.');
  return newId;
}

async function sync(app: PriceApp, plans: PaidPlan[]): Promise<number> {
  const payments = getPayments(app);
  const prices = await payments.findPrices(plans.map(({ slug }) => slug));
  const pricesBySlug = new Map(prices.map((price) => [price.lookup_key, price]));
  const created_at = app.clock();
  let count = 0;
  for (const plan of plans) {
    const { amount, currency } = plan;
    const before = pricesBySlug.get(plan.slug);
    const isCurrent =
      before?.amount === amount && before.currency === currency && before.interval === toInterval(plan);
    const validPrices: Price[] = before ? [before] : [];
    if (!isCurrent) {
      validPrices.push(await createPrice(payments, { plan, before, now: created_at }));
      count += 1;
    }
    const rows = validPrices.map((price) => ({
      processor_price_id: price.id,
      plan_id: plan.id,
      amount: price.amount,
      currency: price.currency,
      created_at,
    }));
    // The previous price may have subscribers that this database does not know yet. A price always belongs to the plan
    // that it was first stored for.
    await insertMissing(app.db, 'plan_price', rows);
  }
  return count;
}

export function toInterval({ billing_interval }: PlanRow): 'month' | 'year' {
  return billing_interval === 'yearly' ? 'year' : 'month';
}

/**
 * The idempotency key contains the previous price, so that processes that do this in the same ten minutes create only
 * one new price.
 */
async function createPrice(
  payments: Payments,
  { plan, before, now }: { plan: PaidPlan; before: Price | undefined; now: Date },
): Promise<Price> {
  const price = {
    lookup_key: plan.slug,
    name: `${plan.name} (${plan.billing_interval})`,
    amount: plan.amount,
    currency: plan.currency,
    interval: toInterval(plan),
    product_id: before?.product_id,
  };
  return payments.createPrice(price, writeKeyForTenMinutes(`price/${plan.id}/${before?.id ?? 'first'}`, now));
}
