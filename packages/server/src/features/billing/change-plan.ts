import type { PlanChangePreview } from '@voiceloom/contract';
import { ApiError } from '../../errors.ts';
import type { ProcessorSubscription } from '../../providers/payments/index.ts';
import { type Change, changeBilling, type MirrorApp, refresh } from './customer.ts';
import { findCustomer } from './customer-queries.ts';
import { changeType, ensurePrice, requirePaid, toInterval } from './plans.ts';
import {
  type BillingRequest,
  getPayments,
  translateErrors,
  unknownSubscription,
  unlessMissing,
} from './processor.ts';
import {
  deletePreviewNotes,
  findPlanIdsByPrice,
  findPlans,
  findPreviewNote,
  findSubscription,
  getAccountPlan,
  getListedPlan,
  type PlanRow,
  type SubscribedPlan,
  savePreviewNote,
} from './queries.ts';
import { findLive, getSellablePlan, getSubscription, notSubscribed } from './subscribe.ts';
import { planView } from './view.ts';

/** An upgrade applies and is charged at once; a downgrade takes effect at the end of the paid period. */
export async function changePlan(app: MirrorApp, request: BillingRequest, planId: string) {
  const { plan, price_id } = await getSellablePlan(app, planId);
  return changeExisting(app, request, async (change, subscription) => {
    const { payments, customer, request_id, write } = change;
    const currentId = (await findPlanIdsByPrice(app.db, [subscription.price.id])).get(subscription.price.id);
    const currentPlan = currentId && (await findPlans(app.db, [currentId])).get(currentId);
    if (!currentPlan) throw new Error('The price of the subscription does not belong to any plan.');
    const type = changeType(currentPlan, plan);
    // A retry of a request that succeeded, but lost its response.
    if (type === 'same' && subscription.request === request_id) return release(change, subscription);
    if (type === 'same') {
      await refresh(app, customer);
      throw new ApiError('CONFLICT', 'You already have this plan.');
    }
    requirePaid(subscription.status);
    if (type === 'upgrade') {
      const prorated_at = await getProrationTime(app, change, { subscription, plan });
      const customer_id = customer.processor_customer_id;
      // First, because the payment can be declined, and a declined payment must change nothing.
      await payments.upgrade(
        { customer_id, subscription, price_id, prorated_at, request: request_id },
        write,
      );
      await release(change, subscription);
      await deletePreviewNotes(app.db, customer.user_id);
    } else {
      if (subscription.cancel_at_period_end) await payments.setCancellation(subscription.id, false, write);
      await payments.downgrade({ subscription, price_id, interval: toInterval(plan) }, write);
    }
    app.log.info({ user_id: customer.user_id, plan_id: plan.id, type }, 'plan changed');
  });
}

/** Withdraws a scheduled change. */
async function release({ payments, write }: Change, { schedule }: ProcessorSubscription): Promise<void> {
  if (schedule) await payments.releaseSchedule(schedule.id, write);
}

/** Cancels at the end of the paid period, and withdraws scheduled changes. Then the plan without a subscription applies. */
export async function cancel(app: MirrorApp, request: BillingRequest): Promise<SubscribedPlan> {
  return changeExisting(app, request, async (change, subscription) => {
    await release(change, subscription);
    if (!subscription.cancel_at_period_end)
      await change.payments.setCancellation(subscription.id, true, change.write);
  });
}

/** Withdraws a scheduled change or a cancellation, so that the plan stays. */
export async function keepPlan(app: MirrorApp, request: BillingRequest): Promise<SubscribedPlan> {
  return changeExisting(app, request, async (change, subscription) => {
    await release(change, subscription);
    if (subscription.cancel_at_period_end)
      await change.payments.setCancellation(subscription.id, false, change.write);
  });
}

