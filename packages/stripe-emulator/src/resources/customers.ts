import type Stripe from 'stripe';
import { checkUsable, resolvePaymentMethod } from '../billing/cards.ts';
import { cancelNow } from '../billing/settle.ts';
import { emit, record, update } from '../emit.ts';
import { listRoute } from '../http/list.ts';
import { clearableOf, mergedMetadata, recordOf } from '../http/params.ts';
import type { Call, Route } from '../http/route.ts';
import { StripeFault } from '../http/stripe-error.ts';
import { all, drop, find, get, idOf, newId, put, type State } from '../state.ts';
import { detach } from './payment-methods.ts';

const PATH = '/v1/customers';
const FIELDS = ['email', 'metadata', 'name'];

export const customerRoutes: Route[] = [
  { method: 'POST', path: PATH, accepts: FIELDS, run: create },
  listRoute(PATH, 'customer'),
  { method: 'GET', path: `${PATH}/:id`, accepts: [], run: retrieve },
  { method: 'POST', path: `${PATH}/:id`, accepts: [...FIELDS, 'invoice_settings'], run: change },
  { method: 'DELETE', path: `${PATH}/:id`, accepts: [], run: remove },
];

function create({ state, params }: Call): Stripe.Customer {
  const id = newId('cus', 14);
  const customer: Stripe.Customer = {
    id,
    object: 'customer',
    address: null,
    balance: 0,
    created: state.now(),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
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
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
  return record(state, 'customer', customer, 'created');
}

function retrieve({ state, id }: Call): Stripe.Customer | Stripe.DeletedCustomer {
  return find(state, 'deleted', id) ?? get(state, 'customer', id);
}

function change({ state, params, id }: Call): Stripe.Customer {
  const before = get(state, 'customer', id);
  const [email, name] = [clearableOf(params, 'email'), clearableOf(params, 'name')];
  const settings = recordOf(params, 'invoice_settings', ['default_payment_method']) ?? {};
  const method = clearableOf(settings, 'default_payment_method');
  return update(state, 'customer', before, {
    ...(email !== undefined && { email }),
    ...(name !== undefined && { name }),
    metadata: mergedMetadata(params, before.metadata),
    ...(method !== undefined && {
      invoice_settings: {
        ...before.invoice_settings,
        default_payment_method: method && ownMethod(state, id, method),
      },
    }),
  });
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

function remove({ state, id }: Call): Stripe.DeletedCustomer {
  get(state, 'customer', id);
  for (const subscription of all(state, 'subscription'))
    if (subscription.customer === id && subscription.ended_at === null) cancelNow(state, subscription);
  for (const method of all(state, 'payment_method')) if (method.customer === id) detach(state, method);
  emit(state, 'customer.deleted', get(state, 'customer', id));
  drop(state, 'customer', id);
  return put(state, 'deleted', { id, object: 'customer', deleted: true });
}
