import { ApiError } from '../../errors.ts';
import type { ProcessorSubscription } from '../../providers/payments/index.ts';
import { type Change, changing } from './customer.ts';
import { findCustomer } from './customer-queries.ts';
import { type MirrorApp, refresh } from './mirror.ts';
import { findPlanIdsByPrice, findPlans, type PlanRow } from './plan-queries.ts';
import { changeType, getPaidPlan, requirePaid } from './plans.ts';
import { proratedAt } from './preview.ts';
import { ensurePrice, intervalOf } from './prices.ts';
import { answering, paymentsOf, unknownSubscription, unlessMissing } from './processor.ts';
import { deletePreviewNotes, findSubscription, type SubscribedPlan } from './queries.ts';
import type { BillingRequest } from './request.ts';
import { getSubscription, liveOf, notSubscribed } from './subscribe.ts';

/** An upgrade applies and is charged at once; a downgrade takes effect at the end of the paid period. */
export async function changePlan(
  app: MirrorApp,
  asked: BillingRequest,
  planId: string,
): Promise<SubscribedPlan> {
  paymentsOf(app);
  const plan = await getPaidPlan(app, planId);
  if (!(await findCustomer(app.db, asked.user_id))) throw notSubscribed();
  const price_id = await answering(() => ensurePrice(app, plan));
  await changing(app, asked, async (change) => {
    const subscription = await liveSubscription(app, change);
    const current = await currentPlan(app, subscription);
    await applyChange(app, change, { subscription, current, plan, price_id });
  });
  return getSubscription(app, asked.user_id);
}

/** The current state at the processor: charges must not be based on the mirror. */
export async function liveSubscription(app: MirrorApp, change: Change): Promise<ProcessorSubscription> {
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

interface Step {
  subscription: ProcessorSubscription;
  current: PlanRow;
  plan: PlanRow;
  price_id: string;
}

async function applyChange(app: MirrorApp, change: Change, step: Step): Promise<void> {
  const { subscription, current, plan } = step;
  const type = changeType(current, plan);
  // The response to the first attempt of this request was lost.
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
 * Applies the change first, because it can be declined, then withdraws scheduled changes. So a decline
 * changes nothing.
 */
async function upgrade(app: MirrorApp, change: Change, step: Step): Promise<void> {
  const { payments, customer, request, write } = change;
  const { subscription, price_id } = step;
  const prorated_at = await proratedAt(app, { change, subscription, planId: step.plan.id });
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

/** The free plan follows at the end of the paid period, whatever was scheduled. */
export async function cancel(app: MirrorApp, asked: BillingRequest): Promise<SubscribedPlan> {
  return changeExisting(app, asked, async (change, subscription) => {
    await release(change, subscription);
    if (!subscription.cancel_at_period_end)
      await change.payments.setCancellation(subscription.id, true, change.write);
  });
}

/** The plan stays as it is. */
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
