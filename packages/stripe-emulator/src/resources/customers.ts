import type Stripe from 'stripe';
import { checkUsable, resolvePaymentMethod } from '../billing/cards.ts';
import { cancelNow } from '../billing/settle.ts';
import { record, update } from '../emit.ts';
import { mergeMetadata, readClearable, readRecord } from '../http/params.ts';
import { listRoute, type Route } from '../http/routes.ts';
import { all, find, findId, get, newId, put, type State, stripeObject } from '../state.ts';
import { StripeApiError } from '../stripe-error.ts';

const PATH = '/v1/customers';
const FIELDS = ['email', 'metadata', 'name'];

export const customerRoutes: Route[] = [
  {
    method: 'POST',
    path: PATH,
    accepts: FIELDS,
    run({ state, params }) {
      const id = newId('cus', 14);
      const customer = stripeObject<Stripe.Customer>({
        id,
        object: 'customer',
        balance: 0,
        created: state.now(),
        email: readClearable(params, 'email') ?? null,
        invoice_prefix: id.slice(4, 12).toUpperCase(),
        invoice_settings: { default_payment_method: null },
        metadata: mergeMetadata(params),
        name: readClearable(params, 'name') ?? null,
        next_invoice_sequence: 1,
      });
      return record(state, 'customer', customer, 'created');
    },
  },
  listRoute(PATH, 'customer'),
  {
    method: 'GET',
    path: `${PATH}/:id`,
    accepts: [],
    run: ({ state, id }) => find(state, 'deleted', id) ?? get(state, 'customer', id),
  },
  {
    method: 'POST',
    path: `${PATH}/:id`,
    accepts: [...FIELDS, 'invoice_settings'],
    run({ state, params, id }) {
      const before = get(state, 'customer', id);
      const changes: Partial<Stripe.Customer> = {};
      const [email, name] = [readClearable(params, 'email'), readClearable(params, 'name')];
      if (email !== undefined) changes.email = email;
      if (name !== undefined) changes.name = name;
      changes.metadata = mergeMetadata(params, before.metadata);
      const settings = readRecord(params, 'invoice_settings', ['default_payment_method']) ?? {};
      const method = readClearable(settings, 'default_payment_method');
      if (method !== undefined) {
        const default_payment_method = method && ownMethod(state, id, method);
        changes.invoice_settings = { ...before.invoice_settings, default_payment_method };
      }
      return update(state, 'customer', before, changes);
    },
  },
  {
    method: 'DELETE',
    path: `${PATH}/:id`,
    accepts: [],
    /** Cancels the subscriptions at once. Afterwards, only the deletion itself can be retrieved. */
    run({ state, id }) {
      const customer = get(state, 'customer', id);
      for (const subscription of all(state, 'subscription'))
        if (subscription.customer === id && subscription.status !== 'canceled')
          cancelNow(state, subscription);
      record(state, 'customer', customer, 'deleted');
      state.rows.customer.delete(id);
      return put(state, 'deleted', { id, object: 'customer', deleted: true });
    },
  },
];

/** The id of a payment method. Throws if it is not attached to the customer. */
export function ownMethod(state: State, customer: string, id: string): string {
  const method = resolvePaymentMethod(state, id, 'invoice_settings[default_payment_method]');
  checkUsable(state, method, customer);
  if (findId(method.customer) === customer) return method.id;
  throw new StripeApiError({
    code: 'resource_missing',
    message: `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
    param: 'invoice_settings[default_payment_method]',
  });
}
