import type { App } from '../../app.ts';
import type { Payments, Price } from '../../providers/payments/index.ts';
import { findPriceId, insertPrices, listPaidPlans, type PaidPlan, type PlanRow } from './plan-queries.ts';
import { paymentsOf } from './processor.ts';
import { onceKey } from './request.ts';

export type PriceApp = Pick<App, 'db' | 'clock' | 'payments'>;

/**
 * Ensures that every paid plan has a price at the processor with the amount of the plan. A changed amount creates a new
 * price; subscribers keep the old one, which still maps to the plan. Returns how many prices were created.
 */
export async function syncPrices(app: PriceApp): Promise<number> {
  return sync(app, await listPaidPlans(app.db));
}

/** The price of a plan, created if it is missing. */
export async function ensurePrice(app: PriceApp, plan: PlanRow): Promise<string> {
  const known = await findPriceId(app.db, plan);
  if (known !== undefined) return known;
  if (plan.slug === null) throw new Error('A plan must have a slug to be sold.');
  await sync(app, [{ ...plan, slug: plan.slug }]);
  const made = await findPriceId(app.db, plan);
  if (made === undefined) throw new Error('The price of the plan was not stored.');
  return made;
}

async function sync(app: PriceApp, plans: PaidPlan[]): Promise<number> {
  const payments = paymentsOf(app);
  const found = await payments.findPrices(plans.map(({ slug }) => slug));
  const current = new Map(found.map((price) => [price.lookup_key, price]));
  const created_at = app.clock();
  let made = 0;
  for (const plan of plans) {
    const before = current.get(plan.slug);
    const isRight = before !== undefined && saysTheSame(plan, before);
    const price = isRight ? before : await createPrice(payments, { plan, before, now: created_at });
    if (!isRight) made += 1;
    const named = (entry: Price) => ({
      processor_price_id: entry.id,
      plan_id: plan.id,
      amount: entry.amount,
      currency: entry.currency,
      created_at,
    });
    // The one before may have subscribers that this database does not know yet.
    await insertPrices(app.db, before && !isRight ? [named(before), named(price)] : [named(price)]);
  }
  return made;
}

export function intervalOf({ billing_interval }: PlanRow): 'month' | 'year' {
  return billing_interval === 'yearly' ? 'year' : 'month';
}

function saysTheSame(plan: PlanRow, price: Price): boolean {
  return (
    price.amount === plan.amount && price.currency === plan.currency && price.interval === intervalOf(plan)
  );
}

type NewPriceOf = { plan: PaidPlan; before: Price | undefined; now: Date };

/** Of several processes at once one makes the price: the key says what follows on what. */
async function createPrice(payments: Payments, { plan, before, now }: NewPriceOf): Promise<Price> {
  const price = {
    lookup_key: plan.slug,
    name: `${plan.name} (${plan.billing_interval})`,
    amount: plan.amount,
    currency: plan.currency,
    interval: intervalOf(plan),
    product_id: before?.product_id,
  };
  return payments.createPrice(price, onceKey(`price/${plan.id}/${before?.id ?? 'first'}`, now));
}
