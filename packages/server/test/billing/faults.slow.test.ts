import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Payments, PaymentsError } from '../../src/providers/payments/index.ts';
import { type Billing, DAY_MS, type Payer, START, startBilling } from '../support/billing.ts';

const SUBSCRIPTIONS = '/v1/subscriptions';
const SUBSCRIPTION = '/api/v1/users/me/subscription';

let billing: Billing;
let payer: Payer;
beforeEach(async () => {
  billing = await startBilling();
  payer = await billing.payer();
  await payer.addDefaultCard();
});
afterEach(() => billing.close());

/** Every attempt of one call. The library retries twice. */
const TRIES = 3;

const paid = async () => (await payer.invoices()).filter(({ status }) => status === 'paid');

/** The subscriptions at the processor. */
const sold = async () => {
  const customer = await billing.app.db
    .selectFrom('billing_customer')
    .select('processor_customer_id')
    .where('user_id', '=', payer.user_id)
    .executeTakeFirstOrThrow();
  return billing.app.payments?.listSubscriptions(customer.processor_customer_id) ?? [];
};

/** Wraps a call to the processor. */
function around<Name extends keyof Payments>(name: Name, replaced: (real: Payments[Name]) => Payments[Name]) {
  const { payments } = billing.app;
  if (!payments) throw new Error('There are no payments.');
  billing.app.payments = { ...payments, [name]: replaced(payments[name]) };
  return () => {
    billing.app.payments = payments;
  };
}

/** Delays the next subscription call until `release`. The caller waits too, or gets the error immediately. */
function lateCall(giveUp?: () => Error) {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const restore = around('subscribe', (real) => async (...args) => {
    restore();
    begin();
    const call = held.then(() => real(...args));
    call.then(end, () => end());
    if (giveUp) throw giveUp();
    return call;
  });
  return { begun, release, ended };
}

test.each(['rate_limit', 'server_error', 'cut_before'] as const)(
  'an unavailable payment processor (%s) changes nothing, and the same request succeeds later',
  async (kind) => {
    billing.processor.control.fail(kind, { method: 'POST', path: SUBSCRIPTIONS, times: TRIES });
    const key = randomUUID();
    const away = await payer.subscribe('creator-monthly', key);
    expect([away.status, away.body.error.code]).toEqual([503, 'UNAVAILABLE']);
    expect(Number(away.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await payer.subscription()).toBeNull();
    billing.processor.control.clearFaults();
    expect((await payer.subscribe('creator-monthly', key)).status).toBe(200);
    expect(await paid()).toHaveLength(1);
  },
);

test.each(['server_error_after', 'cut_after'] as const)(
  'a subscription whose response is lost (%s) is found by the same request, and charged once',
  async (kind) => {
    billing.processor.control.fail(kind, { method: 'POST', path: SUBSCRIPTIONS, times: TRIES });
    const key = randomUUID();
    expect((await payer.subscribe('creator-monthly', key)).status).toBe(503);
    const again = await payer.subscribe('creator-monthly', key);
    expect([again.status, again.body.data.plan.name]).toEqual([200, 'Creator']);
    expect(await sold()).toHaveLength(1);
    expect(await paid()).toHaveLength(1);
  },
);

test('a connection that fails once is retried without an error', async () => {
  billing.processor.control.fail('cut_after', { method: 'POST', path: SUBSCRIPTIONS });
  expect((await payer.subscribe('creator-monthly')).status).toBe(200);
  expect(await paid()).toHaveLength(1);
});

test('an upgrade whose response is lost is found by the same request, and charged once', async () => {
  await payer.subscribe('creator-monthly');
  billing.processor.control.fail('server_error_after', { method: 'POST', path: SUBSCRIPTIONS, times: TRIES });
  const key = randomUUID();
  expect((await payer.changeTo('studio-monthly', key)).status).toBe(503);
  const again = await payer.changeTo('studio-monthly', key);
  expect([again.status, again.body.data.plan.name]).toEqual([200, 'Studio']);
  expect((await paid()).map(({ amount_paid }) => amount_paid)).toEqual([8_000, 1_900]);
});

test('an upgrade made by another request meanwhile is not mistaken for the own one', async () => {
  await payer.subscribe('creator-monthly');
  billing.processor.control.fail('server_error_after', { method: 'POST', path: SUBSCRIPTIONS, times: TRIES });
  expect((await payer.changeTo('studio-monthly', randomUUID())).status).toBe(503);
  const other = await payer.changeTo('studio-monthly', randomUUID());
  expect([other.status, other.body.error.code]).toEqual([409, 'CONFLICT']);
  expect((await payer.subscription())?.plan.name).toBe('Studio');
});

test('the hourly job completes the work of a process that died after the processor did its part', async () => {
  // The processor has done its part, and nothing happens after that.
  let reached = (): void => undefined;
  const done = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const restore = around('subscribe', (real) => async (...args) => {
    await real(...args);
    reached();
    await new Promise(() => undefined);
  });
  void payer.subscribe('creator-monthly').catch(() => undefined);
  await done;
  restore();
  expect(await payer.subscription()).toBeNull();
  const blocked = await payer.call('POST', `${SUBSCRIPTION}/cancel`);
  expect(blocked.body.error.message).toContain('in progress');
  // The lease of the dead process expires.
  billing.advance(120_000);
  await billing.processor.control.settled();
  expect(await billing.reconcile()).toBe(1);
  expect((await payer.subscription())?.plan.name).toBe('Creator');
  expect(await billing.reconcile()).toBe(0);
  expect((await payer.subscribe('creator-monthly')).status).toBe(409);
  expect(await sold()).toHaveLength(1);
});

test('the hourly job completes a change if the database fails after the processor did its part', async () => {
  const restore = around('subscribe', (real) => async (...args) => {
    await real(...args);
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  });
  expect((await payer.subscribe('creator-monthly')).status).toBe(503);
  restore();
  expect(await payer.subscription()).toBeNull();
  expect(await billing.reconcile()).toBe(1);
  expect((await payer.subscription())?.status).toBe('active');
});

test('of ten simultaneous requests to subscribe, one subscribes and nobody pays twice', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => payer.subscribe('creator-monthly')));
  const statuses = answers.map(({ status }) => status).toSorted();
  expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
  expect(await sold()).toHaveLength(1);
  expect(await paid()).toHaveLength(1);
});

