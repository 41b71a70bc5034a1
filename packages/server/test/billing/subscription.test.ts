import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Billing, DAY_MS, type Payer, startBilling } from '../support/billing.ts';

const SUBSCRIPTION = '/api/v1/users/me/subscription';

let billing: Billing;
beforeAll(async () => {
  billing = await startBilling();
});
afterAll(() => billing.close());

/** A user with a valid card and a subscription to the plan. */
async function subscribed(slug: string): Promise<Payer> {
  const payer = await billing.payer();
  await payer.addDefaultCard();
  expect((await payer.subscribe(slug)).status).toBe(200);
  return payer;
}

const preview = (payer: Payer, slug: string) =>
  payer.call('GET', `/api/v1/billing/plans/${billing.plan(slug).id}/preview`);
const cancel = (payer: Payer) => payer.call('POST', `${SUBSCRIPTION}/cancel`);
const keep = (payer: Payer) => payer.call('POST', `${SUBSCRIPTION}/cancel-scheduled-change`);

function expectRefusal(answer: { status: number; body: { error: { code: string } } }, code: string): void {
  const statuses: Record<string, number> = { PAYMENT_REQUIRED: 402, NOT_FOUND: 404, CONFLICT: 409 };
  expect([answer.status, answer.body.error.code]).toEqual([statuses[code], code]);
}

test('a user who never subscribed has no subscription, and nothing to change', async () => {
  const payer = await billing.payer();
  expect(await payer.subscription()).toBeNull();
  for (const answer of [await cancel(payer), await keep(payer), await payer.changeTo('studio-monthly')])
    expectRefusal(answer, 'CONFLICT');
  // A visit to the processor does not change this.
  await payer.addDefaultCard();
  for (const answer of [await cancel(payer), await keep(payer), await payer.changeTo('studio-monthly')])
    expectRefusal(answer, 'CONFLICT');
});

test('only listed plans with a price can be subscribed to', async () => {
  const payer = await billing.payer();
  await payer.addDefaultCard();
  const unknown = await payer.call('POST', SUBSCRIPTION, { plan_id: randomUUID() });
  expectRefusal(unknown, 'NOT_FOUND');
  const { id } = await billing.app.db
    .selectFrom('plan')
    .select('id')
    .where('slug', '=', 'enterprise')
    .executeTakeFirstOrThrow();
  expectRefusal(await payer.call('POST', SUBSCRIPTION, { plan_id: id }), 'NOT_FOUND');
  expectRefusal(await payer.subscribe('free'), 'CONFLICT');
  const change = await payer.call('POST', `${SUBSCRIPTION}/change-plan`, { new_plan_id: randomUUID() });
  expectRefusal(change, 'NOT_FOUND');
  expect(await payer.subscription()).toBeNull();
});

test('a declined card leaves no subscription and no invoice', async () => {
  const payer = await billing.payer();
  await payer.addDefaultCard('pm_card_chargeCustomerFail');
  const answer = await payer.subscribe('creator-monthly');
  expectRefusal(answer, 'PAYMENT_REQUIRED');
  expect(answer.body.error.message).toBe('Your card was declined.');
  expect(await payer.subscription()).toBeNull();
  expect((await payer.invoices()).filter(({ status }) => status !== 'void')).toEqual([]);
});

test('a second subscription is rejected, whatever the plan', async () => {
  const payer = await subscribed('creator-monthly');
  expectRefusal(await payer.subscribe('creator-monthly'), 'CONFLICT');
  expectRefusal(await payer.subscribe('studio-yearly'), 'CONFLICT');
  expect(await payer.invoices()).toHaveLength(1);
});

test('the response to subscribing equals a later read', async () => {
  const payer = await billing.payer();
  await payer.addDefaultCard();
  const key = randomUUID();
  const first = await payer.subscribe('studio-yearly', key);
  expect(first.body.data).toMatchObject({ plan: { name: 'Studio' }, status: 'active', canceled_at: null });
  expect(await payer.subscription()).toEqual(first.body.data);
  const again = await payer.subscribe('studio-yearly', key);
  expect([again.headers.get('idempotent-replayed'), again.body.data]).toEqual(['true', first.body.data]);
  expect((await payer.invoices()).map(({ amount_paid }) => amount_paid)).toEqual([99_000]);
});