async function changeExisting(
  app: MirrorApp,
  request: BillingRequest,
  work: (change: Change, subscription: ProcessorSubscription) => Promise<void>,
): Promise<SubscribedPlan> {
  getPayments(app);
  if (!(await findCustomer(app.db, request.user_id))) throw notSubscribed();
  await changeBilling(app, request, async (change) => {
    const { payments, customer } = change;
    // The current state at the processor. Charges must not be based on the mirror.
    const subscriptions = await unlessMissing(payments.listSubscriptions(customer.processor_customer_id), []);
    const liveSubscription = findLive(subscriptions);
    if (liveSubscription) return work(change, liveSubscription);
    await unlessMissing(refresh(app, customer), undefined);
    if (await findSubscription(app.db, customer.user_id)) throw unknownSubscription();
    throw notSubscribed();
  });
  return getSubscription(app, request.user_id);
}

/** How long a change charges the amount of its preview. */
const PREVIEW_MS = 15 * 60_000;

/** Shows the effect of a plan change at this moment. */
export async function previewChange(
  app: MirrorApp,
  { user_id, plan_id, now }: { user_id: string; plan_id: string; now: Date },
): Promise<PlanChangePreview> {
  const currentSubscription = await findSubscription(app.db, user_id);
  const currentPlan = currentSubscription?.plan ?? (await getAccountPlan(app.db, user_id));
  const plan = plan_id === currentPlan.id ? currentPlan : await getListedPlan(app.db, plan_id);
  let type = changeType(currentPlan, plan);
  // An operator can assign a plan that is for sale. Subscribing to it costs its price.
  if (type === 'same' && !currentSubscription && plan.amount > 0) type = 'upgrade';
  const preview = {
    current_plan: planView(currentPlan),
    new_plan: planView(plan),
    type,
    currency: plan.currency,
    proration_amount: null,
    effective_at: now.toISOString(),
  };
  if (type === 'same') return preview;
  if (!currentSubscription) return { ...preview, proration_amount: plan.amount };
  const { row } = currentSubscription;
  if (type === 'downgrade') return { ...preview, effective_at: row.current_period_end.toISOString() };
  return translateErrors(async () => {
    const payments = getPayments(app);
    const customer = await findCustomer(app.db, user_id);
    if (!customer) throw notSubscribed();
    const customer_id = customer.processor_customer_id;
    const subscriptions = await unlessMissing(payments.listSubscriptions(customer_id), []);
    const subscription = findLive(subscriptions);
    const isListed = subscriptions.some(({ id }) => id === row.processor_subscription_id);
    if (!subscription) throw isListed ? notSubscribed() : unknownSubscription();
    requirePaid(subscription.status);
    const prorated_at = withinPeriod(now, subscription);
    const price_id = await ensurePrice(app, plan);
    const upgrade = { customer_id, subscription, price_id, prorated_at };
    const { amount, currency } = await payments.previewUpgrade(upgrade);
    await savePreviewNote(app.db, {
      user_id,
      plan_id: plan.id,
      subscription_id: row.id,
      period_start: subscription.current_period_start,
      prorated_at,
      created_at: now,
    });
    return { ...preview, proration_amount: amount, currency };
  });
}

/** The time of the preview, if it is recent and in the same period; otherwise now. */
async function getProrationTime(
  { db }: MirrorApp,
  { customer, now }: Change,
  { subscription, plan }: { subscription: ProcessorSubscription; plan: PlanRow },
): Promise<Date> {
  const note = await findPreviewNote(db, customer.user_id, plan.id);
  const isFresh = note && now.getTime() - note.created_at.getTime() <= PREVIEW_MS;
  if (isFresh && note.period_start.getTime() === subscription.current_period_start.getTime())
    return note.prorated_at;
  return withinPeriod(now, subscription);
}

/** Whole seconds, inside the paid period even if the clocks differ. */
function withinPeriod(now: Date, { current_period_start, current_period_end }: ProcessorSubscription): Date {
  const time = Math.min(
    Math.max(now.getTime(), current_period_start.getTime()),
    current_period_end.getTime(),
  );
  return new Date(Math.floor(time / 1_000) * 1_000);
}
