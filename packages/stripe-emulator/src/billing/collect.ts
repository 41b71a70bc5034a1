import type Stripe from 'stripe';
import { emit } from '../emit.ts';
import { wholeList } from '../http/list.ts';
import { StripeFault } from '../http/stripe-error.ts';
import { find, get, idIn, idOf, newId, put, type State } from '../state.ts';
import { cardFault, declineFor } from './cards.ts';
import { amounts, endingBalance, nextNumber, subscriptionOf } from './invoice-object.ts';

const DAY_S = 86_400;

export function storeDraft(state: State, invoice: Stripe.Invoice): Stripe.Invoice {
  put(state, 'invoice', invoice);
  emit(state, 'invoice.created', invoice);
  return invoice;
}

/** Assigns the invoice number and applies the customer's balance. An invoice with nothing due is paid. */
export function finalize(state: State, draft: Stripe.Invoice): Stripe.Invoice {
  const customer = get(state, 'customer', idIn(draft.customer));
  const number = nextNumber(state, draft);
  const due = { ...draft, ...amounts(draft.total, customer.balance) };
  const open: Stripe.Invoice = {
    ...due,
    automatically_finalizes_at: null,
    confirmation_secret:
      due.amount_due > 0
        ? { client_secret: `${newId('pi')}_secret_${newId('x').slice(2)}`, type: 'payment_intent' }
        : null,
    effective_at: state.now(),
    ending_balance: endingBalance(due),
    hosted_invoice_url: `${state.baseUrl}/_pages/invoices/${draft.id}`,
    invoice_pdf: `${state.baseUrl}/_pages/invoices/${draft.id}/pdf`,
    number,
    status: 'open',
    status_transitions: { ...draft.status_transitions, finalized_at: state.now() },
  };
  put(state, 'customer', {
    ...customer,
    balance: endingBalance(due),
    next_invoice_sequence: (customer.next_invoice_sequence ?? 1) + 1,
  });
  put(state, 'invoice', open);
  emit(state, 'invoice.finalized', open);
  return open.amount_due > 0 ? open : markPaid(state, open, undefined);
}

/** The card that renewals are taken from. */
export function payingMethod(state: State, invoice: Stripe.Invoice): string | undefined {
  const subscription = find(state, 'subscription', subscriptionOf(invoice) ?? '');
  const customer = get(state, 'customer', idIn(invoice.customer));
  return idOf(subscription?.default_payment_method) ?? idOf(customer.invoice_settings.default_payment_method);
}

/** Tries one payment; returns the updated invoice, and the reason if it is not paid. */
export function tryPayment(
  state: State,
  invoice: Stripe.Invoice,
  method: string | undefined,
): { invoice: Stripe.Invoice; fault: StripeFault | undefined } {
  if (method === undefined) return { invoice: markFailed(state, invoice), fault: noMethod() };
  const decline = declineFor(state, method);
  if (!decline) return { invoice: markPaid(state, invoice, method), fault: undefined };
  const fault = cardFault(decline, { payment_method: find(state, 'payment_method', method) });
  return { invoice: markFailed(state, invoice), fault };
}

export function noMethod(): StripeFault {
  return new StripeFault({
    code: 'resource_missing',
    message:
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method.',
  });
}

function markPaid(state: State, invoice: Stripe.Invoice, method: string | undefined): Stripe.Invoice {
  const paid: Stripe.Invoice = {
    ...invoice,
    ...(method === undefined
      ? {}
      : { attempt_count: invoice.attempt_count + 1, payments: paymentList(state, invoice) }),
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...invoice.status_transitions, paid_at: state.now() },
  };
  put(state, 'invoice', paid);
  emit(state, 'invoice.paid', paid);
  emit(state, 'invoice.payment_succeeded', paid);
  return paid;
}

/** The first payment of a subscription waits for the customer; all others are retried automatically. */
function markFailed(state: State, invoice: Stripe.Invoice): Stripe.Invoice {
  const attempts = invoice.attempt_count + 1;
  const wait = state.dunning.retry_days[attempts - 1];
  const again = invoice.billing_reason !== 'subscription_create' && wait !== undefined;
  const failed: Stripe.Invoice = {
    ...invoice,
    attempt_count: attempts,
    attempted: true,
    next_payment_attempt: again ? state.now() + wait * DAY_S : null,
  };
  put(state, 'invoice', failed);
  emit(state, 'invoice.payment_failed', failed);
  return failed;
}

export function voidInvoice(state: State, invoice: Stripe.Invoice): Stripe.Invoice {
  const voided: Stripe.Invoice = {
    ...invoice,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'void',
    status_transitions: { ...invoice.status_transitions, voided_at: state.now() },
  };
  put(state, 'invoice', voided);
  emit(state, 'invoice.voided', voided);
  return voided;
}

function paymentList(state: State, invoice: Stripe.Invoice): Stripe.ApiList<Stripe.InvoicePayment> {
  const intent = invoice.confirmation_secret?.client_secret.split('_secret_')[0] ?? newId('pi');
  const payment: Stripe.InvoicePayment = {
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_paid: invoice.amount_due,
    amount_requested: invoice.amount_due,
    created: state.now(),
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent, type: 'payment_intent' },
    status: 'paid',
    status_transitions: { canceled_at: null, paid_at: state.now() },
  };
  return wholeList([payment], '/v1/invoice_payments');
}
