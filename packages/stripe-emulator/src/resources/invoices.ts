import type Stripe from 'stripe';
import { resolvePaymentMethod } from '../billing/cards.ts';
import { createInvoice, findSubscriptionId } from '../billing/invoices.ts';
import { finalize, tryToCollect } from '../billing/settle.ts';
import { readRecord, readText, requireText } from '../http/params.ts';
import { listRoute, type Route, retrieveRoute } from '../http/routes.ts';
import { get, getId, type State } from '../state.ts';
import { invalid, StripeApiError } from '../stripe-error.ts';
import { attach } from './payment-methods.ts';
import { readChange } from './subscriptions.ts';

const PATH = '/v1/invoices';
const DETAILS = ['cancel_at_period_end', 'items', 'proration_behavior', 'proration_date'];

export const invoiceRoutes: Route[] = [
  listRoute(PATH, 'invoice', {
    customer: (row, value) => row.customer === value,
    status: (row, value) => row.status === value,
    subscription: (row, value) => findSubscriptionId(row) === value,
  }),
  {
    method: 'POST',
    path: `${PATH}/create_preview`,
    accepts: ['customer', 'subscription', 'subscription_details'],
    /** The invoice that a price change would create. */
    run({ state, params }) {
      const id = requireText(params, 'subscription');
      const subscription = get(state, 'subscription', id, 'subscription');
      const customer = readText(params, 'customer') ?? subscription.customer;
      if (customer !== subscription.customer)
        throw invalid(`The subscription ${id} does not belong to the customer ${customer}.`, 'customer');
      if (subscription.ended_at !== null)
        throw new StripeApiError({
          status: 404,
          code: 'invoice_upcoming_none',
          message: `No upcoming invoices for customer: ${getId(subscription.customer)}`,
        });
      const details = readRecord(params, 'subscription_details', DETAILS) ?? {};
      const { lines } = readChange(state, subscription, details);
      return createInvoice(state, subscription, { lines, reason: 'upcoming' });
    },
  },
  retrieveRoute(PATH, 'invoice', 'invoice'),
  {
    method: 'POST',
    path: `${PATH}/:id/pay`,
    accepts: ['off_session'],
    run: ({ state, id }) => pay(state, id),
  },
];

/** Pays an invoice now, after finalizing a draft. A declined payment is an error, but its event stays. */
function pay(state: State, id: string, method?: string): Stripe.Invoice {
  let invoice = get(state, 'invoice', id, 'invoice');
  if (invoice.status === 'paid') throw invalid('Invoice is already paid', undefined, 'invoice_already_paid');
  if (invoice.status === 'void') throw invalid('This invoice is void and cannot be paid.');
  if (invoice.status === 'draft') invoice = finalize(state, invoice);
  const error = tryToCollect(state, invoice, method);
  if (error) throw new StripeApiError(error.facts, true);
  return get(state, 'invoice', id);
}

/** Pays an invoice like the customer on its page. */
export function confirmInvoice(state: State, id: string, token: string): Stripe.Invoice {
  const invoice = get(state, 'invoice', id, 'invoice');
  const method = attach(state, resolvePaymentMethod(state, token, 'payment_method'), getId(invoice.customer));
  return pay(state, id, method.id);
}
