import type Stripe from 'stripe';
import { record } from '../emit.ts';
import { wholeList } from '../http/list.ts';
import { all, drop, get, idIn, idOf, newId, put, type State } from '../state.ts';
import { periodLine } from './invoice-lines.ts';
import { type Period, periodAt } from './periods.ts';
import { itemIn, periodOf, recurringOf, withPeriod } from './subscription-object.ts';

/** A smaller amount is not charged but added to the customer's balance. */
const MINIMUM_CHARGE = 50;

interface InvoiceFacts {
  lines: Stripe.InvoiceLineItem[];
  reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'upcoming';
  /** Default: this moment. */
  period?: Period;
}

/** Complete, but not stored yet: previews end here. */
function invoiceObject(
  state: State,
  subscription: Stripe.Subscription,
  { lines, reason, period = { start: state.now(), end: state.now() } }: InvoiceFacts,
): Stripe.Invoice {
  const customer = get(state, 'customer', idIn(subscription.customer), 'customer');
  const id = newId(reason === 'upcoming' ? 'upcoming_in' : 'in');
  return {
    ...constants(),
    id,
    created: state.now(),
    currency: subscription.currency,
    customer: customer.id,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_tax_exempt: customer.tax_exempt ?? 'none',
    billing_reason: reason,
    lines: wholeList(
      lines.map((line) => ({ ...line, invoice: id })),
      `/v1/invoices/${id}/lines`,
    ),
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    period_start: period.start,
    period_end: period.end,
    ...amounts(
      lines.reduce((total, { amount }) => total + amount, 0),
      customer.balance,
    ),
  };
}

/** A negative total or customer credit lowers the amount due, at most to zero. */
export function amounts(total: number, balance: number) {
  const open = total + balance;
  const due = open < MINIMUM_CHARGE ? 0 : open;
  return {
    amount_due: due,
    amount_paid: 0,
    amount_remaining: due,
    starting_balance: balance,
    subtotal: total,
    subtotal_excluding_tax: total,
    total,
    total_excluding_tax: total,
  };
}

/** The balance after the invoice is final: negative for credit, positive for small debts. */
export function endingBalance({ total, starting_balance, amount_due }: Stripe.Invoice): number {
  return total + starting_balance - amount_due;
}

export function subscriptionOf(invoice: Stripe.Invoice): string | undefined {
  return idOf(invoice.parent?.subscription_details?.subscription);
}

/** What an invoice of this processor begins with, whatever it is for. */
function constants() {
  return {
    object: 'invoice',
    account_country: 'US',
    account_name: 'Local payment processor',
    account_tax_ids: null,
    amount_overpaid: 0,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    collection_method: 'charge_automatically',
    confirmation_secret: null,
    custom_fields: null,
    customer_account: null,
    customer_shipping: null,
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    payments: wholeList([], '/v1/invoice_payments'),
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    test_clock: null,
    total_discount_amounts: [],
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  } satisfies Partial<Stripe.Invoice>;
}

/** How long a renewal stays a draft before it is collected. */
const DRAFT_S = 3_600;

function pendingOf(state: State, subscription: Stripe.Subscription) {
  return all(state, 'pending_line').filter((pending) => pending.subscription === subscription.id);
}

export function dropPending(state: State, subscription: Stripe.Subscription): void {
  for (const { id } of pendingOf(state, subscription)) drop(state, 'pending_line', id);
}

export function keepPending(state: State, subscription: string, lines: Stripe.InvoiceLineItem[]): void {
  for (const line of lines) put(state, 'pending_line', { id: newId('pl'), subscription, line });
}

/** An invoice of the lines and of all pending lines, not stored. */
export function unstored(
  state: State,
  subscription: Stripe.Subscription,
  facts: InvoiceFacts,
): Stripe.Invoice {
  const pending = pendingOf(state, subscription).map(({ line }) => line);
  return invoiceObject(state, subscription, { ...facts, lines: [...pending, ...facts.lines] });
}

/** A draft of the lines and of all pending lines. */
export function draftFor(
  state: State,
  subscription: Stripe.Subscription,
  facts: InvoiceFacts,
): Stripe.Invoice {
  const draft = unstored(state, subscription, facts);
  dropPending(state, subscription);
  return record(state, 'invoice', draft, 'created');
}

function nextPeriod(subscription: Stripe.Subscription): Period {
  const recurring = recurringOf(itemIn(subscription).price);
  return periodAt(subscription.billing_cycle_anchor, recurring, periodOf(subscription).end);
}

/** The invoice of the next renewal, not stored. */
export function renewalInvoice(
  state: State,
  subscription: Stripe.Subscription,
  { lines = [], reason }: { lines?: Stripe.InvoiceLineItem[]; reason: InvoiceFacts['reason'] },
): Stripe.Invoice {
  const renewed = periodLine(state, itemIn(subscription), nextPeriod(subscription));
  return unstored(state, subscription, {
    lines: [...lines, renewed],
    reason,
    period: periodOf(subscription),
  });
}

/** Moves a subscription into its next period, with a draft invoice that is collected an hour later. */
export function renewed(
  state: State,
  subscription: Stripe.Subscription,
): { item: Stripe.SubscriptionItem; invoice: Stripe.Invoice } {
  const collects = subscription.status !== 'unpaid';
  const draft = {
    ...renewalInvoice(state, subscription, { reason: 'subscription_cycle' }),
    auto_advance: collects,
    automatically_finalizes_at: collects ? state.now() + DRAFT_S : null,
  };
  dropPending(state, subscription);
  return {
    item: withPeriod(itemIn(subscription), nextPeriod(subscription)),
    invoice: record(state, 'invoice', draft, 'created'),
  };
}
