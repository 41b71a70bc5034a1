import type Stripe from 'stripe';

type Timestamp = number;

function dateOf(seconds: Timestamp): Date {
  return new Date(seconds * 1_000);
}

function optionalDate(seconds: Timestamp | null): Date | null {
  return seconds === null ? null : dateOf(seconds);
}

/** The ID of an object, which Stripe returns as an ID or expanded. */
export function idOf(reference: string | { id: string }): string {
  return typeof reference === 'string' ? reference : reference.id;
}

export type Card = ReturnType<typeof toCard>[number];

export function toCard({ id, card }: Stripe.PaymentMethod) {
  if (!card) return [];
  const { brand, last4, exp_month, exp_year } = card;
  return [{ id, brand, last4, exp_month, exp_year }];
}

const INTERVALS = ['month', 'year'] as const;

export type Price = ReturnType<typeof toPrice>;

export function toPrice(price: Stripe.Price) {
  return {
    id: price.id,
    /** The slug of the plan that the price currently belongs to. */
    lookup_key: price.lookup_key,
    product_id: idOf(price.product),
    amount: price.unit_amount ?? 0,
    currency: price.currency,
    interval: INTERVALS.find((name) => name === price.recurring?.interval) ?? null,
  };
}

/** A subscription as the processor describes it. */
export type ProcessorSubscription = ReturnType<typeof toSubscription>[number];

/** A plan is one item, so a subscription without items is not ours. */
export function toSubscription(subscription: Stripe.Subscription) {
  const [item] = subscription.items.data;
  if (!item) return [];
  const { cancel_at, default_payment_method: card } = subscription;
  // The dashboard and newer billing modes set the date instead of the flag.
  const endsWithPeriod = cancel_at !== null && cancel_at <= item.current_period_end;
  return [
    {
      id: subscription.id,
      item_id: item.id,
      price: toPrice(item.price),
      status: subscription.status,
      current_period_start: dateOf(item.current_period_start),
      current_period_end: dateOf(item.current_period_end),
      cancel_at_period_end: subscription.cancel_at_period_end || endsWithPeriod,
      canceled_at: optionalDate(subscription.canceled_at),
      ended_at: optionalDate(subscription.ended_at),
      created_at: dateOf(subscription.created),
      default_card_id: card && idOf(card),
      /** The last of our requests that changed the items of the subscription. */
      request: subscription.metadata.request ?? null,
      schedule: toSchedule(subscription.schedule, item.current_period_start),
    },
  ];
}

function toSchedule(schedule: Stripe.Subscription['schedule'], periodStart: Timestamp) {
  if (!schedule) return null;
  if (typeof schedule === 'string') throw new Error('The schedule of a subscription was not expanded.');
  if (schedule.status !== 'active' && schedule.status !== 'not_started') return null;
  const next = schedule.phases.find(
    (phase) => phase.start_date > (schedule.current_phase?.start_date ?? periodStart),
  );
  const price = next?.items[0]?.price;
  return {
    id: schedule.id,
    phase_start: schedule.current_phase ? dateOf(schedule.current_phase.start_date) : null,
    next: next && price ? { price_id: idOf(price), starts_at: dateOf(next.start_date) } : null,
  };
}

const STATUSES = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const;

export type ProcessorInvoice = ReturnType<typeof toInvoice>;

export function toInvoice(invoice: Stripe.Invoice) {
  const period = paidPeriod(invoice);
  return {
    id: invoice.id,
    number: invoice.number,
    status: STATUSES.find((name) => name === invoice.status) ?? 'draft',
    amount_due: invoice.amount_due,
    amount_paid: invoice.amount_paid,
    currency: invoice.currency,
    period_start: dateOf(period.start),
    period_end: dateOf(period.end),
    created_at: dateOf(invoice.created),
    hosted_invoice_url: invoice.hosted_invoice_url ?? null,
    invoice_pdf: invoice.invoice_pdf ?? null,
  };
}

/** The paid period. The period of the invoice itself is the previous one. */
function paidPeriod({ lines, period_start, period_end }: Stripe.Invoice): {
  start: Timestamp;
  end: Timestamp;
} {
  const [first, ...others] = lines.data.map((line) => line.period);
  if (!first) return { start: period_start, end: period_end };
  return others.reduce((latest, period) => (period.end > latest.end ? period : latest), first);
}
