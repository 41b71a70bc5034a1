import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { reconcileBilling } from '../../src/features/billing/jobs.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createMember, type Member } from '../support/factories.ts';

let server: TestApp;
let member: Member;
beforeAll(async () => {
  server = await startTestApp();
  member = await createMember(server);
});
afterAll(() => server.close());

const call = (method: string, path: string, body?: unknown) =>
  server.request(method, path, { as: member, ...(body !== undefined && { body }) });
const plans = async () =>
  (await call('GET', '/api/v1/billing/plans')).body.data as { id: string; name: string }[];
const planId = async (name: string) => (await plans()).find((plan) => plan.name === name)?.id ?? '';

test('plans are listed in their order, without custom ones', async () => {
  const { body } = await call('GET', '/api/v1/billing/plans');
  expect(
    body.data.map(({ slug, name, billing_interval, amount }: Record<string, unknown>) => [
      slug,
      name,
      billing_interval,
      amount,
    ]),
  ).toEqual([
    ['free', 'Free', 'monthly', 0],
    ['creator-monthly', 'Creator', 'monthly', 1_900],
    ['creator-yearly', 'Creator', 'yearly', 19_000],
    ['studio-monthly', 'Studio', 'monthly', 9_900],
    ['studio-yearly', 'Studio', 'yearly', 99_000],
  ]);
  expect(body.pagination).toEqual({ limit: 20, next: null, prev: null });
});

test('plans are paged by number, and the links lead through all pages in both directions', async () => {
  const all = await plans();
  const seen: unknown[] = [];
  let [next, last]: (string | null)[] = ['/api/v1/billing/plans?limit=2', null];
  while (next) {
    const { body } = await call('GET', next);
    seen.push(...body.data);
    [last, next] = [body.pagination.prev, body.pagination.next];
    if (next) expect(new URL(next).searchParams.get('page')).toBe(String(seen.length / 2 + 1));
  }
  expect(seen).toEqual(all);
  expect((await call('GET', last ?? '')).body.data).toEqual(all.slice(2, 4));
  const beyond = await call('GET', '/api/v1/billing/plans?page=9');
  expect([beyond.body.data, beyond.body.pagination.next]).toEqual([[], null]);
});

test.each(['page=0', 'page=x', 'limit=0', 'limit=101', 'page=1001'])(
  'a page such as %s is rejected',
  async (query) => {
    expect((await call('GET', `/api/v1/billing/plans?${query}`)).status).toBe(422);
  },
);

test('without a payment processor, everything that needs none works', async () => {
  expect((await call('GET', '/api/v1/users/me/subscription')).body.data).toBeNull();
  expect((await call('GET', '/api/v1/users/me/payment-methods')).body.data).toEqual([]);
  expect((await call('GET', '/api/v1/users/me/invoices')).body.data).toEqual({
    invoices: [],
    has_more: false,
  });
  const preview = await call('GET', `/api/v1/billing/plans/${await planId('Creator')}/preview`);
  expect(preview.body.data).toMatchObject({ type: 'upgrade', proration_amount: 1_900 });
  expect(await reconcileBilling(server.app)).toBe(0);
});

test('without a payment processor, everything else reports what is missing', async () => {
  const plan_id = await planId('Creator');
  const me = '/api/v1/users/me';
  const answers = [
    await call('POST', `${me}/subscription`, { plan_id }),
    await call('POST', `${me}/subscription/change-plan`, { new_plan_id: plan_id }),
    await call('POST', `${me}/subscription/cancel`),
    await call('POST', `${me}/subscription/cancel-scheduled-change`),
    await call('POST', `${me}/payment-methods`),
    await call('POST', `${me}/payment-methods/page`, { return_url: 'https://app.example.com' }),
    await call('PUT', `${me}/payment-methods/pm_1/default`),
    await call('DELETE', `${me}/payment-methods/pm_1`),
    await call('POST', '/api/v1/billing/checkout', { plan_id, return_url: 'https://app.example.com' }),
    await server.request('POST', '/webhooks/stripe', { body: {} }),
  ];
  for (const { status, body } of answers) {
    expect([status, body.error.code]).toEqual([503, 'UNAVAILABLE']);
    expect(body.error.message).toBe('Payments are not set up on this service: STRIPE_SECRET_KEY is not set.');
  }
});

test('the key and the secret of the payment processor are needed together', () => {
  const settings = (env: Record<string, string>) => readConfig(env, '/tmp').payments;
  expect(settings({})).toBeUndefined();
  expect(() => settings({ STRIPE_SECRET_KEY: 'sk_test_1' })).toThrow(
    'STRIPE_WEBHOOK_SECRET: required together',
  );
  expect(() => settings({ STRIPE_WEBHOOK_SECRET: 'whsec_1' })).toThrow(
    'STRIPE_SECRET_KEY: required together',
  );
  expect(() => settings({ STRIPE_SECRET_KEY: 'pk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' })).toThrow(
    'STRIPE_SECRET_KEY: must be',
  );
  expect(() => settings({ STRIPE_SECRET_KEY: 'sk_1', STRIPE_WEBHOOK_SECRET: 'whsec_1,' })).toThrow(
    'STRIPE_WEBHOOK_SECRET: must be',
  );
  expect(settings({ STRIPE_SECRET_KEY: 'rk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1, whsec_2' })).toEqual({
    secret_key: 'rk_live_1',
    webhook_secret: 'whsec_1, whsec_2',
  });
});
