import type Stripe from 'stripe';
import { record, update } from '../emit.ts';
import {
  type Params,
  readChoice,
  readClearable,
  readFlag,
  readInteger,
  readRecord,
  requireText,
} from '../http/params.ts';
import { listRoute, type Route, retrieveRoute } from '../http/routes.ts';
import { all, get, newId, type State, stripeObject } from '../state.ts';
import { invalid, parameterMissing } from '../stripe-error.ts';

const PRODUCTS = '/v1/products';
const PRICES = '/v1/prices';
const NEW_PRICE = [
  'currency',
  'lookup_key',
  'product',
  'product_data',
  'recurring',
  'transfer_lookup_key',
  'unit_amount',
];

export const catalogRoutes: Route[] = [
  {
    method: 'POST',
    path: PRODUCTS,
    accepts: ['name'],
    run: ({ state, params }) => createProduct(state, requireText(params, 'name')),
  },
  {
    method: 'POST',
    path: PRICES,
    accepts: NEW_PRICE,
    run({ state, params }) {
      const currency = requireText(params, 'currency').toLowerCase();
      const amount = readInteger(params, 'unit_amount');
      if (amount === undefined || amount < 0)
        throw invalid('Prices need a `unit_amount` of 0 or more here.', 'unit_amount', 'parameter_missing');
      const recurring = readRecord(params, 'recurring', ['interval']);
      const interval = recurring && readChoice(recurring, 'interval', ['month', 'year']);
      if (!interval) throw parameterMissing('recurring[interval]');
      // A lookup key belongs to one price. It moves to another price only on request.
      const lookup_key = readClearable(params, 'lookup_key') ?? null;
      const holder = all(state, 'price').find(
        (price) => lookup_key !== null && price.lookup_key === lookup_key,
      );
      if (holder) {
        if (!readFlag(params, 'transfer_lookup_key'))
          throw invalid(`A price (\`${holder.id}\`) already uses that lookup key.`, 'lookup_key');
        update(state, 'price', holder, { lookup_key: null });
      }
      const price = stripeObject<Stripe.Price>({
        id: newId('price'),
        object: 'price',
        active: true,
        created: state.now(),
        currency,
        lookup_key,
        product: readProduct(state, params).id,
        recurring: { interval, interval_count: 1 },
        unit_amount: amount,
      });
      return record(state, 'price', price, 'created');
    },
  },
  listRoute(PRICES, 'price', {
    active: (row, value) => String(row.active) === value,
    lookup_keys: (row, value) =>
      Array.isArray(value) && row.lookup_key !== null && value.includes(row.lookup_key),
  }),
  retrieveRoute(PRICES, 'price', 'price'),
];

function createProduct(state: State, name: string): Stripe.Product {
  const id = newId('prod', 14);
  const product = stripeObject<Stripe.Product>({ id, object: 'product', created: state.now(), name });
  return record(state, 'product', product, 'created');
}

/** The product of a new price, which the request names or creates. */
function readProduct(state: State, params: Params): Stripe.Product {
  const data = readRecord(params, 'product_data', ['name']);
  if (!data) return get(state, 'product', requireText(params, 'product'), 'product');
  if (params.product !== undefined)
    throw invalid('You may only specify one of these parameters: product, product_data.', 'product_data');
  return createProduct(state, requireText(data, 'name'));
}

export function getPrice(state: State, id: string): Stripe.Price {
  return get(state, 'price', id, 'items[0][price]');
}
