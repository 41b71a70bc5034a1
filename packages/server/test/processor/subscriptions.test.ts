import { expect, test } from 'vitest';
import { makeCustomer, makePrices, startTestProcessor } from '../support/processor.ts';

test('a subscription is paid at once, and its period stands on its items', async () => {
  const { stripe } = await startTestProcessor();
  const { small } = await makePrices(stripe);
  const { customer } = await makeCustomer(stripe);
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: small.id }],
    payment_behavior: 'error_if_incomplete',
    expand: ['latest_invoice'],
  });
  expect(subscription.status).toBe('active');
  const [item] = subscription.items.data;
  expect(new Date(item!.current_period_end * 1_000).toISOString()).toBe('2026-12-02T12:00:00.000Z');
  expect(subscription.latest_invoice).toMatchObject({
    status: 'paid',
    amount_paid: 1_000,
    billing_reason: 'subscription_create',
    parent: { subscription_details: { subscription: subscription.id } },
  });
});

test('what a preview says is what the update charges', async () => {
  const { stripe, control } = await startTestProcessor();
  const { small, large } = await makePrices(stripe);
  const { customer } = await makeCustomer(stripe);
  const created = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: small.id }] });
  control.advance(new Date('2026-11-12T12:00:00Z'));
  const proration_date = Math.floor(control.now().getTime() / 1_000);
  const items = [{ id: created.items.data[0]!.id, price: large.id }];
  const preview = await stripe.invoices.createPreview({
    customer: customer.id,
    subscription: created.id,
    subscription_details: { items, proration_behavior: 'always_invoice', proration_date },
  });
  control.advance(90_000);
  const updated = await stripe.subscriptions.update(created.id, {
    items,
    proration_behavior: 'always_invoice',
    payment_behavior: 'pending_if_incomplete',
    proration_date,
    expand: ['latest_invoice'],
  });
  const invoice = updated.latest_invoice as { amount_paid: number; lines: { data: { amount: number }[] } };
  // 20 of 30 days are left: 10.00 · 20/30 = 6.67 back, 30.00 · 20/30 = 20.00 more.
  expect(invoice.lines.data.map(({ amount }) => amount)).toEqual([-667, 2_000]);
  expect(invoice.amount_paid).toBe(1_333);
  expect(preview.amount_due).toBe(1_333);
  expect(updated.items.data[0]!.price.id).toBe(large.id);
});

test('a month passes, and the subscription renews', async () => {
  const { stripe, control } = await startTestProcessor();
  const { small } = await makePrices(stripe);
  const { customer } = await makeCustomer(stripe);
  const { id } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: small.id }] });
  control.advance(new Date('2026-12-02T14:00:00Z'));
  const renewed = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] });
  expect(renewed.latest_invoice).toMatchObject({ billing_reason: 'subscription_cycle', status: 'paid' });
  expect(renewed.items.data[0]!.current_period_end).toBe(Date.parse('2027-01-02T12:00:00Z') / 1_000);
});
