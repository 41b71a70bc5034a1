import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { runningClock } from '../src/clock.ts';
import type { StripeEmulatorOptions } from '../src/index.ts';
import { makeCustomer, makePrices, startTestEmulator } from './support/emulator.ts';

async function start(options: Partial<StripeEmulatorOptions> = {}) {
  const processor = await startTestEmulator(options);
  const prices = await makePrices(processor.stripe);
  const owner = await makeCustomer(processor.stripe);
  const { id, items } = await processor.stripe.subscriptions.create({
    customer: owner.customer.id,
    items: [{ price: prices.large.id }],
  });
  const subscription = () => processor.stripe.subscriptions.retrieve(id);
  const invoices = async () => (await processor.stripe.invoices.list({ subscription: id })).data;
  return { ...processor, ...prices, ...owner, id, items, subscription, invoices };
}

const date = (time: string) => new Date(time);
const seconds = (time: string) => date(time).getTime() / 1_000;

test('a renewal invoice is a draft for an hour, and then it is paid', async () => {
  const { control, invoices, subscription } = await start();
  control.advance(date('2026-12-02T12:30:00Z'));
  expect((await invoices())[0]).toMatchObject({ status: 'draft', billing_reason: 'subscription_cycle' });
  expect((await subscription()).items.data[0]).toMatchObject({
    current_period_start: seconds('2026-12-02T12:00:00Z'),
    current_period_end: seconds('2027-01-02T12:00:00Z'),
  });
  control.advance(date('2026-12-02T13:00:00Z'));
  expect((await invoices())[0]).toMatchObject({
    status: 'paid',
    amount_paid: 3_000,
    number: expect.stringMatching(/-0002$/),
  });
});

test('a year passes in one step, month by month', async () => {
  const { control, invoices } = await start();
  control.advance(date('2027-11-02T14:00:00Z'));
  const paid = await invoices();
  expect(paid.map(({ status }) => status)).toEqual(Array(10).fill('paid'));
  expect(paid[0]!.lines.data[0]!.period).toEqual({
    start: seconds('2027-11-02T12:00:00Z'),
    end: seconds('2027-12-02T12:00:00Z'),
  });
});

test('a declined renewal is retried after 3, 5 and 7 days, and then the subscription ends', async () => {
  const { control, invoices, subscription, card, stripe } = await start();
  control.setCard(card.id, 'insufficient_funds');
  control.advance(date('2026-12-02T13:00:00Z'));
  expect((await subscription()).status).toBe('past_due');
  const retries = [];
  for (let open = (await invoices())[0]!; open.next_payment_attempt; open = (await invoices())[0]!) {
    retries.push(new Date(open.next_payment_attempt * 1_000).toISOString().slice(0, 10));
    control.advance(new Date(open.next_payment_attempt * 1_000));
  }
  expect(retries).toEqual(['2026-12-05', '2026-12-10', '2026-12-17']);
  expect(await subscription()).toMatchObject({
    status: 'canceled',
    cancellation_details: { reason: 'payment_failed' },
  });
  const failed = await stripe.events.list({ type: 'invoice.payment_failed' });
  expect(failed.data).toHaveLength(4);
});

test('a new card added in time ends the retries with a payment', async () => {
  const { control, invoices, subscription, card } = await start();
  control.setCard(card.id, 'insufficient_funds');
  control.advance(date('2026-12-03T00:00:00Z'));
  control.setCard(card.id, null);
  control.advance(date('2026-12-06T00:00:00Z'));
  expect((await subscription()).status).toBe('active');
  expect((await invoices())[0]).toMatchObject({
    status: 'paid',
    attempt_count: 2,
    next_payment_attempt: null,
  });
});

test('a downgrade at the end of the period uses a schedule, which then releases the subscription', async () => {
  const { stripe, control, subscription, invoices, id, large, small } = await start();
  const schedule = await stripe.subscriptionSchedules.create({ from_subscription: id });
  const { start_date, end_date } = schedule.phases[0]!;
  await stripe.subscriptionSchedules.update(schedule.id, {
    end_behavior: 'release',
    phases: [
      { items: [{ price: large.id, quantity: 1 }], start_date, end_date },
      {
        items: [{ price: small.id, quantity: 1 }],
        duration: { interval: 'month' },
        proration_behavior: 'none',
      },
    ],
  });
  expect((await subscription()).schedule).toBe(schedule.id);
  control.advance(date('2026-12-02T14:00:00Z'));
  expect((await subscription()).items.data[0]!.price.id).toBe(small.id);
  expect((await invoices())[0]).toMatchObject({ amount_paid: 1_000, status: 'paid' });
  control.advance(date('2027-01-02T14:00:00Z'));
  expect((await subscription()).schedule).toBeNull();
  expect(await stripe.subscriptionSchedules.retrieve(schedule.id)).toMatchObject({
    status: 'released',
    released_subscription: id,
  });
  expect((await invoices())[0]).toMatchObject({ amount_paid: 1_000 });
});

test('a schedule changes the interval at the end of the period, without proration', async () => {
  const { stripe, control, subscription, invoices, id, large, yearly } = await start();
  const schedule = await stripe.subscriptionSchedules.create({ from_subscription: id });
  const { start_date, end_date } = schedule.phases[0]!;
  await stripe.subscriptionSchedules.update(schedule.id, {
    phases: [
      { items: [{ price: large.id }], start_date, end_date },
      { items: [{ price: yearly.id }], duration: { interval: 'year' } },
    ],
  });
  control.advance(date('2026-12-02T14:00:00Z'));
  expect((await subscription()).items.data[0]!.current_period_end).toBe(seconds('2027-12-02T12:00:00Z'));
  expect((await invoices())[0]!.lines.data.map(({ amount }) => amount)).toEqual([10_000]);
});

test('a released schedule has no effect', async () => {
  const { stripe, subscription, id } = await start();
  const first = await stripe.subscriptionSchedules.create({ from_subscription: id });
  await expect(stripe.subscriptions.update(id, { cancel_at_period_end: true })).rejects.toMatchObject({
    statusCode: 400,
  });
  await expect(stripe.subscriptionSchedules.create({ from_subscription: id })).rejects.toMatchObject({
    statusCode: 400,
  });
  await stripe.subscriptionSchedules.release(first.id);
  expect(await subscription()).toMatchObject({ schedule: null, status: 'active' });
  await expect(stripe.subscriptionSchedules.release(first.id)).rejects.toMatchObject({ statusCode: 400 });
});

test('the clock never goes back', async () => {
  const { control } = await start();
  expect(() => control.advance(date('2026-11-01T00:00:00Z'))).toThrow(RangeError);
});

test('a running clock continues from the time that was set', async () => {
  const { control, stripe } = await start({ now: undefined } as Partial<StripeEmulatorOptions>);
  const before = control.now();
  control.advance(40 * 86_400_000);
  expect(control.now().getTime() - before.getTime()).toBeGreaterThanOrEqual(40 * 86_400_000);
  const cycles: Stripe.Invoice[] = (await stripe.invoices.list()).data;
  expect(cycles[0]!.billing_reason).toBe('subscription_cycle');
});

test('a running clock continues while it processes the passing of time', () => {
  let real = 1_000;
  const clock = runningClock(() => real);
  const until = clock.now();
  clock.standAt(900);
  expect(clock.now()).toBe(900);
  real += 5;
  clock.resume(until);
  expect(clock.now()).toBe(1_005);
  clock.resume(2_000);
  real += 5;
  expect(clock.now()).toBe(2_005);
});
