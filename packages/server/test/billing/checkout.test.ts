import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PaymentsError } from '../../src/providers/payments/index.ts';
import { type Billing, DAY_MS, type Payer, startBilling } from '../support/billing.ts';

const RETURN_URL = 'https://app.example.com/welcome?session={CHECKOUT_SESSION_ID}';

let billing: Billing;
beforeAll(async () => {
  billing = await startBilling();
});
afterAll(() => billing.close());

const checkOut = (payer: Payer, slug = 'creator-monthly', more: object = {}) =>
  payer.call('POST', '/api/v1/billing/checkout', {
    plan_id: billing.plan(slug).id,
    return_url: RETURN_URL,
    ...more,
  });

/** The ID of a session, which is the first part of its secret. */
async function sessionOf(answer: Promise<{ status: number; body: { data: { client_secret: string } } }>) {
  const { status, body } = await answer;
  expect(status).toBe(200);
  return body.data.client_secret.split('_secret')[0] ?? '';
}

test('a completed checkout becomes a subscription with the card that paid for it', async () => {
  const payer = await billing.payer();
  const session = await sessionOf(checkOut(payer));
  expect(await payer.subscription()).toBeNull();
  billing.processor.control.completeCheckout(session);
  await billing.settle();
  expect(await payer.subscription()).toMatchObject({ plan: { name: 'Creator' }, status: 'active' });
  expect((await payer.invoices()).map(({ status, amount_paid }) => [status, amount_paid])).toEqual([
    ['paid', 1_900],
  ]);
  expect(await payer.cards()).toMatchObject([{ brand: 'visa' }]);
  // This also replaces the card for future invoices.
  const bad = await payer.addDefaultCard('pm_card_chargeCustomerFail');
  expect((await payer.cards())[0]).toMatchObject({ id: bad, is_default: true });
  billing.advance(31 * DAY_MS);
  await billing.settle();
  expect((await payer.subscription())?.status).toBe('past_due');
});

test('the card that paid for a checkout is shown as the default while there is no other', async () => {
  const payer = await billing.payer();
  billing.processor.control.completeCheckout(await sessionOf(checkOut(payer)));
  await billing.settle();
  expect(await payer.cards()).toMatchObject([{ is_default: true }]);
  expect((await payer.changeTo('studio-monthly')).status).toBe(200);
});

test('the hourly job finds a checkout whose events never arrive', async () => {
  const payer = await billing.payer();
  const session = await sessionOf(checkOut(payer));
  billing.processor.control.webhooks.hold();
  billing.processor.control.completeCheckout(session);
  await billing.reconcile();
  expect(await payer.subscription()).toMatchObject({ plan: { name: 'Creator' }, status: 'active' });
  billing.processor.control.webhooks.flush();
  await billing.settle();
});

test('a user with a subscription cannot start a checkout', async () => {
  const payer = await billing.payer();
  await payer.addDefaultCard();
  await payer.subscribe('creator-monthly');
  const { status, body } = await checkOut(payer, 'studio-monthly');
  expect([status, body.error.code]).toEqual([409, 'CONFLICT']);
});

test('a new checkout, and subscribing, end the previous checkout', async () => {
  const payer = await billing.payer();
  const first = await sessionOf(checkOut(payer));
  const second = await sessionOf(checkOut(payer, 'studio-monthly'));
  expect(second).not.toBe(first);
  expect(() => billing.processor.control.completeCheckout(first)).toThrow();
  await payer.addDefaultCard();
  await payer.subscribe('creator-monthly');
  expect(() => billing.processor.control.completeCheckout(second)).toThrow();
});

test('the same request returns the same checkout', async () => {
  const payer = await billing.payer();
  const headers = { 'Idempotency-Key': randomUUID() };
  const body = { plan_id: billing.plan('creator-monthly').id, return_url: RETURN_URL };
  const [one, two] = [
    await payer.call('POST', '/api/v1/billing/checkout', body, headers),
    await payer.call('POST', '/api/v1/billing/checkout', body, headers),
  ];
  expect(two.body.data).toEqual(one.body.data);
});

test('a checkout whose response was lost is not returned again once it has ended', async () => {
  const payer = await billing.payer();
  const { payments } = billing.app;
  if (!payments) throw new Error('There are no payments.');
  let calls = 0;
  billing.app.payments = {
    ...payments,
    // The second call is the one after the checkout was created.
    listSubscriptions: (id) =>
      ++calls === 2
        ? Promise.reject(new PaymentsError('unavailable', 'The processor is away.'))
        : payments.listSubscriptions(id),
  };
  const headers = { 'Idempotency-Key': randomUUID() };
  const body = { plan_id: billing.plan('creator-monthly').id, return_url: RETURN_URL };
  const lost = await payer.call('POST', '/api/v1/billing/checkout', body, headers);
  billing.app.payments = payments;
  expect(lost.status).toBe(503);
  const session = await sessionOf(payer.call('POST', '/api/v1/billing/checkout', body, headers));
  billing.processor.control.completeCheckout(session);
  await billing.settle();
  expect((await payer.subscription())?.status).toBe('active');
});

test('a checkout is only possible for available plans, and only with a web address', async () => {
  const payer = await billing.payer();
  expect((await checkOut(payer, 'free')).status).toBe(409);
  expect((await checkOut(payer, 'creator-monthly', { plan_id: randomUUID() })).status).toBe(404);
  const { status, body } = await checkOut(payer, 'creator-monthly', { return_url: 'javascript:alert(1)' });
  expect([status, body.error.details[0].field]).toEqual([422, 'body.return_url']);
});
