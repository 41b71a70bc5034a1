import type Stripe from 'stripe';
import type { Downgrade, NewSubscription, Upgrade, Write } from './payments.ts';
import { callStripe, sendWrite } from './stripe-call.ts';
import { type ProcessorSubscription, toSubscription } from './stripe-shapes.ts';

export function subscriptionCalls(stripe: Stripe) {
  return {
    /** Newest first, with ended ones, up to 100. */
    async listSubscriptions(customer: string): Promise<ProcessorSubscription[]> {
      const params: Stripe.SubscriptionListParams = { customer, status: 'all', limit: 100 };
      const page = await callStripe(() =>
        stripe.subscriptions.list({ ...params, expand: ['data.schedule'] }),
      );
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
      await sendWrite('subscribe', { params, write }, (...args) => stripe.subscriptions.create(...args));
    },
    async previewUpgrade(upgrade: Upgrade): Promise<{ amount: number; currency: string }> {
      const { customer_id: customer, subscription } = upgrade;
      const params = {
        customer,
        subscription: subscription.id,
        subscription_details: proration(upgrade),
      };
      const { amount_due, currency } = await callStripe(() => stripe.invoices.createPreview(params));
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
      await sendWrite(`upgrade/${upgrade.subscription.id}`, { params, write }, (...args) =>
        stripe.subscriptions.update(upgrade.subscription.id, ...args),
      );
    },
    /** Replaces the phases of an existing schedule, or creates a schedule. */
    async downgrade({ subscription, price_id, interval }: Downgrade, write: Write): Promise<void> {
      const { schedule } = subscription;
      let id: string;
      let start_date = subscription.current_period_start.getTime() / 1_000;
      if (schedule?.phase_start) {
        id = schedule.id;
        start_date = schedule.phase_start.getTime() / 1_000;
      } else {
        const params = { from_subscription: subscription.id };
        const newSchedule = await sendWrite('schedule', { params, write }, (...args) =>
          stripe.subscriptionSchedules.create(...args),
        );
        id = newSchedule.id;
        start_date = newSchedule.current_phase?.start_date ?? start_date;
      }
      const end_date = subscription.current_period_end.getTime() / 1_000;
      const params: Stripe.SubscriptionScheduleUpdateParams = {
        end_behavior: 'release',
        proration_behavior: 'none',
        phases: [
          { items: [{ price: subscription.price.id, quantity: 1 }], start_date, end_date },
          {
            items: [{ price: price_id, quantity: 1 }],
            duration: { interval, interval_count: 1 },
            proration_behavior: 'none',
          },
        ],
      };
      await sendWrite(`schedule/${id}`, { params, write }, (...args) =>
        stripe.subscriptionSchedules.update(id, ...args),
      );
    },
    async releaseSchedule(scheduleId: string, write: Write): Promise<void> {
      await sendWrite(`release/${scheduleId}`, { params: {}, write }, (...args) =>
        stripe.subscriptionSchedules.release(scheduleId, ...args),
      );
    },
    async setCancellation(
      subscriptionId: string,
      cancel_at_period_end: boolean,
      write: Write,
    ): Promise<void> {
      const params = { cancel_at_period_end };
      await sendWrite(`cancel/${subscriptionId}`, { params, write }, (...args) =>
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
