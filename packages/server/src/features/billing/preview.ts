import type { PlanChangePreview } from '@voiceloom/contract';
import type { ProcessorSubscription } from '../../providers/payments/index.ts';
import { findCustomer } from './customer-queries.ts';
import type { MirrorApp } from './mirror.ts';
import { getDefaultPlan, type PlanRow } from './plan-queries.ts';
import { changeType, getListedPlan, requirePaid } from './plans.ts';
import { ensurePrice } from './prices.ts';
import { answering, paymentsOf, unknownSubscription, unlessMissing } from './processor.ts';
import { findPreviewNote, findSubscription, type SubscribedPlan, savePreviewNote } from './queries.ts';
import { liveOf, notSubscribed } from './subscribe.ts';
import { planView } from './view.ts';

/** How long a change charges the amount of its preview. */
const PREVIEW_MS = 15 * 60_000;

type PreviewRequest = { user_id: string; plan_id: string; now: Date };

/** What a change to a plan would mean now. */
export async function previewChange(app: MirrorApp, request: PreviewRequest): Promise<PlanChangePreview> {
  const { user_id, now } = request;
  const subscribed = await findSubscription(app.db, user_id);
  const current = subscribed?.plan ?? (await getDefaultPlan(app.db));
  const plan = request.plan_id === current.id ? current : await getListedPlan(app, request.plan_id);
  const type = changeType(current, plan);
  const preview = {
    current_plan: planView(current),
    new_plan: planView(plan),
    type,
    currency: plan.currency,
  };
  if (type === 'same') return { ...preview, proration_amount: null, effective_at: now.toISOString() };
  if (!subscribed) return { ...preview, proration_amount: plan.amount, effective_at: now.toISOString() };
  if (type === 'downgrade') {
    const effective_at = subscribed.row.current_period_end.toISOString();
    return { ...preview, proration_amount: null, effective_at };
  }
  const charge = await answering(() => priceUpgrade(app, request, { subscribed, plan }));
  return { ...preview, ...charge, effective_at: now.toISOString() };
}

type Upgrading = { subscribed: SubscribedPlan; plan: PlanRow };

async function priceUpgrade(
  app: MirrorApp,
  { user_id, now }: PreviewRequest,
  { subscribed, plan }: Upgrading,
) {
  const payments = paymentsOf(app);
  const customer = await findCustomer(app.db, user_id);
  if (!customer) throw notSubscribed();
  const customer_id = customer.processor_customer_id;
  const listed = await unlessMissing(payments.listSubscriptions(customer_id), []);
  const subscription = liveOf(listed);
  const isListed = listed.some(({ id }) => id === subscribed.row.processor_subscription_id);
  if (!subscription) throw isListed ? notSubscribed() : unknownSubscription();
  requirePaid(subscription.status);
  const prorated_at = withinPeriod(now, subscription);
  const price_id = await ensurePrice(app, plan);
  const { amount, currency } = await payments.previewUpgrade({
    customer_id,
    subscription,
    price_id,
    prorated_at,
  });
  await savePreviewNote(app.db, {
    user_id,
    plan_id: plan.id,
    subscription_id: subscribed.row.id,
    period_start: subscription.current_period_start,
    prorated_at,
    created_at: now,
  });
  return { proration_amount: amount, currency };
}

type Prorated = {
  change: { customer: { user_id: string }; now: Date };
  subscription: ProcessorSubscription;
  planId: string;
};

/** The moment that was previewed, while that is fresh and the period is the same; else now. */
export async function proratedAt(app: MirrorApp, { change, subscription, planId }: Prorated): Promise<Date> {
  const { customer, now } = change;
  const note = await findPreviewNote(app.db, customer.user_id, planId);
  const isFresh = note && now.getTime() - note.created_at.getTime() <= PREVIEW_MS;
  if (isFresh && note.period_start.getTime() === subscription.current_period_start.getTime())
    return note.prorated_at;
  return withinPeriod(now, subscription);
}

/** Whole seconds, inside the paid period even if the clocks differ. */
function withinPeriod(now: Date, { current_period_start, current_period_end }: ProcessorSubscription): Date {
  const inside = Math.min(
    Math.max(now.getTime(), current_period_start.getTime()),
    current_period_end.getTime(),
  );
  return new Date(Math.floor(inside / 1_000) * 1_000);
}
