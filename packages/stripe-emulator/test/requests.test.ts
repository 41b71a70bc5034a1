import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { makeCustomer, makePrices, startTestEmulator, stripeFor } from './support/emulator.ts';

const refusalOf = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof Stripe.errors.StripeError) return error;
  throw new Error(`Not refused by Stripe's measure: ${String(error)}`);
};

test('an unknown key is rejected', async () => {
  const { stripe, host, port } = await startTestEmulator();
  const stranger = new Stripe('sk_test_other', { host, port, protocol: 'http', maxNetworkRetries: 0 });
  expect((await refusalOf(stranger.customers.list())).type).toBe('StripeAuthenticationError');
  expect((await stripe.customers.list()).data).toEqual([]);
});

test('a key has one effect, and its response is repeated', async () => {
  const { stripe } = await startTestEmulator();
  const options = { idempotencyKey: 'one' };
  const first = await stripe.customers.create({ name: 'Ada' }, options);
  const second = await stripe.customers.create({ name: 'Ada' }, options);
  expect(second.id).toBe(first.id);
  expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
  expect((await stripe.customers.list()).data).toHaveLength(1);
  const other = await refusalOf(stripe.customers.create({ name: 'Bob' }, options));
  expect(other).toMatchObject({ statusCode: 400, rawType: 'idempotency_error' });
});

test('a key whose request never started is free', async () => {
  const { stripe } = await startTestEmulator();
  const options = { idempotencyKey: 'again' };
  await refusalOf(stripe.products.create({} as Stripe.ProductCreateParams, options));
  expect(await stripe.products.create({ name: 'Studio' }, options)).toMatchObject({ name: 'Studio' });
});

test('a key in use is rejected with a conflict', async () => {
  const { stripe, control, state } = await startTestEmulator();
  control.fail('hang_after', { path: '/v1/customers' });
  control.fail('hang', { path: '/v1/products' });
  const held = stripe.products.create({ name: 'Studio' }, { idempotencyKey: 'busy' });
  await expect
    .poll(
      async () =>
        (await refusalOrNone(stripe.products.create({ name: 'Studio' }, { idempotencyKey: 'busy' })))
          ?.statusCode,
    )
    .toBe(409);
  control.releaseHanging();
  expect((await held).name).toBe('Studio');
  expect(state.rows.product.size).toBe(1);
});

const refusalOrNone = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error as Stripe.errors.StripeError,
  );

test('a missing object is reported as missing', async () => {
  const { stripe } = await startTestEmulator();
  expect(await refusalOf(stripe.customers.retrieve('cus_none'))).toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
    message: "No such customer: 'cus_none'",
  });
  expect((await refusalOf(stripe.coupons.list())).statusCode).toBe(404);
});

test('parameters that the SDK does not know are rejected by name', async () => {
  const { stripe } = await startTestEmulator();
  const customer = { mail: 'ada@example.com' } as Stripe.CustomerCreateParams;
  expect(await refusalOf(stripe.customers.create(customer))).toMatchObject({
    code: 'parameter_unknown',
    param: 'mail',
  });
  const intent = { payment_method_types: ['card'] } as Stripe.SetupIntentCreateParams;
  expect((await refusalOf(stripe.setupIntents.create(intent))).param).toBe('payment_method_types');
  const nested = { customer: 'cus_1', items: [{ prise: 'x' }] } as unknown as Stripe.SubscriptionCreateParams;
  expect((await refusalOf(stripe.subscriptions.create(nested))).param).toBe('items[0][prise]');
});

test('parameters that Stripe knows but this emulator does not are rejected, not ignored', async () => {
  const { stripe } = await startTestEmulator();
  expect((await refusalOf(stripe.customers.create({ tax_exempt: 'exempt' }))).param).toBe('tax_exempt');
});

test('unknown values are rejected', async () => {
  const { stripe } = await startTestEmulator();
  const { small } = await makePrices(stripe);
  const { customer } = await makeCustomer(stripe);
  const { id } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: small.id }] });
  const change = { items: [{ price: small.id }], proration_behavior: 'nope' as 'none' };
  expect((await refusalOf(stripe.subscriptions.update(id, change))).param).toBe('proration_behavior');
});

