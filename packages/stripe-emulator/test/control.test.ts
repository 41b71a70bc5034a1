import { expect, test } from 'vitest';
import { makeCustomer, makePrices, startTestEmulator } from './support/emulator.ts';

async function start() {
  const processor = await startTestEmulator();
  const control = async (method: string, path: string, body?: object) => {
    const init = body ? { method, body: JSON.stringify(body) } : { method };
    const response = await fetch(`${processor.url}/_control/${path}`, init);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  return {
    ...processor,
    post: (path: string, body?: object) => control('POST', path, body),
    look: (path: string) => control('GET', path),
  };
}

test('a checkout is completed through the control API, and the subscription exists', async () => {
  const { stripe, post } = await start();
  const { small } = await makePrices(stripe);
  const customer = await stripe.customers.create({ email: 'ada@example.com' });
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    ui_mode: 'embedded_page',
    customer: customer.id,
    line_items: [{ price: small.id, quantity: 1 }],
    return_url: 'https://app.example.com/back?session={CHECKOUT_SESSION_ID}',
  });
  expect(session).toMatchObject({ status: 'open', payment_status: 'unpaid', amount_total: 1_000 });
  expect(session.client_secret).toMatch(/_secret_/);
  const declined = await post(`checkout_sessions/${session.id}/complete`, {
    payment_method: 'pm_card_chargeCustomerFail',
  });
  expect(declined.status).toBe(402);
  expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('open');
  await post(`checkout_sessions/${session.id}/complete`, { payment_method: 'pm_card_visa' });
  const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription'] });
  expect(done).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    subscription: { status: 'active', customer: customer.id },
  });
  const events = await stripe.events.list({ type: 'checkout.session.completed' });
  expect(events.data).toMatchObject([{ data: { object: { id: session.id } } }]);
});

test('a checkout that is expired, manually or after a day, cannot be completed', async () => {
  const { stripe, post } = await start();
  const { small } = await makePrices(stripe);
  const { id: customer } = await stripe.customers.create();
  const make = () =>
    stripe.checkout.sessions.create({
      mode: 'subscription',
      ui_mode: 'embedded_page',
      customer,
      line_items: [{ price: small.id }],
      return_url: 'https://app.example.com',
    });
  const [one, two] = [await make(), await make()];
  await stripe.checkout.sessions.expire(one.id);
  expect((await post(`checkout_sessions/${one.id}/complete`)).status).toBe(400);
  await post('clock/advance', { days: 1 });
  expect((await stripe.checkout.sessions.retrieve(two.id)).status).toBe('expired');
});

test('a checkout needs a return URL, and rejects other modes', async () => {
  const { stripe } = await start();
  const { small } = await makePrices(stripe);
  const { id: customer } = await stripe.customers.create();
  const line_items = [{ price: small.id }];
  await expect(
    stripe.checkout.sessions.create({ mode: 'subscription', customer, ui_mode: 'embedded_page', line_items }),
  ).rejects.toMatchObject({ param: 'return_url' });
  const old = stripe.checkout.sessions.create({ mode: 'subscription', customer, ui_mode: 'embedded' });
  await expect(old).rejects.toMatchObject({ param: 'ui_mode' });
});

test('another process can reach clock, cards, faults and events', async () => {
  const { stripe, post, look } = await start();
  const { small } = await makePrices(stripe);
  const { customer, card } = await makeCustomer(stripe);
  await stripe.subscriptions.create({ customer: customer.id, items: [{ price: small.id }] });
  await post(`payment_methods/${card.id}/decline`, { decline: 'insufficient_funds' });
  await post('clock/advance', { to: '2026-12-02T14:00:00Z' });
  const { body } = await look('state');
  expect(body).toMatchObject({ now: '2026-12-02T14:00:00.000Z', subscription: [{ status: 'past_due' }] });
  await post('faults', { kind: 'rate_limit', path: '/v1/customers' });
  await expect(stripe.customers.list()).rejects.toMatchObject({ statusCode: 429 });
  const { id } = await stripe.setupIntents.create({ customer: customer.id });
  expect((await post(`setup_intents/${id}/confirm`)).body).toMatchObject({ status: 'succeeded' });
});

test('an unknown control call returns the list of known ones', async () => {
  const { post } = await start();
  const { status, body } = await post('clock/rewind');
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain('POST clock/advance');
  expect((await post('clock/advance', { days: -1 })).status).toBe(400);
});

test('a payment declined on demand counts, also if the decline rolls back the request', async () => {
  const { stripe, post } = await start();
  const { small } = await makePrices(stripe);
  const { customer } = await makeCustomer(stripe);
  const subscribe = () =>
    stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: small.id }],
      payment_behavior: 'error_if_incomplete',
    });
  expect((await post('payments/decline', { times: 1 })).body).toEqual({ to_decline: 1 });
  await expect(subscribe()).rejects.toMatchObject({ statusCode: 402 });
  expect((await subscribe()).status).toBe('active');
});

test('the last request sets how many payments are declined; 0 and accepting payments end the declines', async () => {
  const { stripe, post, look } = await start();
  const { small } = await makePrices(stripe);
  const { customer } = await makeCustomer(stripe);
  await post('payments/decline', { times: 5 });
  expect((await post('payments/decline', { times: 2 })).body).toEqual({ to_decline: 2 });
  expect((await post('payments/decline', { times: 0 })).body).toEqual({ to_decline: 0 });
  await post('payments/decline', {});
  expect((await look('state')).body).toMatchObject({ payments_to_decline: 1 });
  expect((await post('payments/accept')).status).toBe(200);
  const paid = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: small.id }] });
  expect(paid.status).toBe('active');
});

test.each(['x', '1', null, -1, 1.5, 1e9])(
  '%j is not a valid number of payments to decline',
  async (times) => {
    const { post, look } = await start();
    const { status, body } = await post('payments/decline', { times });
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('`times` must be a')]);
    expect((await look('state')).body).toMatchObject({ payments_to_decline: 0 });
  },
);

test('an invalid change of the clock is rejected with the reason', async () => {
  const { post } = await start();
  const why = async (body: object) => {
    const answer = await post('clock/advance', body);
    return [answer.status, (answer.body.error as { message: string } | undefined)?.message];
  };
  expect(await why({})).toEqual([400, 'Say `to`, `days` or `ms`.']);
  expect(await why({ days: -3 })).toEqual([400, expect.stringContaining('only goes forward')]);
  expect(await why({ days: 0 })).toEqual([400, expect.stringContaining('only goes forward')]);
  expect(await why({ days: '3' })).toEqual([400, '`days` must be a number.']);
  expect(await why({ to: '2020-01-01T00:00:00Z' })).toEqual([
    400,
    expect.stringContaining('only goes forward'),
  ]);
});

test('the links of an invoice open it', async () => {
  const { stripe } = await start();
  const { small } = await makePrices(stripe);
  const { customer } = await makeCustomer(stripe);
  await stripe.subscriptions.create({ customer: customer.id, items: [{ price: small.id }] });
  const [invoice] = (await stripe.invoices.list({ customer: customer.id })).data;
  const page = await fetch(invoice!.hosted_invoice_url!);
  expect(await page.text()).toContain(`Invoice ${invoice!.number}: paid`);
  expect((await fetch(invoice!.invoice_pdf!)).status).toBe(200);
});
