import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { makeCustomer, makePrices, startTestEmulator } from './support/emulator.ts';

async function start(token?: string) {
  const processor = await startTestEmulator();
  const prices = await makePrices(processor.stripe);
  const owner = await makeCustomer(processor.stripe, token);
  const subscribe = (params: Partial<Stripe.SubscriptionCreateParams> = {}) =>
    processor.stripe.subscriptions.create({
      customer: owner.customer.id,
      items: [{ price: prices.small.id }],
      ...params,
    });
  const invoice = async (id: string) => {
    const { latest_invoice } = await processor.stripe.subscriptions.retrieve(id, {
      expand: ['latest_invoice'],
    });
    return latest_invoice as Stripe.Invoice;
  };
  return { ...processor, ...prices, ...owner, subscribe, invoice };
}

const seconds = (time: string) => Date.parse(time) / 1_000;

test('a subscription is paid at once, and its items contain the period', async () => {
  const { subscribe, invoice } = await start();
  const subscription = await subscribe({ payment_behavior: 'error_if_incomplete' });
  expect(subscription.status).toBe('active');
  expect(subscription.items.data[0]!.current_period_end).toBe(seconds('2026-12-02T12:00:00Z'));
  expect(await invoice(subscription.id)).toMatchObject({
    status: 'paid',
    amount_paid: 1_000,
    billing_reason: 'subscription_create',
    parent: { subscription_details: { subscription: subscription.id } },
  });
});

test('nothing is sold without a card', async () => {
  const { stripe, small } = await start();
  const { id } = await stripe.customers.create();
  const create = stripe.subscriptions.create({ customer: id, items: [{ price: small.id }] });
  await expect(create).rejects.toMatchObject({ statusCode: 400, code: 'resource_missing' });
});

test('a declined first payment creates nothing', async () => {
  const { stripe, subscribe } = await start('pm_card_chargeCustomerFail');
  await expect(subscribe({ payment_behavior: 'error_if_incomplete' })).rejects.toMatchObject({
    type: 'StripeCardError',
    statusCode: 402,
    decline_code: 'generic_decline',
  });
  expect((await stripe.subscriptions.list({ status: 'all' })).data).toEqual([]);
});

test('an update charges what the preview showed, regardless of when it happens', async () => {
  const { stripe, control, subscribe, large, customer, invoice } = await start();
  const { id, items: before } = await subscribe();
  control.advance(new Date('2026-11-12T12:00:00Z'));
  const items = [{ id: before.data[0]!.id, price: large.id }];
  const change = {
    items,
    proration_behavior: 'always_invoice' as const,
    proration_date: seconds('2026-11-12T12:00:00Z'),
  };
  const preview = await stripe.invoices.createPreview({
    customer: customer.id,
    subscription: id,
    subscription_details: change,
  });
  control.advance(90_000);
  const updated = await stripe.subscriptions.update(id, {
    ...change,
    payment_behavior: 'error_if_incomplete',
  });
  const charged = await invoice(id);
  // 20 of 30 days are left: 10.00 · 20/30 = 6.67 back, 30.00 · 20/30 = 20.00 more.
  expect(charged.lines.data.map(({ amount }) => amount)).toEqual([-667, 2_000]);
  expect(charged).toMatchObject({
    status: 'paid',
    amount_paid: 1_333,
    billing_reason: 'subscription_update',
  });
  expect(preview.lines.data.map(({ amount }) => amount)).toEqual([-667, 2_000]);
  expect(preview.amount_due).toBe(1_333);
  expect(updated.items.data[0]!).toMatchObject({ id: items[0]!.id, price: { id: large.id } });
  expect((await stripe.invoices.list({ customer: customer.id })).data).toHaveLength(2);
});

test('a preview changes nothing', async () => {
  const { stripe, subscribe, large, state } = await start();
  const { id, items } = await subscribe();
  const before = JSON.stringify([...state.rows.invoice, ...state.rows.subscription, ...state.rows.customer]);
  await stripe.invoices.createPreview({
    subscription: id,
    subscription_details: {
      items: [{ id: items.data[0]!.id, price: large.id }],
      proration_behavior: 'always_invoice',
    },
  });
  expect(JSON.stringify([...state.rows.invoice, ...state.rows.subscription, ...state.rows.customer])).toBe(
    before,
  );
});

