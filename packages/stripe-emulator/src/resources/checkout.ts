import type Stripe from 'stripe';
import { resolvePaymentMethod } from '../billing/cards.ts';
import { record } from '../emit.ts';
import { readChoice, requireText } from '../http/params.ts';
import { type Route, retrieveRoute } from '../http/routes.ts';
import { get, getId, newId, put, type State, stripeObject } from '../state.ts';
import { invalid, parameterMissing } from '../stripe-error.ts';
import { getPrice } from './catalog.ts';
import { attach } from './payment-methods.ts';
import { createSubscription, readItem } from './subscriptions.ts';

const PATH = '/v1/checkout/sessions';
const CREATE = ['customer', 'line_items', 'mode', 'return_url', 'ui_mode'];
const OPEN_S = 24 * 3_600;

export const checkoutRoutes: Route[] = [
  {
    method: 'POST',
    path: PATH,
    accepts: CREATE,
    /** Creates an embedded checkout of a subscription. Other kinds are not supported. */
    run({ state, params }) {
      if (!readChoice(params, 'mode', ['subscription'])) throw parameterMissing('mode');
      if (!readChoice(params, 'ui_mode', ['embedded_page'])) throw parameterMissing('ui_mode');
      const customer = get(state, 'customer', requireText(params, 'customer'), 'customer');
      const price = getPrice(state, requireText(readItem(params, 'line_items'), 'price'));
      const id = newId('cs_test', 58);
      const session = stripeObject<Stripe.Checkout.Session>({
        id,
        object: 'checkout.session',
        amount_total: price.unit_amount,
        client_secret: `${id}_${newId('secret', 40)}`,
        created: state.now(),
        currency: price.currency,
        customer: customer.id,
        expires_at: state.now() + OPEN_S,
        line_items: { data: [{ price, quantity: 1 }] },
        mode: 'subscription',
        payment_status: 'unpaid',
        return_url: requireText(params, 'return_url'),
        status: 'open',
        subscription: null,
        ui_mode: 'embedded_page',
      });
      return put(state, 'checkout.session', session);
    },
  },
  retrieveRoute(PATH, 'checkout.session', 'session'),
  {
    method: 'POST',
    path: `${PATH}/:id/expire`,
    accepts: [],
    run: ({ state, id }) => expireSession(state, openSession(state, id)),
  },
];

/** The session; throws if it is no longer open. */
function openSession(state: State, id: string): Stripe.Checkout.Session {
  const session = get(state, 'checkout.session', id, 'session');
  if (session.status === 'open') return session;
  throw invalid(
    `Only Checkout Sessions with a status in ["open"] can be changed. This one is ${session.status}.`,
  );
}

export function expireSession(state: State, session: Stripe.Checkout.Session): Stripe.Checkout.Session {
  const expired = { ...session, client_secret: null, status: 'expired' } as const;
  return record(state, 'checkout.session', expired, 'expired');
}

/** Pays like the customer on the page. After a declined card, the session stays open. */
export function completeCheckout(state: State, id: string, token: string): Stripe.Checkout.Session {
  const session = openSession(state, id);
  const customer = getId(session.customer);
  const method = attach(state, resolvePaymentMethod(state, token, 'payment_method'), customer);
  const subscription = createSubscription(state, {
    customer,
    items: [{ price: getId(session.line_items?.data[0]?.price) }],
    default_payment_method: method.id,
  });
  const done: Stripe.Checkout.Session = {
    ...session,
    client_secret: null,
    payment_status: 'paid',
    status: 'complete',
    subscription: subscription.id,
  };
  return record(state, 'checkout.session', done, 'completed');
}
