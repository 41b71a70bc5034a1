import type Stripe from 'stripe';
import type { Downgrade, NewSubscription, Upgrade, Write } from './payments.ts';
import { ask, send } from './stripe-call.ts';
import { type ProcessorSubscription, toSubscription } from './stripe-shapes.ts';

export function subscriptionsOf(stripe: Stripe) {
  return {
    /** Newest first, with ended ones, up to 100. */
    async listSubscriptions(customer: string): Promise<ProcessorSubscription[]> {
      const params: Stripe.SubscriptionListParams = { customer, status: 'all', limit: 100 };
      const page = await ask(() => stripe.subscriptions.list({ ...params, expand: ['data.schedule'] }));
      return page.data.flatMap(toSubscription);
    },
    /** Atomic: if the payment is declined, there is no subscription. */
    async subscribe({ customer_id, price_id, request }: NewSubscription, write: Write): Promise<void> {
      const params: Stripe.SubscriptionCreateParams = {
        customer: customer_id,
        items: [{ price: price_id }],
        payment_behavior: 'error_if_incomplete',
        off_session: true,
        metadata: { request },
      };
      await send('subscribe', { params, write }, (...args) => stripe.subscriptions.create(...args));
    },
    async previewUpgrade(upgrade: Upgrade): Promise<{ amount: number; currency: string }> {
      const { customer_id: customer, subscription } = upgrade;
      const params = {
        customer,
        subscription: subscription.id,
        subscription_details: proration(upgrade),
      };
      const { amount_due, currency } = await ask(() => stripe.invoices.createPreview(params));
      return { amount: amount_due, currency };
    },
    /** Atomic. It also withdraws a cancellation. */
    async upgrade(upgrade: Upgrade & { request: string }, write: Write): Promise<void> {
      const params: Stripe.SubscriptionUpdateParams = {
        ...proration(upgrade),
        payment_behavior: 'error_if_incomplete',
        off_session: true,
        metadata: { request: upgrade.request },
      };
      await send(`upgrade/${upgrade.subscription.id}`, { params, write }, (...args) =>
        stripe.subscriptions.update(upgrade.subscription.id, ...args),
      );
    },
    /** Replaces an earlier scheduled change. */
    downgrade: (change: Downgrade, write: Write) => scheduleDowngrade(stripe, change, write),
    async releaseSchedule(scheduleId: string, write: Write): Promise<void> {
      await send(`release/${scheduleId}`, { params: {}, write }, (...args) =>
        stripe.subscriptionSchedules.release(scheduleId, ...args),
      );
    },
    async setCancellation(
      subscriptionId: string,
      cancel_at_period_end: boolean,
      write: Write,
    ): Promise<void> {
      const params = { cancel_at_period_end };
      await send(`cancel/${subscriptionId}`, { params, write }, (...args) =>
        stripe.subscriptions.update(subscriptionId, ...args),
      );
    },
  };
}

/** Preview and change use the same parameters, so that both have the same amount. */
function proration({ subscription, price_id, prorated_at }: Upgrade) {
  return {
    items: [{ id: subscription.item_id, price: price_id }],
    proration_behavior: 'always_invoice' as const,
    proration_date: Math.floor(prorated_at.getTime() / 1_000),
    // Sent only if needed, because Stripe rejects any parameter about cancellation for a subscription with a schedule.
    ...(subscription.cancel_at_period_end && { cancel_at_period_end: false }),
  };
}

/** Replaces the phases of an existing schedule, or creates a schedule. */
async function scheduleDowngrade(stripe: Stripe, change: Downgrade, write: Write): Promise<void> {
  const { subscription, price_id, interval } = change;
  const { id, phaseStart } = await openSchedule(stripe, change, write);
  const end_date = subscription.current_period_end.getTime() / 1_000;
  const params: Stripe.SubscriptionScheduleUpdateParams = {
    end_behavior: 'release',
    proration_behavior: 'none',
    phases: [
      { items: [{ price: subscription.price.id, quantity: 1 }], start_date: phaseStart, end_date },
      {
        items: [{ price: price_id, quantity: 1 }],
        duration: { interval, interval_count: 1 },
        proration_behavior: 'none',
      },
    ],
  };
  await send(`schedule/${id}`, { params, write }, (...args) =>
    stripe.subscriptionSchedules.update(id, ...args),
  );
}

async function openSchedule(stripe: Stripe, { subscription }: Downgrade, write: Write) {
  const { schedule } = subscription;
  if (schedule?.phase_start) return { id: schedule.id, phaseStart: schedule.phase_start.getTime() / 1_000 };
  const params = { from_subscription: subscription.id };
  const created = await send('schedule', { params, write }, (...args) =>
    stripe.subscriptionSchedules.create(...args),
  );
  const phaseStart = created.current_phase?.start_date ?? subscription.current_period_start.getTime() / 1_000;
  return { id: created.id, phaseStart };
}
