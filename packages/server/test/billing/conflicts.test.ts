import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Billing, SECRET_KEY, startBilling } from '../support/billing.ts';

let billing: Billing;

beforeAll(async () => {
  billing = await startBilling();
});
afterAll(() => billing.close());

test('a default card cannot be selected while another payment change is in progress', async () => {
  const payer = await billing.payer();
  const card = await payer.addCard();
  const { db, clock } = billing.app;
  const until = new Date(clock().getTime() + 60_000);
  await db
    .updateTable('billing_customer')
    .set({ lease_token: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d71', lease_until: until })
    .where('user_id', '=', payer.user_id)
    .execute();
  const { status, body } = await payer.call('PUT', `/api/v1/users/me/payment-methods/${card}/default`);
  expect([status, body.error.code]).toEqual([409, 'CONFLICT']);
  expect((await payer.cards()).map(({ is_default }) => is_default)).toEqual([false]);
});

test('an upgrade of a subscription that has just ended at the payment processor has no preview', async () => {
  const payer = await billing.payer();
  await payer.addDefaultCard();
  expect((await payer.subscribe('creator-monthly')).status).toBe(200);
  const { processor_subscription_id } = await billing.app.db
    .selectFrom('subscription')
    .select('processor_subscription_id')
    .where('user_id', '=', payer.user_id)
    .executeTakeFirstOrThrow();
  const ended = await fetch(`${billing.processor.url}/v1/subscriptions/${processor_subscription_id}`, {
    method: 'DELETE',
    headers: { Authorization: `Bearer ${SECRET_KEY}` },
  });
  expect(ended.status).toBe(200);
  const path = `/api/v1/billing/plans/${billing.plan('studio-monthly').id}/preview`;
  const { status, body } = await payer.call('GET', path);
  expect([status, body.error.code]).toEqual([409, 'CONFLICT']);
});
