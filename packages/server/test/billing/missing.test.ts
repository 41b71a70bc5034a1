import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Billing, DAY_MS, type Payer, startBilling } from '../support/billing.ts';

/*
 * A processor that no longer has an object that the service knows: after a restart of an in-memory processor,
 * with the key of another account, or after someone deleted the customer.
 */

const ME = '/api/v1/users/me';

let billing: Billing;
let payer: Payer;
beforeEach(async () => {
  billing = await startBilling();
  payer = await billing.payer();
  await payer.addDefaultCard();
});
afterEach(() => billing.close());

/** Makes the processor lose everything but its prices. */
function forget(): void {
  const { rows } = billing.processor.state;
  for (const kind of ['customer', 'payment_method', 'subscription', 'invoice'] as const) rows[kind].clear();
}

const customerId = async () => {
  const row = await billing.app.db
    .selectFrom('billing_customer')
    .select('processor_customer_id')
    .where('user_id', '=', payer.user_id)
    .executeTakeFirstOrThrow();
  return row.processor_customer_id;
};

test('a customer unknown to the processor has empty lists, and its cards are not found', async () => {
  const [card] = await payer.cards();
  forget();
  expect(await payer.cards()).toEqual([]);
  expect(await payer.invoices()).toEqual([]);
  const path = `${ME}/payment-methods/${card?.id}`;
  expect((await payer.call('PUT', `${path}/default`)).status).toBe(404);
  expect((await payer.call('DELETE', path)).status).toBe(404);
});

test('a customer unknown to the processor is created again when needed, once for many requests', async () => {
  const before = await customerId();
  forget();
  const needs = [1, 2, 3, 4].map(() => payer.call('POST', `${ME}/payment-methods`));
  expect((await Promise.all(needs)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(billing.processor.state.rows.customer.size).toBe(1);
  expect(await customerId()).not.toBe(before);
  await payer.addDefaultCard();
  expect((await payer.subscribe('creator-monthly')).status).toBe(200);
});

test('a customer deleted at the processor after its subscription ended can subscribe again', async () => {
  await payer.subscribe('creator-monthly');
  await payer.call('POST', `${ME}/subscription/cancel`);
  billing.advance(31 * DAY_MS);
  await billing.settle();
  expect(await payer.subscription()).toBeNull();
  const { customer, deleted } = billing.processor.state.rows;
  const id = await customerId();
  customer.delete(id);
  deleted.set(id, { id, object: 'customer', deleted: true });
  expect(await payer.cards()).toEqual([]);
  await payer.addDefaultCard('pm_card_mastercard');
  expect((await payer.subscribe('creator-monthly')).status).toBe(200);
});

test.each(['everything', 'the subscription alone'])(
  'a subscription stays if %s is missing at the processor, and changes to it report this',
  async (what) => {
    await payer.subscribe('creator-monthly');
    const before = await payer.subscription();
    const id = await customerId();
    if (what === 'everything') forget();
    else billing.processor.state.rows.subscription.clear();
    const { id: plan_id } = billing.plan('studio-monthly');
    const checkout = { plan_id, return_url: 'https://app.example.com' };
    const answers = [
      await payer.call('POST', `${ME}/subscription/cancel`),
      await payer.call('POST', `${ME}/subscription/cancel-scheduled-change`),
      await payer.changeTo('studio-monthly'),
      await payer.call('GET', `/api/v1/billing/plans/${plan_id}/preview`),
      await payer.call('POST', '/api/v1/billing/checkout', checkout),
    ];
    if (what === 'everything') {
      answers.push(
        await payer.call('POST', `${ME}/payment-methods`),
        await payer.subscribe('studio-monthly'),
      );
    }
    for (const { status, body } of answers) {
      expect([status, body.error.code]).toEqual([503, 'UNAVAILABLE']);
      expect(body.error.message).toContain('has no record of your subscription');
    }
    expect(await payer.subscription()).toEqual(before);
    expect(await customerId()).toBe(id);
    await billing.reconcile();
    expect(await payer.subscription()).toEqual(before);
  },
);