test('a list is paged, newest first', async () => {
  const { stripe } = await startTestEmulator();
  for (const name of ['a', 'b', 'c', 'd', 'e']) await stripe.customers.create({ name });
  const names = (list: Stripe.ApiList<Stripe.Customer>) => list.data.map(({ name }) => name);
  const first = await stripe.customers.list({ limit: 2 });
  expect([names(first), first.has_more]).toEqual([['e', 'd'], true]);
  const second = await stripe.customers.list({ limit: 2, starting_after: first.data[1]!.id });
  expect([names(second), second.has_more]).toEqual([['c', 'b'], true]);
  const walked = [];
  for await (const { name } of stripe.customers.list({ limit: 2 })) walked.push(name);
  expect(walked).toEqual(['e', 'd', 'c', 'b', 'a']);
  expect((await refusalOf(stripe.customers.list({ limit: 101 }))).param).toBe('limit');
});

test('objects are expanded on request, including in lists', async () => {
  const { stripe } = await startTestEmulator();
  const { small, product } = await makePrices(stripe);
  const { customer } = await makeCustomer(stripe);
  await stripe.subscriptions.create({ customer: customer.id, items: [{ price: small.id }] });
  const found = await stripe.subscriptions.list({
    expand: ['data.customer', 'data.latest_invoice', 'data.items.data.price.product'],
  });
  const [subscription] = found.data;
  expect(subscription!.customer).toMatchObject({ id: customer.id, name: 'Ada' });
  expect(subscription!.latest_invoice).toMatchObject({ status: 'paid' });
  expect(subscription!.items.data[0]!.price.product).toMatchObject({ id: product.id, name: 'Studio' });
  const refused = await refusalOf(stripe.customers.retrieve(customer.id, { expand: ['shoes'] }));
  expect(refused.message).toBe('This property cannot be expanded (shoes).');
});

test('metadata is merged key by key, and can be cleared', async () => {
  const { stripe } = await startTestEmulator();
  const { id } = await stripe.customers.create({ metadata: { a: '1', b: '2' } });
  const merged = await stripe.customers.update(id, { metadata: { b: '', c: '3' } });
  expect(merged.metadata).toEqual({ a: '1', c: '3' });
  expect((await stripe.customers.update(id, { metadata: '' })).metadata).toEqual({});
});

test('an injected fault occurs as often as requested, and the library recovers from it', async () => {
  const { control, ...processor } = await startTestEmulator();
  const patient = stripeFor({ control, ...processor }, { maxNetworkRetries: 2 });
  control.fail('rate_limit', { times: 1, retry_after_s: 0 });
  const hit = await refusalOrNone(processor.stripe.customers.list());
  expect(hit).toMatchObject({ statusCode: 429, headers: { 'retry-after': '0' } });
  control.fail('cut_before', { method: 'POST', path: '/v1/customers' });
  await patient.customers.create({ name: 'Ada' });
  control.fail('cut_after', { method: 'POST', path: '/v1/customers' });
  await patient.customers.create({ name: 'Bob' });
  expect((await patient.customers.list()).data.map(({ name }) => name)).toEqual(['Bob', 'Ada']);
});

test('a connection cut after the effect does not undo the effect', async () => {
  const { stripe, control } = await startTestEmulator();
  // Twice, because the library retries once when a connection breaks.
  control.fail('cut_after', { path: '/v1/customers', times: 2 });
  const cut = await refusalOf(stripe.customers.create({ name: 'Ada' }, { idempotencyKey: 'k' }));
  expect(cut.type).toBe('StripeConnectionError');
  const again = await stripe.customers.create({ name: 'Ada' }, { idempotencyKey: 'k' });
  expect(again.name).toBe('Ada');
  expect((await stripe.customers.list()).data).toHaveLength(1);
});

test('a server error is stored for its idempotency key, like in Stripe', async () => {
  const { stripe, control } = await startTestEmulator();
  control.fail('server_error', { path: '/v1/customers' });
  const options = { idempotencyKey: 'k' };
  const first = await refusalOf(stripe.customers.create({}, options));
  const second = await refusalOf(stripe.customers.create({}, options));
  expect([first.statusCode, second.statusCode]).toEqual([500, 500]);
  expect(second.headers?.['idempotent-replayed']).toBe('true');
  expect((await stripe.customers.list()).data).toEqual([]);
});

test('a hanging request ends at the deadline of its caller', async () => {
  const { control, ...processor } = await startTestEmulator();
  control.fail('hang');
  const hurried = stripeFor({ control, ...processor }, { timeout: 50 });
  expect((await refusalOf(hurried.customers.create({}))).type).toBe('StripeConnectionError');
});
