import type Stripe from 'stripe';
import { wholeList } from '../http/list.ts';
import { all, get, idIn, idOf, newId, type State } from '../state.ts';
import { sum } from './invoice-lines.ts';

/** A smaller amount is not charged but added to the customer's balance. */
const MINIMUM_CHARGE = 50;

export interface InvoiceFacts {
  customer: string;
  subscription: Stripe.Subscription | undefined;
  lines: Stripe.InvoiceLineItem[];
  reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'upcoming';
  period: { start: number; end: number };
  currency: string;
  proration_date?: number;
}

/** Complete, but not stored yet: previews end here. */
export function invoiceObject(state: State, facts: InvoiceFacts): Stripe.Invoice {
  const customer = get(state, 'customer', facts.customer, 'customer');
  const id = newId(facts.reason === 'upcoming' ? 'upcoming_in' : 'in');
  const lines = facts.lines.map((line) => ({ ...line, invoice: id }));
  return {
    ...constants(),
    id,
    created: state.now(),
    currency: facts.currency,
    customer: customer.id,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_tax_exempt: customer.tax_exempt ?? 'none',
    billing_reason: facts.reason,
    default_payment_method: null,
    lines: wholeList(lines, `/v1/invoices/${id}/lines`),
    parent: facts.subscription ? parentOf(facts.subscription, facts.proration_date) : null,
    payments: wholeList([], `/v1/invoice_payments`),
    period_start: facts.period.start,
    period_end: facts.period.end,
    receipt_number: null,
    ...amounts(sum(lines), customer.balance),
    confirmation_secret: null,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
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

export function invoicesOf(state: State, subscription: string): Stripe.Invoice[] {
  return all(state, 'invoice').filter((invoice) => subscriptionOf(invoice) === subscription);
}

/** Each customer has a separate series of numbers. */
export function nextNumber(state: State, invoice: Stripe.Invoice): string {
  const customer = get(state, 'customer', idIn(invoice.customer));
  return `${customer.invoice_prefix}-${String(customer.next_invoice_sequence ?? 1).padStart(4, '0')}`;
}

function parentOf(
  subscription: Stripe.Subscription,
  prorationDate: number | undefined,
): Stripe.Invoice.Parent {
  return {
    quote_details: null,
    subscription_details: {
      metadata: subscription.metadata,
      subscription: subscription.id,
      ...(prorationDate === undefined ? {} : { subscription_proration_date: prorationDate }),
    },
    type: 'subscription_details',
  };
}

type Constants = Omit<
  Stripe.Invoice,
  | keyof ReturnType<typeof amounts>
  | 'id'
  | 'created'
  | 'currency'
  | 'customer'
  | 'customer_address'
  | 'customer_email'
  | 'customer_name'
  | 'customer_phone'
  | 'customer_tax_exempt'
  | 'billing_reason'
  | 'default_payment_method'
  | 'lines'
  | 'parent'
  | 'payments'
  | 'period_start'
  | 'period_end'
  | 'receipt_number'
  | 'confirmation_secret'
  | 'status'
  | 'status_transitions'
>;

function constants(): Constants {
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
    custom_fields: null,
    customer_account: null,
    customer_shipping: null,
    customer_tax_ids: [],
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
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    statement_descriptor: null,
    test_clock: null,
    total_discount_amounts: [],
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  };
}