test('a change that outlives its lease does not subscribe a second time', async () => {
  const late = lateCall();
  const first = payer.subscribe('creator-monthly');
  await late.begun;
  billing.advance(120_000);
  expect((await payer.subscribe('studio-monthly')).status).toBe(200);
  late.release();
  expect((await first).status).toBe(503);
  expect((await sold()).map(({ status }) => status)).toEqual(['active']);
  expect((await payer.subscription())?.plan.name).toBe('Studio');
  expect(await paid()).toHaveLength(1);
});

test('a subscription in progress at the processor when the call times out is not created twice', async () => {
  const late = lateCall(() => new PaymentsError('unavailable', 'It did not respond in time.'));
  expect((await payer.subscribe('creator-monthly')).status).toBe(503);
  expect((await payer.subscribe('creator-monthly')).status).toBe(200);
  late.release();
  await late.ended;
  expect(await sold()).toHaveLength(1);
  expect(await paid()).toHaveLength(1);
});

test('after a decline, the same plan can be subscribed with another card at once', async () => {
  const newcomer = await billing.payer();
  await newcomer.addDefaultCard('pm_card_chargeCustomerFail');
  expect((await newcomer.subscribe('creator-monthly')).status).toBe(402);
  await newcomer.addDefaultCard();
  expect((await newcomer.subscribe('creator-monthly')).status).toBe(200);
});

test('a checkout paid while the same user subscribes does not become a second subscription', async () => {
  const plan_id = billing.plan('creator-monthly').id;
  const body = { plan_id, return_url: 'https://app.example.com' };
  const { body: checkout } = await payer.call('POST', '/api/v1/billing/checkout', body);
  const [session = ''] = String(checkout.data.client_secret).split('_secret');
  const restore = around('findDefaultCard', (real) => (id) => {
    billing.processor.control.completeCheckout(session);
    return real(id);
  });
  expect((await payer.subscribe('creator-monthly')).status).toBe(409);
  restore();
  expect(await sold()).toHaveLength(1);
  expect((await payer.subscription())?.status).toBe('active');
});

test('a checkout paid while another one is requested is the only one', async () => {
  const plan_id = billing.plan('creator-monthly').id;
  const body = { plan_id, return_url: 'https://app.example.com' };
  const { body: checkout } = await payer.call('POST', '/api/v1/billing/checkout', body);
  const [session = ''] = String(checkout.data.client_secret).split('_secret');
  const restore = around('expireCheckout', (real) => (...args) => {
    billing.processor.control.completeCheckout(session);
    return real(...args);
  });
  expect((await payer.call('POST', '/api/v1/billing/checkout', body)).status).toBe(409);
  restore();
  expect(await sold()).toHaveLength(1);
});

test('a checkout paid at the moment it ends is not a server error', async () => {
  const plan_id = billing.plan('creator-monthly').id;
  const body = { plan_id, return_url: 'https://app.example.com' };
  const { body: checkout } = await payer.call('POST', '/api/v1/billing/checkout', body);
  const [session = ''] = String(checkout.data.client_secret).split('_secret');
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (url.endsWith('/expire')) billing.processor.control.completeCheckout(session);
    return fetch(input, init);
  };
  const again = await payer
    .call('POST', '/api/v1/billing/checkout', body)
    .finally(() => Object.assign(globalThis, { fetch }));
  expect([again.status, again.body.error.code]).toEqual([409, 'CONFLICT']);
  expect(await sold()).toHaveLength(1);
});

test('of ten simultaneous upgrades, one is charged', async () => {
  await payer.subscribe('creator-monthly');
  const answers = await Promise.all(Array.from({ length: 10 }, () => payer.changeTo('studio-monthly')));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await paid()).toHaveLength(2);
});

