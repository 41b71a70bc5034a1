import Stripe from 'stripe';
import { emit } from '../emit.ts';
import type { Params } from '../http/form.ts';
import { PAGING, page } from '../http/list.ts';
import {
  choiceOf,
  clearableOf,
  flagOf,
  integerOf,
  mergedMetadata,
  recordOf,
  requiredText,
  textOf,
  textsOf,
} from '../http/params.ts';
import { type Call, idFrom, type Route } from '../http/route.ts';
import { invalid } from '../http/stripe-error.ts';
import { all, drop, find, get, newId, put, type State } from '../state.ts';

const PRODUCT = ['active', 'description', 'expand', 'metadata', 'name', 'unit_label', 'statement_descriptor'];
const PRICE = [
  'active',
  'expand',
  'lookup_key',
  'metadata',
  'nickname',
  'tax_behavior',
  'transfer_lookup_key',
];
const NEW_PRICE = ['billing_scheme', 'currency', 'product', 'product_data', 'recurring', 'unit_amount'];

export const catalogRoutes: Route[] = [
  { method: 'POST', path: '/v1/products', accepts: [...PRODUCT, 'id', 'type'], run: createProduct },
  {
    method: 'GET',
    path: '/v1/products',
    accepts: [...PAGING, 'active', 'created', 'ids'],
    run: listProducts,
  },
  { method: 'GET', path: '/v1/products/:id', accepts: ['expand'], run: retrieveProduct },
  { method: 'POST', path: '/v1/products/:id', accepts: PRODUCT, run: updateProduct },
  { method: 'DELETE', path: '/v1/products/:id', accepts: [], run: deleteProduct },
  { method: 'POST', path: '/v1/prices', accepts: [...PRICE, ...NEW_PRICE], run: createPrice },
  {
    method: 'GET',
    path: '/v1/prices',
    accepts: [...PAGING, 'active', 'created', 'currency', 'lookup_keys', 'product', 'type'],
    run: listPrices,
  },
  {
    method: 'GET',
    path: '/v1/prices/:id',
    accepts: ['expand'],
    run: (call) => get(call.state, 'price', idFrom(call), 'price'),
  },
  { method: 'POST', path: '/v1/prices/:id', accepts: PRICE, run: updatePrice },
];

function createProduct({ state, params }: Call): Stripe.Product {
  const name = requiredText(params, 'name');
  const id = textOf(params, 'id') ?? newId('prod', 14);
  if (find(state, 'product', id))
    throw invalid(`Product already exists: ${id}`, 'id', 'resource_already_exists');
  return storeProduct(state, { id, name }, params);
}

function storeProduct(
  state: State,
  { id, name }: { id: string; name: string },
  params: Params,
): Stripe.Product {
  const product: Stripe.Product = {
    id,
    object: 'product',
    active: flagOf(params, 'active') ?? true,
    created: state.now(),
    default_price: null,
    description: clearableOf(params, 'description') ?? null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: mergedMetadata(params),
    name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: clearableOf(params, 'statement_descriptor') ?? null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: clearableOf(params, 'unit_label') ?? null,
    updated: state.now(),
    url: null,
  };
  put(state, 'product', product);
  emit(state, 'product.created', product);
  return product;
}

function listProducts({ state, params, url }: Call) {
  const ids = textsOf(params, 'ids');
  const active = flagOf(params, 'active');
  const rows = all(state, 'product').filter(
    (row) => (active === undefined || row.active === active) && (ids.length === 0 || ids.includes(row.id)),
  );
  return page(rows, params, url);
}

function retrieveProduct(call: Call): Stripe.Product | Stripe.DeletedProduct {
  const deleted = find(call.state, 'deleted', idFrom(call));
  if (deleted?.object === 'product') return { id: deleted.id, object: 'product', deleted: true };
  return get(call.state, 'product', idFrom(call));
}

function updateProduct(call: Call): Stripe.Product {
  const { state, params } = call;
  const before = get(state, 'product', idFrom(call));
  const description = clearableOf(params, 'description');
  const after = put(state, 'product', {
    ...before,
    active: flagOf(params, 'active') ?? before.active,
    description: description === undefined ? before.description : description,
    metadata: mergedMetadata(params, before.metadata),
    name: textOf(params, 'name') ?? before.name,
    updated: state.now(),
  });
  emit(state, 'product.updated', after, before);
  return after;
}

