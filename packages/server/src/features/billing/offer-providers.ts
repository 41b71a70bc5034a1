import type { App } from '../../app.ts';
import { type PlatformOffer, setPlatformOffer } from '../../db/seed-plans.ts';
import { notFound } from '../../errors.ts';
import { addServiceActivity, type Operator } from '../../ledger/activity.ts';
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
