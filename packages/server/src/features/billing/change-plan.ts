import type { PlanChangePreview } from '@voiceloom/contract';
import { ApiError } from '../../errors.ts';
import type { ProcessorSubscription } from '../../providers/payments/index.ts';
import { type Change, changing, type MirrorApp, refresh } from './customer.ts';
import { findCustomer } from './customer-queries.ts';
import { changeType, ensurePrice, intervalOf, requirePaid } from './plans.ts';
import {
  answering,
  type BillingRequest,
  paymentsOf,
  unknownSubscription,
  unlessMissing,
} from './processor.ts';
import {
  deletePreviewNotes,
  findPlanIdsByPrice,
  findPlans,
  findPreviewNote,
  findSubscription,
  getDefaultPlan,
  getListedPlan,
  type PlanRow,
  type SubscribedPlan,
  savePreviewNote,
} from './queries.ts';
import { getSubscription, liveOf, notSubscribed, sellable } from './subscribe.ts';
import { planView } from './view.ts';

/** An upgrade applies and is charged at once; a downgrade takes effect at the end of the paid period. */
export async function changePlan(app: MirrorApp, asked: BillingRequest, planId: string) {
  const { plan, price_id } = await sellable(app, planId);
  return changeExisting(app, asked, async (change, subscription) => {
    const current = await currentPlan(app, subscription);
    await applyChange(app, change, { subscription, current, plan, price_id });
  });
}

/** The current state at the processor. Charges must not be based on the mirror. */
async function liveSubscription(app: MirrorApp, change: Change): Promise<ProcessorSubscription> {
  const { payments, customer } = change;
  const listed = payments.listSubscriptions(customer.processor_customer_id);
  const live = liveOf(await unlessMissing(listed, []));
  if (live) return live;
  await unlessMissing(refresh(app, customer), undefined);
  if (await findSubscription(app.db, customer.user_id)) throw unknownSubscription();
  throw notSubscribed();
}

async function currentPlan({ db }: MirrorApp, { price }: ProcessorSubscription): Promise<PlanRow> {
  const planId = (await findPlanIdsByPrice(db, [price.id])).get(price.id);
  const plan = planId && (await findPlans(db, [planId])).get(planId);
  if (!plan) throw new Error('The price of the subscription does not belong to any plan.');
  return plan;
}

type Step = { subscription: ProcessorSubscription; current: PlanRow; plan: PlanRow; price_id: string };

async function applyChange(app: MirrorApp, change: Change, step: Step): Promise<void> {
  const { subscription, current, plan } = step;
  const type = changeType(current, plan);
  // A retry of a request that succeeded, but lost its response.
  const isDone = type === 'same' && subscription.request === change.request;
  if (isDone) return release(change, subscription);
  if (type === 'same') {
    await refresh(app, change.customer);
    throw new ApiError('CONFLICT', 'You already have this plan.');
  }
  requirePaid(subscription.status);
  if (type === 'upgrade') await upgrade(app, change, step);
  else await downgrade(change, step);
  app.log.info({ user_id: change.customer.user_id, plan_id: plan.id, type }, 'plan changed');
}

/**
 * Applies the change first, because the payment can be declined, and withdraws scheduled changes afterwards. So a
 * declined payment changes nothing.
 */
async function upgrade(app: MirrorApp, change: Change, step: Step): Promise<void> {
  const { payments, customer, request, write } = change;
  const { subscription, price_id } = step;
  const prorated_at = await proratedAt(app, change, step);
  const customer_id = customer.processor_customer_id;
  await payments.upgrade({ customer_id, subscription, price_id, prorated_at, request }, write);
  await release(change, subscription);
  await deletePreviewNotes(app.db, customer.user_id);
}

async function downgrade({ payments, write }: Change, { subscription, plan, price_id }: Step): Promise<void> {
  if (subscription.cancel_at_period_end) await payments.setCancellation(subscription.id, false, write);
  await payments.downgrade({ subscription, price_id, interval: intervalOf(plan) }, write);
}

async function release({ payments, write }: Change, { schedule }: ProcessorSubscription): Promise<void> {
  if (schedule) await payments.releaseSchedule(schedule.id, write);
}

/** Cancels at the end of the paid period, and withdraws scheduled changes. Then the free plan applies. */
export async function cancel(app: MirrorApp, asked: BillingRequest): Promise<SubscribedPlan> {
  return changeExisting(app, asked, async (change, subscription) => {
    await release(change, subscription);
    if (!subscription.cancel_at_period_end)
      await change.payments.setCancellation(subscription.id, true, change.write);
  });
}

/** Withdraws a scheduled change or a cancellation, so that the plan stays. */
export async function keepPlan(app: MirrorApp, asked: BillingRequest): Promise<SubscribedPlan> {
  return changeExisting(app, asked, async (change, subscription) => {
    await release(change, subscription);
    if (subscription.cancel_at_period_end)
      await change.payments.setCancellation(subscription.id, false, change.write);
  });
}

async function changeExisting(
  app: MirrorApp,
  asked: BillingRequest,
  work: (change: Change, subscription: ProcessorSubscription) => Promise<void>,
): Promise<SubscribedPlan> {
  paymentsOf(app);
  if (!(await findCustomer(app.db, asked.user_id))) throw notSubscribed();
  await changing(app, asked, async (change) => work(change, await liveSubscription(app, change)));
  return getSubscription(app, asked.user_id);
}

/** How long a change charges the amount of its preview. */
const PREVIEW_MS = 15 * 60_000;

type PreviewRequest = { user_id: string; plan_id: string; now: Date };

/** Shows the effect of a plan change at this moment. */
export async function previewChange(app: MirrorApp, request: PreviewRequest): Promise<PlanChangePreview> {
  const { user_id, now } = request;
  const subscribed = await findSubscription(app.db, user_id);
  const current = subscribed?.plan ?? (await getDefaultPlan(app.db));
  const plan = request.plan_id === current.id ? current : await getListedPlan(app.db, request.plan_id);
  const type = changeType(current, plan);
  const preview = {
    current_plan: planView(current),
    new_plan: planView(plan),
    type,
    currency: plan.currency,
    proration_amount: null,
    effective_at: now.toISOString(),
  };
  if (type === 'same') return preview;
  if (!subscribed) return { ...preview, proration_amount: plan.amount };
  if (type === 'downgrade')
    return { ...preview, effective_at: subscribed.row.current_period_end.toISOString() };
  return { ...preview, ...(await answering(() => priceUpgrade(app, { user_id, subscribed, plan, now }))) };
}

type Upgrade = { user_id: string; subscribed: SubscribedPlan; plan: PlanRow; now: Date };

async function priceUpgrade(app: MirrorApp, { user_id, subscribed, plan, now }: Upgrade) {
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

/** The time of the preview, if it is recent and in the same period; otherwise now. */
async function proratedAt(
  { db }: MirrorApp,
  { customer, now }: Change,
  { subscription, plan }: Step,
): Promise<Date> {
  const note = await findPreviewNote(db, customer.user_id, plan.id);
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
