import { expect, test } from 'vitest';
import { makeCustomer, makePrices, startTestEmulator } from './support/emulator.ts';

test('a setup intent is confirmed by the browser, and the customer has a card', async () => {
  const { stripe, control } = await startTestEmulator();
  const { id: customer } = await stripe.customers.create();
  const intent = await stripe.setupIntents.create({
    customer,
    usage: 'off_session',
    allowed_payment_method_types: ['card'],
  });
  expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_`));
  expect(intent.status).toBe('requires_payment_method');
  control.confirmSetupIntent(intent.id, 'pm_card_mastercard');
  const done = await stripe.setupIntents.retrieve(intent.id);
  expect(done.status).toBe('succeeded');
  const cards = await stripe.paymentMethods.list({ customer, type: 'card' });
  expect(cards.data).toMatchObject([
    { id: done.payment_method, card: { brand: 'mastercard', last4: '4444' } },
  ]);
  expect(() => control.confirmSetupIntent(intent.id)).toThrow(/status of succeeded/);
});

test('a card declined during setup leaves the setup intent open for another one', async () => {
  const { stripe, control } = await startTestEmulator();
  const { id: customer } = await stripe.customers.create();
  const { id } = await stripe.setupIntents.create({ customer });
  expect(() => control.confirmSetupIntent(id, 'pm_card_chargeDeclined')).toThrow(/declined/);
  const open = await stripe.setupIntents.retrieve(id);
  expect(open).toMatchObject({
    status: 'requires_payment_method',
    last_setup_error: { code: 'card_declined' },
  });
  expect(control.events('setup_intent.setup_failed')).toHaveLength(1);
  control.confirmSetupIntent(id, 'pm_card_visa');
  expect((await stripe.paymentMethods.list({ customer })).data).toHaveLength(1);
});

test('a declined card cannot be attached, but a card that declines payments can', async () => {
  const { stripe } = await startTestEmulator();
  const { id: customer } = await stripe.customers.create();
  await expect(stripe.paymentMethods.attach('pm_card_chargeDeclined', { customer })).rejects.toMatchObject({
    type: 'StripeCardError',
  });
  expect((await stripe.paymentMethods.list({ customer })).data).toEqual([]);
  await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
  expect((await stripe.paymentMethods.list({ customer })).data).toHaveLength(1);
});

test('a card belongs to one customer, and to none after it is detached', async () => {
  const { stripe } = await startTestEmulator();
  const { customer, card } = await makeCustomer(stripe);
  const other = await stripe.customers.create();
  await expect(stripe.paymentMethods.attach(card.id, { customer: other.id })).rejects.toMatchObject({
    statusCode: 400,
  });
  const settings = { invoice_settings: { default_payment_method: card.id } };
  await expect(stripe.customers.update(other.id, settings)).rejects.toMatchObject({ statusCode: 400 });
  expect((await stripe.paymentMethods.detach(card.id)).customer).toBeNull();
  expect(await stripe.customers.retrieve(customer.id)).toMatchObject({
    invoice_settings: { default_payment_method: null },
  });
  await expect(stripe.paymentMethods.attach(card.id, { customer: customer.id })).rejects.toMatchObject({
    statusCode: 400,
  });
});

test('a lookup key names one price, and moves only on explicit request', async () => {
  const { stripe } = await startTestEmulator();
  const make = (unit_amount: number, transfer_lookup_key?: boolean) =>
    stripe.prices.create({
      currency: 'usd',
      unit_amount,
      recurring: { interval: 'month' },
      product_data: { name: 'Studio' },
      lookup_key: 'studio',
      ...(transfer_lookup_key === undefined ? {} : { transfer_lookup_key }),
    });
  const old = await make(1_000);
  await expect(make(2_000)).rejects.toMatchObject({ param: 'lookup_key' });
  const fresh = await make(2_000, true);
  const found = await stripe.prices.list({ lookup_keys: ['studio'], active: true });
  expect(found.data.map(({ id }) => id)).toEqual([fresh.id]);
  expect((await stripe.prices.retrieve(old.id)).lookup_key).toBeNull();
  expect(fresh.unit_amount).toBe(2_000);
});

test('deleting a customer cancels its subscriptions, and only the deletion can be retrieved', async () => {
  const { stripe, control } = await startTestEmulator();
  const { customer } = await makeCustomer(stripe);
  const { small } = await makePrices(stripe);
  const items = [{ price: small.id }];
  const subscription = await stripe.subscriptions.create({ customer: customer.id, items });
  const deleted = { id: customer.id, object: 'customer', deleted: true };
  expect(await stripe.customers.del(customer.id)).toMatchObject(deleted);
  expect(await stripe.customers.retrieve(customer.id)).toMatchObject(deleted);
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('canceled');
  expect(control.events().slice(-2)).toMatchObject([
    { type: 'customer.subscription.deleted' },
    { type: 'customer.deleted', data: { object: { id: customer.id, email: 'ada@example.com' } } },
  ]);
  expect((await stripe.customers.list()).data).toEqual([]);
  const of = { customer: customer.id };
  const calls = [
    stripe.customers.update(customer.id, { name: 'Ada' }),
    stripe.customers.del(customer.id),
    stripe.paymentMethods.attach('pm_card_visa', of),
    stripe.paymentMethods.list(of),
    stripe.setupIntents.create(of),
    stripe.subscriptions.create({ ...of, items }),
    stripe.subscriptions.list({ ...of, status: 'all' }),
    stripe.invoices.list(of),
  ];
  for (const result of await Promise.allSettled(calls))
    expect(result).toMatchObject({ reason: { statusCode: 404, code: 'resource_missing' } });
});
