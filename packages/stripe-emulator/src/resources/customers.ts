import type Stripe from 'stripe';
import { checkUsable, resolvePaymentMethod } from '../billing/cards.ts';
import { cancelNow } from '../billing/settle.ts';
import { record, update } from '../emit.ts';
import { clearableOf, mergedMetadata, recordOf } from '../http/params.ts';
import { type Call, listRoute, type Route } from '../http/routes.ts';
import { all, find, get, idOf, newId, put, type State, stripeObject } from '../state.ts';
import { StripeFault } from '../stripe-error.ts';

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
  const customer = stripeObject<Stripe.Customer>({
    id,
    object: 'customer',
    balance: 0,
    created: state.now(),
    email: clearableOf(params, 'email') ?? null,
    invoice_prefix: id.slice(4, 12).toUpperCase(),
    invoice_settings: { default_payment_method: null },
    metadata: mergedMetadata(params),
    name: clearableOf(params, 'name') ?? null,
    next_invoice_sequence: 1,
  });
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

/** Cancels the subscriptions at once. Afterwards, only the deletion itself can be retrieved. */
function remove({ state, id }: Call): Stripe.DeletedCustomer {
  const customer = get(state, 'customer', id);
  for (const subscription of all(state, 'subscription'))
    if (subscription.customer === id && subscription.status !== 'canceled') cancelNow(state, subscription);
  record(state, 'customer', customer, 'deleted');
  state.rows.customer.delete(id);
  return put(state, 'deleted', { id, object: 'customer', deleted: true });
}

/** The id of a payment method. Throws if it is not attached to the customer. */
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
