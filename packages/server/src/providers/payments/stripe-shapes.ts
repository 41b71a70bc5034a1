import type Stripe from 'stripe';

/** The date of a timestamp in seconds. */
function toDate(seconds: number): Date {
  return new Date(seconds * 1_000);
}

function toOptionalDate(seconds: number | null): Date | null {
  return seconds === null ? null : toDate(seconds);
}

/** The ID of an object, which Stripe returns as an ID or expanded. */
export function getId(reference: string | { id: string }): string {
  return typeof reference === 'string' ? reference : reference.id;
}

export type Card = ReturnType<typeof toCard>[number];

/** Empty for a payment method that is not a card. */
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
    product_id: getId(price.product),
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
      current_period_start: toDate(item.current_period_start),
      current_period_end: toDate(item.current_period_end),
      cancel_at_period_end: subscription.cancel_at_period_end || endsWithPeriod,
      canceled_at: toOptionalDate(subscription.canceled_at),
      ended_at: toOptionalDate(subscription.ended_at),
      created_at: toDate(subscription.created),
      default_card_id: card && getId(card),
      /** The last of our requests that changed the items of the subscription. */
      request: subscription.metadata.request ?? null,
      schedule: toSchedule(subscription.schedule, item.current_period_start),
    },
  ];
}

function toSchedule(schedule: Stripe.Subscription['schedule'], periodStart: number) {
  if (!schedule) return null;
  if (typeof schedule === 'string') throw new Error('The schedule of a subscription was not expanded.');
  if (schedule.status !== 'active' && schedule.status !== 'not_started') return null;
  const nextPhase = schedule.phases.find(
    (phase) => phase.start_date > (schedule.current_phase?.start_date ?? periodStart),
  );
  const price = nextPhase?.items[0]?.price;
  return {
    id: schedule.id,
    phase_start: schedule.current_phase ? toDate(schedule.current_phase.start_date) : null,
    next: nextPhase && price ? { price_id: getId(price), starts_at: toDate(nextPhase.start_date) } : null,
  };
}

const STATUSES = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const;

export type ProcessorInvoice = ReturnType<typeof toInvoice>;

export function toInvoice(invoice: Stripe.Invoice) {
  // The paid period. The period of the invoice itself is the previous one.
  let [period] = invoice.lines.data.map((line) => line.period);
  for (const line of invoice.lines.data) if (period && line.period.end > period.end) period = line.period;
  return {
    id: invoice.id,
    number: invoice.number,
    status: STATUSES.find((name) => name === invoice.status) ?? 'draft',
    amount_due: invoice.amount_due,
    amount_paid: invoice.amount_paid,
    currency: invoice.currency,
    period_start: toDate(period?.start ?? invoice.period_start),
    period_end: toDate(period?.end ?? invoice.period_end),
    created_at: toDate(invoice.created),
    hosted_invoice_url: invoice.hosted_invoice_url ?? null,
    invoice_pdf: invoice.invoice_pdf ?? null,
  };
}
