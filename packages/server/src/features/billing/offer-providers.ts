import type { App } from '../../app.ts';
import type { Row } from '../../db/index.ts';
import { type PlatformOffer, setPlatformOffer } from '../../db/seed-plans.ts';
import { notFound } from '../../errors.ts';
import { addServiceActivity, type Operator } from '../../ledger/activity.ts';
import { CREDIT_USD } from '../../providers/speech/index.ts';
import { findPlanBySlug } from './queries.ts';

/** Changes what a plan may use through platform keys. It applies from the next chunk of every run. */
export async function offerProviders(
  { db }: Pick<App, 'db'>,
  change: { plan_slug: string; offer: PlatformOffer; operator: Operator; now: Date },
): Promise<void> {
  const { plan_slug, offer, operator, now } = change;
  await db.transaction().execute(async (tx) => {
    const plan = await findPlanBySlug(tx, plan_slug);
    if (!plan) throw notFound(`plan "${plan_slug}"`);
    await setPlatformOffer(tx, plan.id, offer);
    const entry = {
      kind: 'plan_offer_changed',
      resource: { type: 'plan', id: plan.id, name: plan.slug },
      metadata: { ...offer },
    };
    await addServiceActivity(tx, operator, entry, now);
  });
}

/**
 * What a credit costs in a paid plan, if that is less than full rates assume, in US dollars. Undefined for plans without
 * a price in dollars.
 */
export function findCreditDiscount({
  tier,
  amount,
  currency,
  billing_interval,
  limits,
}: Pick<Row<'plan'>, 'tier' | 'amount' | 'currency' | 'billing_interval' | 'limits'>) {
  const credits = limits.monthly_credits;
  if (tier !== 'paid' || currency !== 'usd' || typeof credits !== 'number' || credits === 0) return undefined;
  const usd = amount / 100 / (billing_interval === 'yearly' ? 12 : 1) / credits;
  return usd < CREDIT_USD ? { usd, assumed_usd: CREDIT_USD } : undefined;
}
