import type Stripe from 'stripe';
import type { Downgrade, NewSubscription, Upgrade, Write } from './payments.ts';
import { callStripe, sendIdempotently } from './stripe-call.ts';
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
      await sendIdempotently({ operation: 'subscribe', params, write }, (sentParams, options) =>
        stripe.subscriptions.create(sentParams, options),
      );
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
      await sendIdempotently(
        { operation: `upgrade/${upgrade.subscription.id}`, params, write },
        (sentParams, options) => stripe.subscriptions.update(upgrade.subscription.id, sentParams, options),
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
        const newSchedule = await sendIdempotently(
          { operation: 'schedule', params, write },
          (sentParams, options) => stripe.subscriptionSchedules.create(sentParams, options),
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
      await sendIdempotently({ operation: `schedule/${id}`, params, write }, (sentParams, options) =>
        stripe.subscriptionSchedules.update(id, sentParams, options),
      );
    },
    async releaseSchedule(scheduleId: string, write: Write): Promise<void> {
      await sendIdempotently(
        { operation: `release/${scheduleId}`, params: {}, write },
        (sentParams, options) => stripe.subscriptionSchedules.release(scheduleId, sentParams, options),
      );
    },
    async setCancellation(
      subscriptionId: string,
      cancel_at_period_end: boolean,
      write: Write,
    ): Promise<void> {
      const params = { cancel_at_period_end };
      await sendIdempotently(
        { operation: `cancel/${subscriptionId}`, params, write },
        (sentParams, options) => stripe.subscriptions.update(subscriptionId, sentParams, options),
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