function deleteProduct(call: Call): Stripe.DeletedProduct {
  const { state } = call;
  const product = get(state, 'product', idFrom(call));
  if (all(state, 'price').some((price) => price.product === product.id))
    throw invalid('This product cannot be deleted because it has one or more user-created prices.');
  drop(state, 'product', product.id);
  put(state, 'deleted', { id: product.id, object: 'product', deleted: true });
  emit(state, 'product.deleted', product);
  return { id: product.id, object: 'product', deleted: true };
}

function createPrice({ state, params }: Call): Stripe.Price {
  const currency = requiredText(params, 'currency').toLowerCase();
  const amount = integerOf(params, 'unit_amount');
  if (amount === undefined || amount < 0)
    throw invalid('Prices need a `unit_amount` of 0 or more here.', 'unit_amount', 'parameter_missing');
  const product = productOfPrice(state, params);
  const recurring = recurringFrom(recordOf(params, 'recurring'));
  const price: Stripe.Price = {
    id: newId('price'),
    object: 'price',
    active: flagOf(params, 'active') ?? true,
    billing_scheme: 'per_unit',
    created: state.now(),
    currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: takeLookupKey(state, params) ?? null,
    metadata: mergedMetadata(params),
    nickname: clearableOf(params, 'nickname') ?? null,
    product,
    recurring,
    tax_behavior: textOf(params, 'tax_behavior') ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: recurring ? 'recurring' : 'one_time',
    unit_amount: amount,
    unit_amount_decimal: Stripe.Decimal.from(amount),
  };
  put(state, 'price', price);
  emit(state, 'price.created', price);
  return price;
}

function productOfPrice(state: State, params: Params): string {
  const data = recordOf(params, 'product_data');
  if (!data) return get(state, 'product', requiredText(params, 'product'), 'product').id;
  if (params.product !== undefined)
    throw invalid('You may only specify one of these parameters: product, product_data.', 'product_data');
  const id = textOf(data, 'id') ?? newId('prod', 14);
  return storeProduct(state, { id, name: requiredText(data, 'name') }, data).id;
}

function recurringFrom(params: Params | undefined): Stripe.Price.Recurring | null {
  if (!params) return null;
  const interval = choiceOf(params, 'interval', ['day', 'week', 'month', 'year']);
  if (!interval)
    throw invalid('Missing required param: recurring[interval].', 'recurring[interval]', 'parameter_missing');
  return {
    interval,
    interval_count: integerOf(params, 'interval_count') ?? 1,
    meter: null,
    trial_period_days: null,
    usage_type: choiceOf(params, 'usage_type', ['licensed']) ?? 'licensed',
  };
}

/** A lookup key names one price; it moves to another only on request. */
function takeLookupKey(state: State, params: Params, owner?: string): string | null | undefined {
  const key = clearableOf(params, 'lookup_key');
  if (key === undefined || key === null) return key;
  const holder = all(state, 'price').find((price) => price.lookup_key === key && price.id !== owner);
  if (!holder) return key;
  if (!flagOf(params, 'transfer_lookup_key'))
    throw invalid(`A price (\`${holder.id}\`) already uses that lookup key.`, 'lookup_key');
  emit(state, 'price.updated', put(state, 'price', { ...holder, lookup_key: null }), holder);
  return key;
}

function listPrices({ state, params, url }: Call) {
  const keys = textsOf(params, 'lookup_keys');
  const active = flagOf(params, 'active');
  const [product, currency, type] = ['product', 'currency', 'type'].map((name) => textOf(params, name));
  const rows = all(state, 'price').filter(
    (row) =>
      (active === undefined || row.active === active) &&
      (product === undefined || row.product === product) &&
      (currency === undefined || row.currency === currency) &&
      (type === undefined || row.type === type) &&
      (keys.length === 0 || (row.lookup_key !== null && keys.includes(row.lookup_key))),
  );
  return page(rows, params, url);
}

function updatePrice(call: Call): Stripe.Price {
  const { state, params } = call;
  const before = get(state, 'price', idFrom(call), 'price');
  const lookupKey = takeLookupKey(state, params, before.id);
  const nickname = clearableOf(params, 'nickname');
  const after = put(state, 'price', {
    ...before,
    active: flagOf(params, 'active') ?? before.active,
    lookup_key: lookupKey === undefined ? before.lookup_key : lookupKey,
    metadata: mergedMetadata(params, before.metadata),
    nickname: nickname === undefined ? before.nickname : nickname,
  });
  emit(state, 'price.updated', after, before);
  return after;
}
