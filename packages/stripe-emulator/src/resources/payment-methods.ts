import type Stripe from 'stripe';
import { checkUsable, resolvePaymentMethod } from '../billing/cards.ts';
import { record, update } from '../emit.ts';
import { requireText } from '../http/params.ts';
import { listRoute, type Route, retrieveRoute } from '../http/routes.ts';
import { all, find, findId, get, put, type State } from '../state.ts';
import { invalid } from '../stripe-error.ts';

const PATH = '/v1/payment_methods';

export const paymentMethodRoutes: Route[] = [
  listRoute(PATH, 'payment_method', {
    customer: (row, value) => row.customer === value,
    type: (row, value) => row.type === value,
  }),
  retrieveRoute(PATH, 'payment_method', 'payment_method'),
  {
    method: 'POST',
    path: `${PATH}/:id/attach`,
    accepts: ['customer'],
    run: ({ state, params, id }) => {
      const customer = get(state, 'customer', requireText(params, 'customer'), 'customer');
      return attach(state, resolvePaymentMethod(state, id, 'payment_method'), customer.id);
    },
  },
  {
    method: 'POST',
    path: `${PATH}/:id/detach`,
    accepts: [],
    run({ state, id }) {
      const method = get(state, 'payment_method', id, 'payment_method');
      if (method.customer === null)
        throw invalid(
          'The payment method you provided is not attached to a customer so detachment is impossible.',
          'payment_method',
        );
      const owner = find(state, 'customer', findId(method.customer) ?? '');
      const card = find(state, 'card', method.id);
      if (card) put(state, 'card', { ...card, detached: true });
      const detached = record(state, 'payment_method', { ...method, customer: null }, 'detached', method);
      // Everything paid by this card falls back to the remaining one.
      if (owner?.invoice_settings.default_payment_method === method.id)
        update(state, 'customer', owner, {
          invoice_settings: { ...owner.invoice_settings, default_payment_method: null },
        });
      for (const subscription of all(state, 'subscription'))
        if (subscription.default_payment_method === method.id)
          update(state, 'subscription', subscription, { default_payment_method: null });
      return detached;
    },
  },
];

/** A method that the customer already has stays unchanged. */
export function attach(state: State, method: Stripe.PaymentMethod, customer: string): Stripe.PaymentMethod {
  checkUsable(state, method, customer);
  if (findId(method.customer) === customer) return method;
  return record(state, 'payment_method', { ...method, customer }, 'attached');
}