test('the same plan with yearly billing is an upgrade that starts a year now', async () => {
  const payer = await subscribed('creator-monthly');
  const seen = (await preview(payer, 'creator-yearly')).body.data;
  expect(seen).toMatchObject({ type: 'upgrade', proration_amount: 19_000 - 1_900, currency: 'usd' });
  const { body } = await payer.changeTo('creator-yearly');
  expect(body.data.plan.billing_interval).toBe('yearly');
  const [start, end] = [new Date(body.data.current_period_start), new Date(body.data.current_period_end)];
  expect(end.getUTCFullYear() - start.getUTCFullYear()).toBe(1);
  expect((await payer.invoices())[0]?.amount_paid).toBe(17_100);
});

test('the same plan with monthly billing, and a cheaper plan, wait for the end of the year', async () => {
  const payer = await subscribed('studio-yearly');
  const before = await payer.subscription();
  for (const slug of ['studio-monthly', 'creator-yearly', 'creator-monthly']) {
    expect((await preview(payer, slug)).body.data).toMatchObject({
      type: 'downgrade',
      proration_amount: null,
      effective_at: before?.current_period_end,
    });
    // Each change replaces the previous one.
    const { body } = await payer.changeTo(slug);
    expect(body.data).toEqual({
      ...before,
      scheduled_plan: billing.plan(slug),
      scheduled_at: before?.current_period_end,
    });
  }
  expect(await payer.invoices()).toHaveLength(1);
  expect((await keep(payer)).body.data).toEqual(before);
});

test('a change between plans is an upgrade by monthly price, whatever the intervals', async () => {
  const payer = await subscribed('creator-yearly');
  expect((await preview(payer, 'studio-monthly')).body.data.type).toBe('upgrade');
  const { body } = await payer.changeTo('studio-monthly');
  expect(body.data.plan).toEqual(billing.plan('studio-monthly'));
});

test('an upgrade removes a scheduled change; a declined one keeps it', async () => {
  const payer = await subscribed('creator-yearly');
  const scheduled = (await payer.changeTo('creator-monthly')).body.data;
  const bad = await payer.addDefaultCard('pm_card_chargeCustomerFail');
  expectRefusal(await payer.changeTo('studio-yearly'), 'PAYMENT_REQUIRED');
  expect(await payer.subscription()).toEqual(scheduled);
  expect((await payer.invoices()).filter(({ status }) => status === 'open')).toEqual([]);
  await payer.addDefaultCard();
  await payer.call('DELETE', `/api/v1/users/me/payment-methods/${bad}`);
  const { body } = await payer.changeTo('studio-yearly');
  expect(body.data).toMatchObject({ plan: { name: 'Studio' }, scheduled_plan: null, scheduled_at: null });
});

test('an upgrade, a downgrade and a reactivation each undo a cancellation', async () => {
  const payer = await subscribed('creator-monthly');
  const before = await payer.subscription();
  expect((await cancel(payer)).body.data).toMatchObject({ cancel_at_period_end: true });
  expect((await keep(payer)).body.data).toEqual(before);
  await cancel(payer);
  const upgraded = (await payer.changeTo('studio-monthly')).body.data;
  expect(upgraded).toMatchObject({
    plan: { name: 'Studio' },
    cancel_at_period_end: false,
    canceled_at: null,
  });
  await cancel(payer);
  expect((await payer.changeTo('creator-monthly')).body.data).toMatchObject({
    cancel_at_period_end: false,
    canceled_at: null,
    scheduled_plan: { name: 'Creator' },
  });
});

test('a cancellation replaces a scheduled downgrade, and can be repeated', async () => {
  const payer = await subscribed('studio-monthly');
  await payer.changeTo('creator-monthly');
  const first = await cancel(payer);
  expect(first.body.data).toMatchObject({
    cancel_at_period_end: true,
    scheduled_plan: null,
    scheduled_at: null,
  });
  expect((await cancel(payer)).body.data).toEqual(first.body.data);
  expect((await payer.subscription())?.cancel_at_period_end).toBe(true);
});

test('undoing nothing changes nothing', async () => {
  const payer = await subscribed('studio-monthly');
  const before = await payer.subscription();
  expect((await keep(payer)).body.data).toEqual(before);
});

test('a change to the current plan is rejected', async () => {
  const payer = await subscribed('studio-monthly');
  expectRefusal(await payer.changeTo('studio-monthly'), 'CONFLICT');
  expectRefusal(await payer.changeTo('free'), 'CONFLICT');
});

