import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { findTestPaymentsError } from '../../src/programs/test-payments.ts';
import { createDatabase } from '../support/database.ts';
import { readyFile, spawnNode } from '../support/processes.ts';

const bin = (name: string) => join(import.meta.dirname, `../../src/bin/${name}.ts`);

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'voiceloom-payments-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

test('test payments are rejected in production', () => {
  const config = readConfig({}, tmpdir());
  expect(findTestPaymentsError(config)).toBeUndefined();
  expect(findTestPaymentsError({ ...config, production: true })).toContain('not in production');
});

test('test payments are rejected together with real ones, and by workers', async () => {
  const flag = '--with-test-payments';
  const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
  const both = spawnNode([bin('serve'), flag], { DATA_DIR: folder(), ...stripe });
  expect(await both.ended).toBe(1);
  expect(both.output()).toContain('STRIPE_SECRET_KEY is also set');
  const worker = spawnNode([bin('worker'), flag], { DATA_DIR: folder() });
  expect(await worker.ended).toBe(1);
  expect(worker.output()).toContain("Unknown option '--with-test-payments'");
}, 60_000);

test('a card is set up, a plan is bought and a month passes, without Stripe', async () => {
  const database = await createDatabase();
  onTestFinished(() => database.drop());
  const directory = folder();
  const ready = join(directory, 'ready.json');
  const child = spawnNode([bin('serve'), '--with-test-payments'], {
    DATABASE_URL: database.url,
    DATA_DIR: join(directory, 'data'),
    PORT: '0',
    READY_FILE: ready,
  });
  onTestFinished(async () => void (await child.stop()));
  const { url, token } = await readyFile(child, ready);
  // The file can exist before the process has printed its last output.
  const processor = await vi.waitUntil(() => /Test payments (\S+):/.exec(child.output())?.[1], 30_000);
  const call = async <T>(method: string, path: string, body?: object) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, data: ((await response.json()) as { data: T }).data };
  };
  const control = async (path: string, body: object) => {
    const response = await fetch(`${processor}/_control/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    const answer: unknown = await response.json();
    expect([response.status, answer]).toEqual([200, expect.anything()]);
    if (path === 'clock/advance') expect(answer).toMatchObject({ settled: true });
  };
  const setup = await call<{ client_secret: string }>('POST', '/users/me/payment-methods');
  const [intent] = setup.data.client_secret.split('_secret_');
  await control(`setup_intents/${intent}/confirm`, { payment_method: 'pm_card_visa' });
  const cards = await call<{ id: string; last4: string }[]>('GET', '/users/me/payment-methods');
  expect(cards.data).toMatchObject([{ last4: '4242' }]);
  await call('PUT', `/users/me/payment-methods/${cards.data[0]!.id}/default`);
  const plans = await call<{ id: string; amount: number; billing_interval: string }[]>(
    'GET',
    '/billing/plans',
  );
  const plan = plans.data.find(
    ({ amount, billing_interval }) => amount > 0 && billing_interval === 'monthly',
  );
  const bought = await call('POST', '/users/me/subscription', { plan_id: plan!.id });
  expect(bought).toMatchObject({ status: 200, data: { status: 'active' } });
  await control('clock/advance', { days: 32 });
  const invoices = await call<{ invoices: { status: string }[] }>('GET', '/users/me/invoices');
  expect(invoices.data.invoices.map(({ status }) => status)).toEqual(['paid', 'paid']);
  type Subscription = { status: string; current_period_start: string; current_period_end: string };
  const subscription = async () => (await call<Subscription>('GET', '/users/me/subscription')).data;
  const credits = async () =>
    (await call<{ remaining: number; period_start: string }>('GET', '/users/me/credits')).data;
  // The service has processed the renewal of the month, using the processor's clock, and accepts the token.
  const renewed = await subscription();
  const [start, end] = [Date.parse(renewed.current_period_start), Date.parse(renewed.current_period_end)];
  expect(start).toBeGreaterThan(Date.now() + 27 * 86_400_000);
  expect(await credits()).toMatchObject({ period_start: renewed.current_period_start, remaining: 50_000 });
  // An hour before the end of the period, an upgrade costs almost nothing and adds almost nothing.
  await control('clock/advance', { to: new Date(end - 3_600_000).toISOString() });
  const studio = plans.data.find(
    ({ amount, billing_interval }) => amount > 5_000 && billing_interval === 'monthly',
  );
  const preview = await call<{ proration_amount: number }>('GET', `/billing/plans/${studio!.id}/preview`);
  expect(preview.data.proration_amount).toBeLessThan(20);
  await call('POST', '/users/me/subscription/change-plan', { new_plan_id: studio!.id });
  expect((await credits()).remaining).toBeLessThan(51_000);
  await control(`payment_methods/${cards.data[0]!.id}/decline`, { decline: 'insufficient_funds' });
  await control('clock/advance', { days: 2 });
  expect(await subscription()).toMatchObject({ status: 'past_due' });
  expect(await credits()).toMatchObject({ remaining: 0 });
  await control('clock/advance', { days: 20 });
  expect(await subscription()).toBeNull();
  expect(await credits()).toMatchObject({ remaining: 1_000 });
  expect(await child.stop()).toBe(0);
}, 120_000);
