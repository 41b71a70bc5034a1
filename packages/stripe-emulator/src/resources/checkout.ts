import type Stripe from 'stripe';
import { resolvePaymentMethod } from '../billing/cards.ts';
import { productName } from '../billing/invoice-lines.ts';
import { sessionConstants } from '../billing/session-object.ts';
import { emit } from '../emit.ts';
import type { Params } from '../http/form.ts';
import { PAGING, page, wholeList } from '../http/list.ts';
import {
  choiceOf,
  integerOf,
  mergedMetadata,
  recordOf,
  recordsOf,
  requiredText,
  textOf,
} from '../http/params.ts';
import { type Call, idFrom, type Route } from '../http/route.ts';
import { invalid, parameterMissing } from '../http/stripe-error.ts';
import { all, find, get, idIn, newId, put, type State } from '../state.ts';
import { createSubscription } from './create-subscription.ts';
import { usablePrice } from './item-changes.ts';
import { attach } from './payment-methods.ts';

const PATH = '/v1/checkout/sessions';
const CREATE = [
  'cancel_url',
  'client_reference_id',
  'currency',
  'customer',
  'expand',
  'line_items',
  'metadata',
  'mode',
  'redirect_on_completion',
  'return_url',
  'subscription_data',
  'success_url',
  'ui_mode',
];
const OPEN_S = 24 * 3_600;
const SUBSCRIPTION_DATA = ['description', 'metadata'];

export const checkoutRoutes: Route[] = [
  { method: 'POST', path: PATH, accepts: CREATE, run: create },
  {
    method: 'GET',
    path: PATH,
    accepts: [...PAGING, 'created', 'customer', 'status', 'subscription'],
    run: list,
  },
  { method: 'GET', path: `${PATH}/:id`, accepts: ['expand'], run: retrieve },
  { method: 'POST', path: `${PATH}/:id/expire`, accepts: ['expand'], run: expire },
];

function create({ state, params }: Call): Stripe.Checkout.Session {
  const mode = choiceOf(params, 'mode', ['setup', 'subscription']);
  if (!mode) throw parameterMissing('mode');
  const uiMode = choiceOf(params, 'ui_mode', ['elements', 'embedded_page', 'hosted_page']) ?? 'hosted_page';
  checkUrls(params, uiMode);
  const customer = get(state, 'customer', requiredText(params, 'customer'), 'customer');
  const id = newId('cs_test', 58);
  const lines = mode === 'subscription' ? lineItems(state, params) : [];
  const total = lines.reduce((sum, line) => sum + line.amount_total, 0);
  const session: Stripe.Checkout.Session = {
    ...sessionConstants(),
    id,
    amount_subtotal: mode === 'setup' ? null : total,
    amount_total: mode === 'setup' ? null : total,
    cancel_url: textOf(params, 'cancel_url') ?? null,
    client_reference_id: textOf(params, 'client_reference_id') ?? null,
    client_secret: uiMode === 'hosted_page' ? null : `${id}_secret_${newId('x', 40).slice(2)}`,
    created: state.now(),
    currency: lines[0]?.currency ?? null,
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
    line_items: wholeList(lines, `${PATH}/${id}/line_items`),
    metadata: mergedMetadata(params),
    mode,
    payment_status: mode === 'setup' ? 'no_payment_required' : 'unpaid',
    ...(uiMode === 'hosted_page'
      ? {}
      : { redirect_on_completion: textOf(params, 'redirect_on_completion') ?? 'always' }),
    ...(textOf(params, 'return_url') === undefined ? {} : { return_url: requiredText(params, 'return_url') }),
    success_url: textOf(params, 'success_url') ?? null,
    ui_mode: uiMode,
    url: uiMode === 'hosted_page' ? `${state.baseUrl}/_pages/checkout/${id}` : null,
  };
  put(state, 'checkout.session', session);
  put(state, 'checkout_data', { id, params: subscriptionData(params) });
  return session;
}

function checkUrls(params: Params, uiMode: string): void {
  const hosted = uiMode === 'hosted_page';
  if (hosted && textOf(params, 'success_url') === undefined) throw parameterMissing('success_url');
  if (!hosted && textOf(params, 'success_url') !== undefined)
    throw invalid(`You can not pass \`success_url\` if \`ui_mode\` is \`${uiMode}\`.`, 'success_url');
  const returns = textOf(params, 'redirect_on_completion') !== 'never';
  if (!hosted && returns && textOf(params, 'return_url') === undefined) throw parameterMissing('return_url');
}

function lineItems(state: State, params: Params): Stripe.LineItem[] {
  const items = recordsOf(params, 'line_items');
  if (items.length === 0) throw parameterMissing('line_items');
  return items.map((item) => {
    const price = usablePrice(state, requiredText(item, 'price'));
    const quantity = integerOf(item, 'quantity') ?? 1;
    const amount = quantity * (price.unit_amount ?? 0);
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
      quantity,
    };
  });
}

function subscriptionData(params: Params): Params {
  const data = recordOf(params, 'subscription_data') ?? {};
  const strange = Object.keys(data).find((name) => !SUBSCRIPTION_DATA.includes(name));
  if (strange)
    throw invalid(
      `\`subscription_data[${strange}]\` is not known here.`,
      `subscription_data[${strange}]`,
      'parameter_unknown',
    );
  return data;
}

function list({ state, params, url }: Call) {
  const [customer, status, subscription] = ['customer', 'status', 'subscription'].map((name) =>
    textOf(params, name),
  );
  const rows = all(state, 'checkout.session').filter(
    (row) =>
      (customer === undefined || row.customer === customer) &&
      (status === undefined || row.status === status) &&
      (subscription === undefined || row.subscription === subscription),
  );
  return page(rows, params, url);
}

function retrieve(call: Call): Stripe.Checkout.Session {
  return get(call.state, 'checkout.session', idFrom(call), 'session');
}

function expire(call: Call): Stripe.Checkout.Session {
  const session = retrieve(call);
  checkOpen(session);
  const expired = put(call.state, 'checkout.session', { ...session, client_secret: null, status: 'expired' });
  emit(call.state, 'checkout.session.expired', expired);
  return expired;
}

function checkOpen(session: Stripe.Checkout.Session): void {
  if (session.status !== 'open')
    throw invalid(
      `Only Checkout Sessions with a status in ["open"] can be changed. This one is ${session.status}.`,
    );
}

/** What the customer does on the page; a declined card leaves the session open. */
export function completeCheckout(state: State, id: string, token: string): Stripe.Checkout.Session {
  const session = get(state, 'checkout.session', id, 'session');
  checkOpen(session);
  const customer = idIn(session.customer);
  const method = attach(state, resolvePaymentMethod(state, token, 'payment_method'), customer);
  const subscription = session.mode === 'subscription' ? subscribe(state, session, method.id) : undefined;
  const done = put(state, 'checkout.session', {
    ...session,
    client_secret: null,
    invoice: subscription?.latest_invoice ?? null,
    payment_status: subscription ? 'paid' : 'no_payment_required',
    status: 'complete',
    subscription: subscription?.id ?? null,
    url: null,
  });
  emit(state, 'checkout.session.completed', done);
  return done;
}

function subscribe(state: State, session: Stripe.Checkout.Session, method: string): Stripe.Subscription {
  const items = (session.line_items?.data ?? []).map((line) => ({
    price: idIn(line.price),
    quantity: String(line.quantity ?? 1),
  }));
  return createSubscription(state, {
    ...find(state, 'checkout_data', session.id)?.params,
    customer: idIn(session.customer),
    items,
    default_payment_method: method,
    payment_behavior: 'error_if_incomplete',
  });
}