test('a preview describes each change, and changes nothing', async () => {
  const free = await billing.payer();
  const now = billing.app.clock().toISOString();
  expect((await preview(free, 'free')).body.data).toEqual({
    current_plan: billing.plan('free'),
    new_plan: billing.plan('free'),
    type: 'same',
    proration_amount: null,
    effective_at: now,
    currency: 'usd',
  });
  expect((await preview(free, 'creator-monthly')).body.data).toMatchObject({
    type: 'upgrade',
    proration_amount: 1_900,
    effective_at: now,
  });
  const unknown = await free.call('GET', `/api/v1/billing/plans/${randomUUID()}/preview`);
  expectRefusal(unknown, 'NOT_FOUND');
  const payer = await subscribed('creator-monthly');
  const before = await payer.subscription();
  expect((await preview(payer, 'free')).body.data).toMatchObject({
    type: 'downgrade',
    effective_at: before?.current_period_end,
  });
  await preview(payer, 'studio-monthly');
  expect(await payer.subscription()).toEqual(before);
});

test('a change within 15 minutes charges the previewed amount, and a later one the amount at that time', async () => {
  const payer = await subscribed('creator-monthly');
  billing.advance(3 * DAY_MS);
  await billing.settle();
  const { proration_amount } = (await preview(payer, 'studio-monthly')).body.data;
  billing.advance(14 * 60_000);
  await payer.changeTo('studio-monthly');
  expect((await payer.invoices())[0]?.amount_paid).toBe(proration_amount);

  const late = await subscribed('creator-monthly');
  billing.advance(3 * DAY_MS);
  const before = (await preview(late, 'studio-monthly')).body.data.proration_amount;
  billing.advance(2 * DAY_MS);
  await late.changeTo('studio-monthly');
  expect((await late.invoices())[0]?.amount_paid).toBeLessThan(before);
});

test('a user with an open invoice cannot change plans, but can cancel', async () => {
  const payer = await subscribed('creator-monthly');
  const good = (await payer.cards())[0]?.id;
  await payer.addDefaultCard('pm_card_chargeCustomerFail');
  await payer.call('DELETE', `/api/v1/users/me/payment-methods/${good}`);
  billing.advance(31 * DAY_MS);
  await billing.settle();
  expect((await payer.subscription())?.status).toBe('past_due');
  expectRefusal(await payer.changeTo('studio-monthly'), 'CONFLICT');
  expectRefusal(await preview(payer, 'studio-monthly'), 'CONFLICT');
  expect((await cancel(payer)).body.data.cancel_at_period_end).toBe(true);
});

test('a subscription that is never paid ends with the retries of the processor', async () => {
  const payer = await subscribed('creator-monthly');
  await payer.addDefaultCard('pm_card_chargeCustomerFail');
  const paidUntil = Date.parse((await payer.subscription())?.current_period_end ?? '');
  billing.advance(new Date(paidUntil + DAY_MS));
  await billing.settle();
  const credits = async () => (await payer.call('GET', '/api/v1/users/me/credits')).body.data;
  expect([(await payer.subscription())?.status, (await credits()).remaining]).toEqual(['past_due', 0]);
  billing.advance(16 * DAY_MS);
  await billing.settle();
  expect(await payer.subscription()).toBeNull();
  // The unpaid period would last a few more days.
  expect(await credits()).toMatchObject({ remaining: 1_000, plan_tier: 'free' });
  await payer.addDefaultCard();
  expect((await payer.subscribe('creator-monthly')).status).toBe(200);
});

test('the rest of a yearly plan that exceeds a month of a larger plan pays the next invoices', async () => {
  const payer = await subscribed('creator-yearly');
  expect((await preview(payer, 'studio-monthly')).body.data).toMatchObject({
    type: 'upgrade',
    proration_amount: 0,
  });
  await payer.changeTo('studio-monthly');
  const changed = await payer.subscription();
  expect(changed).toMatchObject({ status: 'active', plan: { name: 'Studio', billing_interval: 'monthly' } });
  billing.advance(new Date(Date.parse(changed?.current_period_end ?? '') + DAY_MS));
  await billing.settle();
  // 190.00 were paid: 99.00 for the first month and 91.00 for the second.
  expect((await payer.invoices()).map(({ status, amount_paid }) => [status, amount_paid])).toEqual([
    ['paid', 800],
    ['paid', 0],
    ['paid', 19_000],
  ]);
});
