import Stripe from 'stripe';
import { record, update } from '../emit.ts';
import type { Params } from '../http/form.ts';
import { listRoute, retrieveRoute } from '../http/list.ts';
import { choiceOf, clearableOf, flagOf, integerOf, recordOf, requiredText } from '../http/params.ts';
import type { Call, Route } from '../http/route.ts';
import { invalid, parameterMissing } from '../http/stripe-error.ts';
import { all, get, newId, type State } from '../state.ts';

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
    run: ({ state, params }) => createProduct(state, requiredText(params, 'name')),
  },
  { method: 'DELETE', path: `${PRODUCTS}/:id`, accepts: [], run: rejectDeletion },
  { method: 'POST', path: PRICES, accepts: NEW_PRICE, run: createPrice },
  listRoute(PRICES, 'price', {
    active: (row, value) => String(row.active) === value,
    lookup_keys: (row, value) =>
      Array.isArray(value) && row.lookup_key !== null && value.includes(row.lookup_key),
  }),
  retrieveRoute(PRICES, 'price', 'price'),
  { method: 'POST', path: `${PRICES}/:id`, accepts: ['active'], run: updatePrice },
];

function createProduct(state: State, name: string): Stripe.Product {
  const product: Stripe.Product = {
    id: newId('prod', 14),
    object: 'product',
    active: true,
    created: state.now(),
    default_price: null,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: state.now(),
    url: null,
  };
  return record(state, 'product', product, 'created');
}

/** Products are made for their prices here, and Stripe keeps a product that has one. */
function rejectDeletion({ state, id }: Call): never {
  get(state, 'product', id);
  throw invalid('This product cannot be deleted because it has one or more user-created prices.');
}

function createPrice({ state, params }: Call): Stripe.Price {
  const currency = requiredText(params, 'currency').toLowerCase();
  const amount = integerOf(params, 'unit_amount');
  if (amount === undefined || amount < 0)
    throw invalid('Prices need a `unit_amount` of 0 or more here.', 'unit_amount', 'parameter_missing');
  const recurring = recordOf(params, 'recurring', ['interval']);
  const interval = recurring && choiceOf(recurring, 'interval', ['month', 'year']);
  if (!interval) throw parameterMissing('recurring[interval]');
  const price: Stripe.Price = {
    id: newId('price'),
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: state.now(),
    currency,
    custom_unit_amount: null,
    livemode: false,
    product: productOfPrice(state, params),
    lookup_key: takeLookupKey(state, params),
    metadata: {},
    nickname: null,
    recurring: {
      interval,
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'recurring',
    unit_amount: amount,
    unit_amount_decimal: Stripe.Decimal.from(amount),
  };
  return record(state, 'price', price, 'created');
}

function productOfPrice(state: State, params: Params): string {
  const data = recordOf(params, 'product_data', ['name']);
  if (!data) return get(state, 'product', requiredText(params, 'product'), 'product').id;
  if (params.product !== undefined)
    throw invalid('You may only specify one of these parameters: product, product_data.', 'product_data');
  return createProduct(state, requiredText(data, 'name')).id;
}

/** A lookup key names one price; it moves to another only on request. */
function takeLookupKey(state: State, params: Params): string | null {
  const key = clearableOf(params, 'lookup_key') ?? null;
  const holder = key !== null && all(state, 'price').find((price) => price.lookup_key === key);
  if (!holder) return key;
  if (!flagOf(params, 'transfer_lookup_key'))
    throw invalid(`A price (\`${holder.id}\`) already uses that lookup key.`, 'lookup_key');
  update(state, 'price', holder, { lookup_key: null });
  return key;
}

function updatePrice({ state, params, id }: Call): Stripe.Price {
  const before = get(state, 'price', id, 'price');
  return update(state, 'price', before, { active: flagOf(params, 'active') ?? before.active });
}

/** The active price with this id. */
export function usablePrice(state: State, id: string): Stripe.Price {
  const price = get(state, 'price', id, 'items[0][price]');
  if (price.active) return price;
  throw invalid('The price specified is inactive. This field only accepts active prices.', 'items[0][price]');
}
