import type Stripe from 'stripe';
import { resolvePaymentMethod } from '../billing/cards.ts';
import { invoiceObject, subscriptionOf } from '../billing/invoices.ts';
import { collect, finalize } from '../billing/settle.ts';
import { recordOf, requiredText, textOf } from '../http/params.ts';
import { type Call, listRoute, type Route, retrieveRoute } from '../http/routes.ts';
import { get, idIn, type State } from '../state.ts';
import { invalid, StripeFault } from '../stripe-error.ts';
import { attach } from './payment-methods.ts';
import { changeFrom } from './subscriptions.ts';

const PATH = '/v1/invoices';
const DETAILS = ['cancel_at_period_end', 'items', 'proration_behavior', 'proration_date'];

export const invoiceRoutes: Route[] = [
  listRoute(PATH, 'invoice', {
    customer: (row, value) => row.customer === value,
    status: (row, value) => row.status === value,
    subscription: (row, value) => subscriptionOf(row) === value,
  }),
  {
    method: 'POST',
    path: `${PATH}/create_preview`,
    accepts: ['customer', 'subscription', 'subscription_details'],
    run: preview,
  },
  retrieveRoute(PATH, 'invoice', 'invoice'),
  {
    method: 'POST',
    path: `${PATH}/:id/pay`,
    accepts: ['off_session'],
    run: ({ state, id }) => pay(state, id),
  },
];

function pay(state: State, id: string, method?: string): Stripe.Invoice {
  const found = get(state, 'invoice', id, 'invoice');
  if (found.status === 'paid') throw invalid('Invoice is already paid', undefined, 'invoice_already_paid');
  if (found.status === 'void') throw invalid('This invoice is void and cannot be paid.');
  const invoice = found.status === 'draft' ? finalize(state, found) : found;
  const fault = collect(state, invoice, method);
  if (fault) throw new StripeFault(fault.facts, true);
  return get(state, 'invoice', id);
}

/** Pays an invoice like the customer on its page. */
export function confirmInvoice(state: State, id: string, token: string): Stripe.Invoice {
  const invoice = get(state, 'invoice', id, 'invoice');
  const method = attach(state, resolvePaymentMethod(state, token, 'payment_method'), idIn(invoice.customer));
  return pay(state, id, method.id);
}

/** The invoice that a price change would create. */
function preview({ state, params }: Call): Stripe.Invoice {
  const id = requiredText(params, 'subscription');
  const subscription = get(state, 'subscription', id, 'subscription');
  const customer = textOf(params, 'customer') ?? subscription.customer;
  if (customer !== subscription.customer)
    throw invalid(`The subscription ${id} does not belong to the customer ${customer}.`, 'customer');
  if (subscription.ended_at !== null)
    throw new StripeFault({
      status: 404,
      code: 'invoice_upcoming_none',
      message: `No upcoming invoices for customer: ${idIn(subscription.customer)}`,
    });
  const details = recordOf(params, 'subscription_details', DETAILS) ?? {};
  const { lines } = changeFrom(state, subscription, details);
  return invoiceObject(state, subscription, { lines, reason: 'upcoming' });
}
