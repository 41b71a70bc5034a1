import type Stripe from 'stripe';
import { resolvePaymentMethod } from '../billing/cards.ts';
import { record } from '../emit.ts';
import { type Params, readChoice, readList, readText, requireText } from '../http/params.ts';
import { type Route, retrieveRoute } from '../http/routes.ts';
import { get, getId, newId, put, type State, stripeObject } from '../state.ts';
import { invalid, parameterMissing } from '../stripe-error.ts';
import { getPrice } from './catalog.ts';
import { attach } from './payment-methods.ts';
import { createSubscription, readItem } from './subscriptions.ts';

const PATH = '/v1/checkout/sessions';
const CREATE = [
  ...[
    'cancel_url',
    'customer',
    'line_items',
    'mode',
    'allowed_payment_method_types',
    'return_url',
    'success_url',
  ],
  'ui_mode',
];
const OPEN_S = 24 * 3_600;

export const checkoutRoutes: Route[] = [
  {
    method: 'POST',
    path: PATH,
    accepts: CREATE,
    /** Creates an embedded checkout of a subscription, or a page that sets up a card. Other kinds are not supported. */
    run({ state, params }) {
      const mode = readChoice(params, 'mode', ['subscription', 'setup']);
      if (mode === undefined) throw parameterMissing('mode');
      const customer = get(state, 'customer', requireText(params, 'customer'), 'customer');
      const id = newId('cs_test', 58);
      const session = {
        id,
        object: 'checkout.session',
        created: state.now(),
        customer: customer.id,
        expires_at: state.now() + OPEN_S,
        mode,
        status: 'open',
        subscription: null,
      } satisfies SessionDetails;
      const details = mode === 'setup' ? cardPage(params, id) : embeddedCheckout(state, params, id);
      return put(
        state,
        'checkout.session',
        stripeObject<Stripe.Checkout.Session>({ ...session, ...details }),
      );
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

type SessionDetails = Parameters<typeof stripeObject<Stripe.Checkout.Session>>[0];

function embeddedCheckout(state: State, params: Params, id: string): SessionDetails {
  if (!readChoice(params, 'ui_mode', ['embedded_page'])) throw parameterMissing('ui_mode');
  const price = getPrice(state, requireText(readItem(params, 'line_items'), 'price'));
  return {
    amount_total: price.unit_amount,
    client_secret: `${id}_${newId('secret', 40)}`,
    currency: price.currency,
    line_items: { data: [{ price, quantity: 1 }] },
    payment_status: 'unpaid',
    return_url: requireText(params, 'return_url'),
    ui_mode: 'embedded_page',
  };
}

function cardPage(params: Params, id: string): SessionDetails {
  if (!readChoice(params, 'ui_mode', ['hosted_page'])) throw parameterMissing('ui_mode');
  if (readList(params, 'allowed_payment_method_types').join() !== 'card')
    throw invalid('Only cards can be set up here.', 'allowed_payment_method_types');
  return {
    amount_total: null,
    client_secret: null,
    currency: null,
    payment_status: 'no_payment_required',
    success_url: requireText(params, 'success_url'),
    cancel_url: readText(params, 'cancel_url') ?? null,
    ui_mode: 'hosted_page',
    url: `https://checkout.stripe.com/c/pay/${id}`,
  };
}

/** The session; throws if it is no longer open. */
function openSession(state: State, id: string): Stripe.Checkout.Session {
  const session = get(state, 'checkout.session', id, 'session');
  if (session.status === 'open') return session;
  throw invalid(
    `Only Checkout Sessions with a status in ["open"] can be changed. This one is ${session.status}.`,
  );
}

export function expireSession(state: State, session: Stripe.Checkout.Session): Stripe.Checkout.Session {
  const expired = { ...session, client_secret: null, url: null, status: 'expired' } as const;
  return record(state, 'checkout.session', expired, 'expired');
}

/** Pays, or saves a card, like the customer on the page. After a declined card, the session stays open. */
export function completeCheckout(state: State, id: string, token: string): Stripe.Checkout.Session {
  const session = openSession(state, id);
  const customer = getId(session.customer);
  const method = attach(state, resolvePaymentMethod(state, token, 'payment_method'), customer);
  const done: Stripe.Checkout.Session = { ...session, client_secret: null, url: null, status: 'complete' };
  if (session.mode === 'subscription') {
    const subscription = createSubscription(state, {
      customer,
      items: [{ price: getId(session.line_items?.data[0]?.price) }],
      default_payment_method: method.id,
    });
    done.payment_status = 'paid';
    done.subscription = subscription.id;
  }
  return record(state, 'checkout.session', done, 'completed');
}
