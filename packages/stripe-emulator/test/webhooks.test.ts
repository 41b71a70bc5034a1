import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { startEventReceiver } from '../../server/test/support/event-receiver.ts';
import { makeCustomer, makePrices, startTestEmulator } from './support/emulator.ts';

const SECRET = 'whsec_test';

async function start() {
  const receiver = await startEventReceiver();
  const processor = await startTestEmulator({
    webhook: { url: receiver.url, secret: SECRET, retry_delays_ms: [1, 1] },
  });
  return { ...processor, receiver };
}

const customers = async (stripe: Stripe, count: number) => {
  for (let at = 0; at < count; at += 1) await stripe.customers.create({ name: String(at) });
};

test('every event is signed, and verifies only with the right secret and the exact bytes', async () => {
  const { stripe, control, receiver } = await start();
  await stripe.customers.create({ email: 'ada@example.com' });
  await control.settled();
  const [first] = receiver.received;
  const event = stripe.webhooks.constructEvent(first!.body, first!.signature, SECRET);
  expect(event).toMatchObject({ type: 'customer.created', data: { object: { email: 'ada@example.com' } } });
  expect(() => stripe.webhooks.constructEvent(first!.body, first!.signature, 'whsec_other')).toThrow();
  expect(() => stripe.webhooks.constructEvent(`${first!.body} `, first!.signature, SECRET)).toThrow();
});

test('a subscription sends events for itself, its invoice and its payment', async () => {
  const { stripe, control, receiver } = await start();
  const { small } = await makePrices(stripe);
  const { customer } = await makeCustomer(stripe);
  const { id } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: small.id }] });
  await stripe.subscriptions.update(id, { cancel_at_period_end: true });
  await stripe.subscriptions.cancel(id);
  await control.settled();
  expect(receiver.types()).toEqual([
    'product.created',
    'price.created',
    'price.created',
    'price.created',
    'customer.created',
    'payment_method.attached',
    'customer.updated',
    'customer.subscription.created',
    'invoice.created',
    'invoice.finalized',
    'invoice.paid',
    'invoice.payment_succeeded',
    'customer.subscription.updated',
    'customer.subscription.deleted',
  ]);
  const updated = await stripe.events.list({ type: 'customer.subscription.updated' });
  expect(updated.data[0]!.data.previous_attributes).toMatchObject({ cancel_at_period_end: false });
});

test('a failed request sends no events', async () => {
  const { stripe, control, receiver } = await start();
  const { small } = await makePrices(stripe);
  const { customer } = await makeCustomer(stripe, 'pm_card_chargeCustomerFail');
  await control.settled();
  const before = receiver.received.length;
  const create = stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: small.id }],
    payment_behavior: 'error_if_incomplete',
  });
  await expect(create).rejects.toMatchObject({ statusCode: 402 });
  await control.settled();
  expect(receiver.received).toHaveLength(before);
  expect((await stripe.invoices.list({ customer: customer.id })).data).toEqual([]);
});

test('moving the clock over HTTP responds after the receiver has processed the events', async () => {
  const receiver = await startEventReceiver();
  let seenTo = 0;
  const { stripe, url, control } = await startTestEmulator({
    webhook: {
      url: receiver.url,
      secret: SECRET,
      retry_delays_ms: [1, 1],
      seenTo: async () => {
        seenTo = receiver.received.length;
      },
    },
  });
  const { small } = await makePrices(stripe);
  const { customer } = await makeCustomer(stripe);
  await stripe.subscriptions.create({ customer: customer.id, items: [{ price: small.id }] });
  receiver.answers.push(500, 503);
  const init = { method: 'POST', body: JSON.stringify({ days: 32 }) };
  const advanced = await (await fetch(`${url}/_control/clock/advance`, init)).json();
  expect(advanced).toEqual({ now: control.now().toISOString(), settled: true });
  expect(control.webhooks.deliveries.every(({ state }) => state === 'delivered')).toBe(true);
  expect(receiver.types().filter((type) => type === 'invoice.paid')).toHaveLength(2);
  expect(seenTo).toBe(receiver.received.length);
});

test('an event that the receiver does not accept is sent again', async () => {
  const { stripe, control, receiver } = await start();
  receiver.answers.push(500, 503);
  await stripe.customers.create();
  await control.settled();
  expect(new Set(receiver.ids()).size).toBe(1);
  expect(receiver.received).toHaveLength(3);
  expect(control.webhooks.deliveries).toMatchObject([{ attempts: 3, state: 'delivered' }]);
});

test('an event is dropped after the last attempt, and can be sent again manually', async () => {
  const { stripe, control, receiver } = await start();
  receiver.answers.push(500, 500, 500);
  await stripe.customers.create();
  await control.settled();
  expect(control.webhooks.deliveries).toMatchObject([{ state: 'given_up', status: 500 }]);
  control.webhooks.redeliver(receiver.ids()[0]!);
  await control.settled();
  expect(control.webhooks.deliveries[1]).toMatchObject({ state: 'delivered' });
});

test('events can be held and released in another order, determined by a seed', async () => {
  const { stripe, control, receiver } = await start();
  control.webhooks.hold();
  await customers(stripe, 6);
  await control.settled();
  expect(receiver.received).toEqual([]);
  control.webhooks.flush(7);
  await control.settled();
  const sent = control.events().map(({ id }) => id);
  expect(receiver.ids()).not.toEqual(sent);
  expect(receiver.ids().toSorted()).toEqual(sent.toSorted());
});

test('events can be sent twice', async () => {
  const { stripe, control, receiver } = await start();
  control.webhooks.duplicate(2);
  await stripe.customers.create();
  await control.settled();
  expect(receiver.received).toHaveLength(2);
  expect(new Set(receiver.ids()).size).toBe(1);
});

test('a share of the events can be lost, always the same ones for the same seed', async () => {
  const lost = async () => {
    const { stripe, control, receiver } = await start();
    control.webhooks.drop(0.5, 3);
    await customers(stripe, 12);
    await control.settled();
    return receiver.received.map(
      ({ body }) => (JSON.parse(body) as Stripe.CustomerCreatedEvent).data.object.name,
    );
  };
  const first = await lost();
  expect(first.length).toBeGreaterThan(0);
  expect(first.length).toBeLessThan(12);
  expect(await lost()).toEqual(first);
});
