import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { syncPrices } from '../../src/features/billing/index.ts';
import { type Billing, DAY_MS, SECRET_KEY, startBilling, WEBHOOK_SECRET } from '../support/billing.ts';
import { spawnNode } from '../support/processes.ts';

let billing: Billing;
beforeEach(async () => {
  billing = await startBilling();
});
afterEach(() => billing.close());

const SLUGS = ['creator-monthly', 'creator-yearly', 'studio-monthly', 'studio-yearly'];

async function pricesBySlug() {
  const found = (await billing.app.payments?.findPrices(SLUGS)) ?? [];
  return new Map(found.map((price) => [price.lookup_key, price]));
}

test('every paid plan gets one price with its amount, also for repeated requests', async () => {
  expect(await syncPrices(billing.app)).toBe(4);
  const made = await pricesBySlug();
  for (const slug of SLUGS) {
    const plan = billing.plan(slug);
    const interval = plan.billing_interval === 'yearly' ? 'year' : 'month';
    expect(made.get(slug)).toMatchObject({ amount: plan.amount, currency: 'usd', interval });
  }
  expect(await syncPrices(billing.app)).toBe(0);
  expect(await pricesBySlug()).toEqual(made);
});

test('processes that start at once create each price once', async () => {
  await Promise.all([1, 2, 3].map(() => syncPrices(billing.app)));
  const created = billing.processor.control.events('price.created');
  expect(created).toHaveLength(4);
});

test('a plan with a changed price gets a new price; existing subscribers keep the old one', async () => {
  const early = await billing.payer();
  await early.addDefaultCard();
  await early.subscribe('creator-monthly');
  const old = (await pricesBySlug()).get('creator-monthly');
  await billing.app.db
    .updateTable('plan')
    .set({ amount: 2_500 })
    .where('slug', '=', 'creator-monthly')
    .execute();
  await syncPrices(billing.app);
  const now = (await pricesBySlug()).get('creator-monthly');
  expect(now).toMatchObject({ amount: 2_500, product_id: old?.product_id });
  expect(now?.id).not.toBe(old?.id);

  const late = await billing.payer();
  await late.addDefaultCard();
  await late.subscribe('creator-monthly');
  expect((await late.invoices())[0]?.amount_paid).toBe(2_500);
  billing.advance(31 * DAY_MS);
  await billing.settle();
  expect((await early.invoices()).map(({ amount_paid }) => amount_paid)).toEqual([1_900, 1_900]);
  expect((await early.subscription())?.plan.name).toBe('Creator');
});

test('a database without its prices finds them by their lookup keys', async () => {
  const payer = await billing.payer();
  await payer.addDefaultCard();
  await payer.subscribe('creator-monthly');
  await billing.app.db.deleteFrom('plan_price').execute();
  await billing.app.db.deleteFrom('subscription').execute();
  billing.processor.control.webhooks.redeliver(
    billing.processor.control.events('customer.subscription.created')[0]?.id ?? '',
  );
  await billing.app.db.deleteFrom('processor_event').execute();
  billing.advance(32 * DAY_MS);
  await billing.settle();
  expect((await payer.subscription())?.plan.name).toBe('Creator');
});

test('the command creates missing prices and prints their number', async () => {
  const command = join(import.meta.dirname, '../../src/bin/sync-prices.ts');
  const run = async (env: Record<string, string>) => {
    const child = spawnNode([command], env);
    return [await child.ended, child.output()];
  };
  const stripe = { STRIPE_SECRET_KEY: SECRET_KEY, STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET };
  const all = {
    ...stripe,
    STRIPE_API_BASE: billing.processor.url,
    DATABASE_URL: billing.app.config.database_url ?? '',
  };
  expect(await run(all)).toEqual([0, 'Created 4 prices.\n']);
  expect(await run(all)).toEqual([0, 'Every plan has its price.\n']);
  expect(await run(stripe)).toEqual([1, expect.stringContaining('are required')]);
}, 60_000);
