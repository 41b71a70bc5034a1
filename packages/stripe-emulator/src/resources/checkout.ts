import type Stripe from 'stripe';
import { resolvePaymentMethod } from '../billing/cards.ts';
import { productName } from '../billing/invoice-lines.ts';
import { expireSession, sessionConstants } from '../billing/session-object.ts';
import { record } from '../emit.ts';
import type { Params } from '../http/form.ts';
import { retrieveRoute, wholeList } from '../http/list.ts';
import { choiceOf, mergedMetadata, recordOf, requiredText, textOf } from '../http/params.ts';
import type { Call, Route } from '../http/route.ts';
import { invalid, parameterMissing } from '../http/stripe-error.ts';
import { get, idIn, newId, put, type State } from '../state.ts';
import { usablePrice } from './catalog.ts';
import { attach } from './payment-methods.ts';
import { createSubscription, oneItem } from './subscriptions.ts';

const PATH = '/v1/checkout/sessions';
const CREATE = [
  'currency',
  'customer',
  'line_items',
  'mode',
  'return_url',
  'subscription_data',
  'success_url',
  'ui_mode',
];
const OPEN_S = 24 * 3_600;

export const checkoutRoutes: Route[] = [
  { method: 'POST', path: PATH, accepts: CREATE, run: create },
  retrieveRoute(PATH, 'checkout.session', 'session'),
  {
    method: 'POST',
    path: `${PATH}/:id/expire`,
    accepts: [],
    run: ({ state, id }) => expireSession(state, openSession(state, id)),
  },
];

function create({ state, params }: Call): Stripe.Checkout.Session {
  const mode = choiceOf(params, 'mode', ['setup', 'subscription']);
  if (!mode) throw parameterMissing('mode');
  const uiMode = choiceOf(params, 'ui_mode', ['elements', 'embedded_page', 'hosted_page']) ?? 'hosted_page';
  const hosted = uiMode === 'hosted_page';
  checkUrls(params, hosted);
  const customer = get(state, 'customer', requiredText(params, 'customer'), 'customer');
  const id = newId('cs_test', 58);
  const line = mode === 'subscription' ? lineItem(state, params) : undefined;
  const session: Stripe.Checkout.Session = {
    ...sessionConstants(),
    id,
    amount_subtotal: line?.amount_subtotal ?? null,
    amount_total: line?.amount_total ?? null,
    client_secret: hosted ? null : `${id}_${newId('secret', 40)}`,
    created: state.now(),
    currency: line?.currency ?? null,
    customer: customer.id,
    customer_details: {
      address: null,
      business_name: null,
      email: customer.email,
      individual_name: null,
      name: customer.name ?? null,
      phone: null,
      tax_exempt: 'none',
      tax_ids: [],
    },
    expires_at: state.now() + OPEN_S,
    line_items: wholeList(line ? [line] : [], `${PATH}/${id}/line_items`),
    mode,
    payment_status: line ? 'unpaid' : 'no_payment_required',
    ...(!hosted && { redirect_on_completion: 'always', return_url: requiredText(params, 'return_url') }),
    success_url: textOf(params, 'success_url') ?? null,
    ui_mode: uiMode,
    url: hosted ? `${state.baseUrl}/_pages/checkout/${id}` : null,
  };
  put(state, 'checkout.session', session);
  const data = recordOf(params, 'subscription_data', ['metadata']) ?? {};
  put(state, 'checkout_data', { id, metadata: mergedMetadata(data) });
  return session;
}

function checkUrls(params: Params, hosted: boolean): void {
  if (params[hosted ? 'success_url' : 'return_url'] === undefined)
    throw parameterMissing(hosted ? 'success_url' : 'return_url');
  if (!hosted && params.success_url !== undefined)
    throw invalid('You can only pass `success_url` for a hosted page.', 'success_url');
}

function lineItem(state: State, params: Params): Stripe.LineItem {
  const price = usablePrice(state, requiredText(oneItem(params, 'line_items'), 'price'));
  const amount = price.unit_amount ?? 0;
  return {
    id: newId('li'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description: productName(state, price),
    metadata: {},
    price,
    quantity: 1,
  };
}

function openSession(state: State, id: string): Stripe.Checkout.Session {
  const session = get(state, 'checkout.session', id, 'session');
  if (session.status === 'open') return session;
  throw invalid(
    `Only Checkout Sessions with a status in ["open"] can be changed. This one is ${session.status}.`,
  );
}

/** What the customer does on the page; a declined card leaves the session open. */
export function completeCheckout(state: State, id: string, token: string): Stripe.Checkout.Session {
  const session = openSession(state, id);
  const method = attach(state, resolvePaymentMethod(state, token, 'payment_method'), idIn(session.customer));
  const subscription = session.mode === 'subscription' ? subscribe(state, session, method.id) : undefined;
  const done: Stripe.Checkout.Session = {
    ...session,
    client_secret: null,
    invoice: subscription?.latest_invoice ?? null,
    payment_status: subscription ? 'paid' : 'no_payment_required',
    status: 'complete',
    subscription: subscription?.id ?? null,
    url: null,
  };
  return record(state, 'checkout.session', done, 'completed');
}

function subscribe(state: State, session: Stripe.Checkout.Session, method: string): Stripe.Subscription {
  return createSubscription(state, {
    customer: idIn(session.customer),
    items: [{ price: idIn(session.line_items?.data[0]?.price) }],
    default_payment_method: method,
    metadata: get(state, 'checkout_data', session.id).metadata,
    payment_behavior: 'error_if_incomplete',
  });
}