test('a cheaper price leaves credit that the renewal uses up', async () => {
  const { stripe, control, subscribe, small, large, customer, invoice } = await start();
  const { id, items } = await subscribe({ items: [{ price: large.id }] });
  control.advance(new Date('2026-11-17T12:00:00Z'));
  await stripe.subscriptions.update(id, {
    items: [{ id: items.data[0]!.id, price: small.id }],
    proration_behavior: 'always_invoice',
  });
  // 15 of 30 days: 15.00 back, 5.00 more, so 10.00 of credit.
  expect(await invoice(id)).toMatchObject({
    total: -1_000,
    amount_due: 0,
    status: 'paid',
    ending_balance: -1_000,
  });
  expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: -1_000 });
  control.advance(new Date('2026-12-02T14:00:00Z'));
  expect(await invoice(id)).toMatchObject({
    total: 1_000,
    starting_balance: -1_000,
    amount_due: 0,
    status: 'paid',
  });
});

test('without proration a change costs nothing until the renewal', async () => {
  const { stripe, control, subscribe, large, invoice } = await start();
  const { id, items } = await subscribe();
  const change = { items: [{ id: items.data[0]!.id, price: large.id }], proration_behavior: 'none' as const };
  await stripe.subscriptions.update(id, change);
  expect((await invoice(id)).billing_reason).toBe('subscription_create');
  control.advance(new Date('2026-12-02T14:00:00Z'));
  expect((await invoice(id)).amount_paid).toBe(3_000);
});

test('a change of the interval starts a new period now, minus the unused part of the old one', async () => {
  const { stripe, control, subscribe, yearly, invoice } = await start();
  const { id, items } = await subscribe();
  control.advance(new Date('2026-11-17T12:00:00Z'));
  const updated = await stripe.subscriptions.update(id, {
    items: [{ id: items.data[0]!.id, price: yearly.id }],
    proration_behavior: 'always_invoice',
  });
  expect((await invoice(id)).lines.data.map(({ amount }) => amount)).toEqual([-500, 10_000]);
  expect(updated.items.data[0]!.current_period_end).toBe(seconds('2027-11-17T12:00:00Z'));
});

test('a change that cannot be paid is rejected if the caller requests it', async () => {
  const { stripe, control, subscribe, large, card, invoice } = await start();
  const { id, items } = await subscribe();
  control.setCard(card.id, 'insufficient_funds');
  const change = {
    items: [{ id: items.data[0]!.id, price: large.id }],
    proration_behavior: 'always_invoice' as const,
  };
  const refused = stripe.subscriptions.update(id, { ...change, payment_behavior: 'error_if_incomplete' });
  await expect(refused).rejects.toMatchObject({ decline_code: 'insufficient_funds' });
  expect((await invoice(id)).billing_reason).toBe('subscription_create');
});

test('an unpaid change makes the subscription past due until it is paid', async () => {
  const { stripe, control, subscribe, large, card, invoice } = await start();
  const { id, items } = await subscribe();
  control.setCard(card.id, 'generic_decline');
  const owed = await stripe.subscriptions.update(id, {
    items: [{ id: items.data[0]!.id, price: large.id }],
    proration_behavior: 'always_invoice',
  });
  expect(owed.status).toBe('past_due');
  const { id: open } = await invoice(id);
  await expect(stripe.invoices.pay(open)).rejects.toMatchObject({ statusCode: 402 });
  expect((await stripe.invoices.retrieve(open)).attempt_count).toBe(2);
  control.confirmInvoice(open, 'pm_card_mastercard');
  expect((await stripe.invoices.retrieve(open)).status).toBe('paid');
  expect((await stripe.subscriptions.retrieve(id)).status).toBe('active');
});

test('a cancellation at the end of the period can be undone, and otherwise takes effect', async () => {
  const { stripe, control, subscribe } = await start();
  const { id } = await subscribe();
  const ending = await stripe.subscriptions.update(id, { cancel_at_period_end: true });
  expect(ending).toMatchObject({ cancel_at: seconds('2026-12-02T12:00:00Z'), status: 'active' });
  const kept = await stripe.subscriptions.update(id, { cancel_at_period_end: false });
  expect(kept).toMatchObject({ cancel_at: null, canceled_at: null });
  await stripe.subscriptions.update(id, { cancel_at_period_end: true });
  control.advance(new Date('2026-12-02T12:00:00Z'));
  const ended = await stripe.subscriptions.retrieve(id);
  expect(ended).toMatchObject({ status: 'canceled', ended_at: seconds('2026-12-02T12:00:00Z') });
  expect((await stripe.subscriptions.list()).data).toEqual([]);
});

test('a canceled subscription has no upcoming invoice', async () => {
  const { stripe, subscribe } = await start();
  const { id } = await subscribe();
  expect((await stripe.subscriptions.cancel(id)).status).toBe('canceled');
  const preview = stripe.invoices.createPreview({ subscription: id, subscription_details: {} });
  await expect(preview).rejects.toMatchObject({
    code: 'invoice_upcoming_none',
  });
  await expect(stripe.subscriptions.cancel(id)).rejects.toMatchObject({ code: 'resource_missing' });
});
