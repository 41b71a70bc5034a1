import type Stripe from 'stripe';
import { checkUsable, resolvePaymentMethod } from '../billing/cards.ts';
import { cancelNow } from '../billing/settle.ts';
import { emit } from '../emit.ts';
import type { Params } from '../http/form.ts';
import { PAGING, page } from '../http/list.ts';
import { clearableOf, integerOf, mergedMetadata, recordOf, textOf } from '../http/params.ts';
import { type Call, idFrom, type Route } from '../http/route.ts';
import { StripeFault } from '../http/stripe-error.ts';
import { all, drop, find, get, idOf, newId, put, type State } from '../state.ts';
import { attach, detach } from './payment-methods.ts';

const FIELDS = ['balance', 'description', 'email', 'expand', 'invoice_settings', 'metadata', 'name', 'phone'];

export const customerRoutes: Route[] = [
  { method: 'POST', path: '/v1/customers', accepts: [...FIELDS, 'payment_method'], run: create },
  { method: 'GET', path: '/v1/customers', accepts: [...PAGING, 'created', 'email'], run: list },
  { method: 'GET', path: '/v1/customers/:id', accepts: ['expand'], run: retrieve },
  { method: 'POST', path: '/v1/customers/:id', accepts: FIELDS, run: update },
  { method: 'DELETE', path: '/v1/customers/:id', accepts: [], run: remove },
];

function create({ state, params }: Call): Stripe.Customer {
  const id = newId('cus', 14);
  const customer: Stripe.Customer = {
    id,
    object: 'customer',
    address: null,
    balance: integerOf(params, 'balance') ?? 0,
    created: state.now(),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: clearableOf(params, 'description') ?? null,
    discount: null,
    email: clearableOf(params, 'email') ?? null,
    invoice_prefix: id.slice(4, 12).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: mergedMetadata(params),
    name: clearableOf(params, 'name') ?? null,
    next_invoice_sequence: 1,
    phone: clearableOf(params, 'phone') ?? null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
  put(state, 'customer', customer);
  const token = textOf(params, 'payment_method');
  const method =
    token === undefined ? undefined : attach(state, resolvePaymentMethod(state, token, 'payment_method'), id);
  const named = recordOf(params, 'invoice_settings')?.default_payment_method;
  // The same test token in both places names the same card.
  const settings = method && named === token ? { default_payment_method: method.id } : undefined;
  const after = put(state, 'customer', {
    ...customer,
    invoice_settings: settings
      ? { ...customer.invoice_settings, ...settings }
      : invoiceSettings(state, customer, params),
  });
  emit(state, 'customer.created', after);
  return after;
}

function list({ state, params, url }: Call) {
  const email = textOf(params, 'email');
  const rows = all(state, 'customer').filter((row) => email === undefined || row.email === email);
  return page(rows, params, url);
}

function retrieve(call: Call): Stripe.Customer | Stripe.DeletedCustomer {
  const deleted = find(call.state, 'deleted', idFrom(call));
  if (deleted?.object === 'customer') return { id: deleted.id, object: 'customer', deleted: true };
  return get(call.state, 'customer', idFrom(call));
}

function update(call: Call): Stripe.Customer {
  const { state, params } = call;
  const before = get(state, 'customer', idFrom(call));
  const text = (name: 'description' | 'email' | 'name' | 'phone') => {
    const value = clearableOf(params, name);
    return value === undefined ? (before[name] ?? null) : value;
  };
  const after = put(state, 'customer', {
    ...before,
    balance: integerOf(params, 'balance') ?? before.balance,
    description: text('description'),
    email: text('email'),
    name: text('name'),
    phone: text('phone'),
    metadata: mergedMetadata(params, before.metadata),
    invoice_settings: invoiceSettings(state, before, params),
  });
  emit(state, 'customer.updated', after, before);
  return after;
}

function invoiceSettings(
  state: State,
  customer: Stripe.Customer,
  params: Params,
): Stripe.Customer['invoice_settings'] {
  const settings = recordOf(params, 'invoice_settings');
  const id = settings && clearableOf(settings, 'default_payment_method');
  if (id === undefined) return customer.invoice_settings;
  if (id === null) return { ...customer.invoice_settings, default_payment_method: null };
  return { ...customer.invoice_settings, default_payment_method: ownMethod(state, customer.id, id) };
}

/** The id, where the payment method is attached to the customer. */
export function ownMethod(state: State, customer: string, id: string): string {
  const method = resolvePaymentMethod(state, id, 'invoice_settings[default_payment_method]');
  checkUsable(state, method, customer);
  if (idOf(method.customer) === customer) return method.id;
  throw new StripeFault({
    code: 'resource_missing',
    message: `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
    param: 'invoice_settings[default_payment_method]',
  });
}

function remove(call: Call): Stripe.DeletedCustomer {
  const { state } = call;
  const customer = get(state, 'customer', idFrom(call));
  for (const subscription of all(state, 'subscription'))
    if (idOf(subscription.customer) === customer.id && subscription.ended_at === null)
      cancelNow(state, subscription, { reason: 'cancellation_requested' });
  for (const method of all(state, 'payment_method'))
    if (idOf(method.customer) === customer.id) detach(state, method);
  emit(state, 'customer.deleted', get(state, 'customer', customer.id));
  drop(state, 'customer', customer.id);
  put(state, 'deleted', { id: customer.id, object: 'customer', deleted: true });
  return { id: customer.id, object: 'customer', deleted: true };
}
