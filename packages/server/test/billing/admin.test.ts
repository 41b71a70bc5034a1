import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPayments } from '../../src/programs/build-app.ts';
import { admin } from '../support/admin.ts';
import { type Billing, SECRET_KEY, startBilling } from '../support/billing.ts';

let billing: Billing;
beforeAll(async () => {
  billing = await startBilling();
});
afterAll(() => billing.close());

test('an operator ends a subscription that no longer exists at the payment processor, and no other', async () => {
  const payer = await billing.payer();
  await payer.addDefaultCard();
  await payer.subscribe('creator-monthly');
  const { config } = billing.app;
  const payments = config.payments && { ...config.payments, secret_key: 'sk_test_of_another_account' };
  const wrong = { ...billing.app, payments: createPayments({ payments }) };
  const end = ['subscriptions', 'end', payer.user_id, '--reason', 'Deleted', '--yes'];
  expect(await admin({ app: wrong }, end)).toMatchObject({
    code: 1,
    errors: 'The payment processor rejects STRIPE_SECRET_KEY.\n',
  });
  const kept = await admin(billing.server, end);
  expect(kept).toMatchObject({ code: 1, errors: expect.stringContaining('active there. End it there.') });
  // This also deletes the subscription.
  const customer = (await billing.app.db.selectFrom('billing_customer').selectAll().executeTakeFirstOrThrow())
    .processor_customer_id;
  const headers = { authorization: `Bearer ${SECRET_KEY}` };
  await fetch(`${billing.processor.url}/v1/customers/${customer}`, { method: 'DELETE', headers });
  await billing.settle();
  const { output } = await admin(billing.server, end.slice(0, -1));
  expect(output).toMatch(/^This would end the subscription sub_\w+ of \S+ to the plan "Creator"\. /);
  expect(output).toContain('Nothing was changed.');
  expect(await payer.subscription()).not.toBeNull();
  expect((await admin(billing.server, end)).code).toBe(0);
  expect(await payer.subscription()).toBeNull();
  expect((await admin(billing.server, end)).errors).toBe(
    'There is no such subscription that has not ended.\n',
  );
  const entries = await billing.app.db.selectFrom('activity').selectAll().execute();
  expect(entries).toMatchObject([
    {
      action: 'operator_acted',
      kind: 'subscription_ended',
      metadata: { operator: 'ada', reason: 'Deleted' },
    },
  ]);
});