test('while a change is in progress, every other one is rejected', async () => {
  await payer.subscribe('creator-monthly');
  const [card] = await payer.cards();
  let release = (): void => undefined;
  const held = new Promise<void>((go) => {
    release = go;
  });
  let begun = (): void => undefined;
  const underway = new Promise<void>((go) => {
    begun = go;
  });
  const restore = around('upgrade', (real) => async (...args) => {
    begun();
    await held;
    await real(...args);
  });
  const change = payer.changeTo('studio-monthly');
  await underway;
  restore();
  const own = `/api/v1/users/me/payment-methods/${card?.id}`;
  const plan_id = billing.plan('creator-monthly').id;
  const others = [
    await payer.subscribe('creator-monthly'),
    await payer.changeTo('creator-yearly'),
    await payer.call('POST', `${SUBSCRIPTION}/cancel`),
    await payer.call('POST', `${SUBSCRIPTION}/cancel-scheduled-change`),
    await payer.call('PUT', `${own}/default`),
    await payer.call('DELETE', own),
    await payer.call('POST', '/api/v1/billing/checkout', { plan_id, return_url: 'https://app.example.com' }),
  ];
  for (const { status, body } of others) expect([status, body.error.code]).toEqual([409, 'CONFLICT']);
  release();
  expect((await change).body.data.plan.name).toBe('Studio');
});

test('a preview and a change of plan return Retry-After while the processor is busy', async () => {
  await payer.subscribe('creator-monthly');
  const path = `/api/v1/billing/plans/${billing.plan('studio-monthly').id}/preview`;
  for (const ask of [() => payer.call('GET', path), () => payer.changeTo('studio-monthly')]) {
    billing.processor.control.fail('rate_limit', { retry_after_s: 2 });
    const { status, headers } = await ask();
    expect([status, headers.get('retry-after')]).toEqual([503, '2']);
    billing.processor.control.clearFaults();
  }
  expect((await payer.subscription())?.plan.name).toBe('Creator');
});

test('a customer that could not be created at the processor is created later', async () => {
  const newcomer = await billing.payer();
  const setUp = () => newcomer.call('POST', '/api/v1/users/me/payment-methods');
  billing.processor.control.fail('server_error_after', { path: '/v1/customers', times: TRIES });
  expect((await setUp()).status).toBe(503);
  billing.processor.control.clearFaults();
  billing.advance(600_000);
  expect((await setUp()).status).toBe(200);
});

test('simultaneous first calls create one customer', async () => {
  const newcomer = await billing.payer();
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => newcomer.call('POST', '/api/v1/users/me/payment-methods')),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const made = billing.processor.control.events('customer.created');
  const own = made.filter(
    ({ data }) => (data.object as { metadata?: { user_id?: string } }).metadata?.user_id === newcomer.user_id,
  );
  expect(own).toHaveLength(1);
});

test.each([
  ['GET', '/api/v1/users/me/payment-methods'],
  ['GET', '/api/v1/users/me/invoices'],
  ['POST', '/api/v1/users/me/payment-methods'],
])('%s %s returns Retry-After while the processor is unavailable', async (method, path) => {
  billing.processor.control.fail('rate_limit', { times: 2 * TRIES, retry_after_s: 1 });
  const answer = await payer.call(method, path);
  expect([answer.status, answer.body.error.code]).toEqual([503, 'UNAVAILABLE']);
  expect(answer.headers.get('retry-after')).toBe('1');
});

test('the subscription can be read while the processor is unavailable', async () => {
  await payer.subscribe('creator-monthly');
  billing.processor.control.fail('cut_before', { times: 100 });
  expect((await payer.subscription())?.status).toBe('active');
  expect(await billing.reconcile()).toBe(0);
});

test('the hourly job checks every due customer, and one that fails does not block the others', async () => {
  const others = await Promise.all(Array.from({ length: 4 }, () => billing.payer()));
  for (const other of [payer, ...others]) {
    await other.addDefaultCard();
    await other.subscribe('creator-monthly');
  }
  await billing.settle();
  billing.processor.control.webhooks.drop(1);
  billing.advance(32 * DAY_MS);
  const { processor_customer_id: lost } = await billing.app.db
    .selectFrom('billing_customer')
    .select('processor_customer_id')
    .where('user_id', '=', payer.user_id)
    .executeTakeFirstOrThrow();
  const restore = around('listSubscriptions', (real) => (id) => {
    return id === lost
      ? Promise.reject(new PaymentsError('missing', 'There is no such customer.'))
      : real(id);
  });
  expect(await billing.reconcile()).toBe(5);
  restore();
  const renewed = new Date(START.getTime() + 32 * DAY_MS).toISOString();
  const ends = async (one: Payer) => String((await one.subscription())?.current_period_end) > renewed;
  expect(await Promise.all(others.map(ends))).toEqual([true, true, true, true]);
  expect(await ends(payer)).toBe(false);
  expect(await billing.reconcile()).toBe(1);
  expect(await ends(payer)).toBe(true);
});
