import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/config/clock.ts';
import { readPlans, SELLER_PLANS_FILE, UNLIMITED_PLANS_FILE } from '../../src/config/plans-file.ts';
import { seedPlans } from '../../src/db/seed-plans.ts';
import { grantRaisedCredits } from '../../src/features/credits/index.ts';
import { retentionDays, UNLIMITED_CREDITS } from '../../src/ledger/account-plan.ts';
import { assignPlan } from '../../src/ledger/assign-plan.ts';
import { addCreditEntries, lockAccount, readAccountSnapshot } from '../../src/ledger/credits.ts';
import { buildApp } from '../../src/programs/build-app.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createMember, type Member } from '../support/factories.ts';
import { mirrorSubscription, type PlanSlug, planId } from '../support/plans.ts';

const DAY_MS = 86_400_000;
const START = new Date('2026-03-10T12:00:00Z');
const inDays = (days: number) => new Date(START.getTime() + days * DAY_MS);

let now: Date;
let server: TestApp;
let member: Member;
beforeAll(async () => {
  now = START;
  server = await startTestApp({ clock: () => now, wallClock: systemClock, checks_ledgers: true });
});
beforeEach(async () => {
  now = START;
  await startWith(SELLER_PLANS_FILE);
  await server.app.db
    .updateTable('plan')
    .set({ former_retention_days: null, former_retention_until: null })
    .execute();
  member = await createMember(server);
});
afterAll(() => server.close());

/** What an api process does at its start: it stores the plans and grants increases. */
async function startWith(file: string): Promise<void> {
  await server.app.db.transaction().execute((tx) => seedPlans(tx, readPlans(file), now));
  await grantRaisedCredits(server.app);
}

const read = async (path: string) =>
  (await server.request('GET', `/api/v1/users/me/${path}`, { as: member })).body.data;
const snapshot = () => readAccountSnapshot(server.app.db, member.user_id, now);
const retention = () => retentionDays(server.app.db, member.user_id, now);

const spend = (credits: number) =>
  server.app.db.transaction().execute(async (tx) => {
    await lockAccount(tx, member.user_id, now);
    const cause = `settle/${member.user_id}/${credits}`;
    const entry = { account_id: member.user_id, workspace_id: null, run_id: null, cause, hold: 0 };
    await addCreditEntries(tx, [{ ...entry, kind: 'settle', amount: -credits }], now);
  });

const subscribe = (end: Date, { id, start = START }: { id?: string; start?: Date } = {}) =>
  mirrorSubscription(server.app.db, {
    user_id: member.user_id,
    state: { plan: 'creator-monthly', status: 'active', start, end },
    ...(id && { id }),
    now,
  });

const assign = (slug: PlanSlug) =>
  server.app.db
    .transaction()
    .execute((tx) =>
      assignPlan(
        tx,
        { user_id: member.user_id, plan: { id: planId(slug), is_default: slug === 'free' } },
        now,
      ),
    );

describe('a process with a database of its own', () => {
  const limitsWith = async (config: Parameters<typeof startTestApp>[0]) => {
    const own = await startTestApp(config);
    onTestFinished(() => own.close());
    const as = { token: await own.token() };
    return (await own.request('GET', '/api/v1/users/me/limits', { as })).body.data;
  };

  test('limits nobody without a payment processor', async () => {
    const limits = await limitsWith({ config: { plans_file: undefined } });
    expect(limits).toMatchObject({ monthly_credits: 'unlimited', seats: 'unlimited', byok_enabled: 1 });
  });

  test('has a small free plan with a payment processor', async () => {
    const payments = { secret_key: 'sk_test_1', webhook_secret: 'whsec_1' };
    const limits = await limitsWith({ config: { plans_file: undefined, payments } });
    expect(limits).toMatchObject({ monthly_credits: 1_000, seats: 1, byok_enabled: 0 });
  });
});

test('a worker without the settings for payments leaves the plans', async () => {
  const { database_url, data_dir } = server.app.config;
  const config = { ...server.app.config, plans_file: undefined, database_url, data_dir };
  const { app, close } = await buildApp(config, { role: 'worker', log: server.app.log });
  onTestFinished(close);
  expect(app.payments).toBeUndefined();
  expect((await read('limits')).monthly_credits).toBe(1_000);
});

describe('a service that stops selling', () => {
  test('does not start without its payment settings while there are subscriptions, unless it names its plans', async () => {
    await subscribe(inDays(20));
    const { database_url, data_dir } = server.app.config;
    const config = { ...server.app.config, plans_file: undefined, database_url, data_dir };
    await expect(buildApp(config, { role: 'api', log: server.app.log })).rejects.toThrow(
      /STRIPE_SECRET_KEY is not set/,
    );
    expect((await read('limits')).monthly_credits).toBe(50_000);
  });

  test('gives a user of the free plan unlimited credits at once, even after all were spent', async () => {
    await spend(1_000);
    expect((await read('credits')).remaining).toBe(0);
    await startWith(UNLIMITED_PLANS_FILE);
    expect(await read('credits')).toMatchObject({ balance: null, remaining: null, used: 1_000 });
    expect((await snapshot()).available).toBe(UNLIMITED_CREDITS - 1_000);
    await startWith(UNLIMITED_PLANS_FILE);
    expect((await snapshot()).available).toBe(UNLIMITED_CREDITS - 1_000);
  });

  test('does not limit a subscriber more than others, before or after the end of the paid period', async () => {
    await subscribe(inDays(20));
    await spend(50_000);
    await startWith(UNLIMITED_PLANS_FILE);
    expect(await read('limits')).toMatchObject({ monthly_credits: 'unlimited', seats: 'unlimited' });
    expect((await snapshot()).available).toBe(UNLIMITED_CREDITS - 50_000);
    now = inDays(21);
    expect((await snapshot()).available).toBe(UNLIMITED_CREDITS);
  });

  test('leaves a subscriber the credits that were paid for, if it sells again', async () => {
    const id = await subscribe(inDays(20));
    await spend(10_000);
    await startWith(UNLIMITED_PLANS_FILE);
    await startWith(SELLER_PLANS_FILE);
    const { plan, available } = await snapshot();
    expect(plan.slug).toBe('creator-monthly');
    expect(available).toBeGreaterThanOrEqual(40_000);
    now = inDays(20);
    await subscribe(inDays(50), { id, start: inDays(20) });
    now = inDays(21);
    expect((await snapshot()).available).toBe(50_000);
  });

  test('respects a subscription that gives more than its default plan', async () => {
    await subscribe(inDays(20));
    const [free] = readPlans(UNLIMITED_PLANS_FILE);
    if (!free) throw new Error('The file has no plan.');
    const small = { ...free, limits: { ...free.limits, seats: 2 } };
    await server.app.db.transaction().execute((tx) => seedPlans(tx, [small], now));
    expect(await read('limits')).toMatchObject({ monthly_credits: 50_000, seats: 3 });
  });
});

describe('a service that begins to sell', () => {
  beforeEach(() => startWith(UNLIMITED_PLANS_FILE));

  test('keeps its people on the free plan, with its limits at once and its credits from the next month', async () => {
    await startWith(SELLER_PLANS_FILE);
    expect(await read('limits')).toMatchObject({ monthly_credits: 1_000, seats: 1 });
    now = new Date('2026-04-01T00:00:00Z');
    expect(await read('credits')).toMatchObject({ balance: 1_000, plan_grant: 1_000 });
  });

  test('keeps audio for 30 more days, however often its processes start', async () => {
    expect(await retention()).toBe('unlimited');
    await startWith(SELLER_PLANS_FILE);
    now = inDays(29);
    await startWith(SELLER_PLANS_FILE);
    expect(await retention()).toBe('unlimited');
    now = inDays(31);
    expect(await retention()).toBe(30);
  });

  test('keeps audio as long for people who subscribe in these days', async () => {
    await startWith(UNLIMITED_PLANS_FILE);
    await startWith(SELLER_PLANS_FILE);
    await subscribe(inDays(40));
    expect(await retention()).toBe('unlimited');
    now = inDays(31);
    expect(await retention()).toBe(180);
  });

  test('keeps audio as long as the longest of several retentions that it shortened', async () => {
    const [free, ...others] = readPlans(SELLER_PLANS_FILE);
    if (!free) throw new Error('The file has no plan.');
    await startWith(SELLER_PLANS_FILE);
    now = inDays(10);
    const short = { ...free, limits: { ...free.limits, retention_days: 7 } };
    await server.app.db.transaction().execute((tx) => seedPlans(tx, [short, ...others], now));
    expect(await retention()).toBe('unlimited');
    now = inDays(41);
    expect(await retention()).toBe(7);
  });
});

describe('an assigned plan', () => {
  test('applies at once, and adds credits only for the rest of the month, once', async () => {
    await spend(400);
    expect(await assign('creator-monthly')).toBe(true);
    expect(await read('limits')).toMatchObject({ monthly_credits: 50_000, seats: 3, byok_enabled: 1 });
    // 21.5 of 31 days are left.
    const granted = 600 + Math.floor((49_000 * 21.5) / 31);
    expect((await snapshot()).available).toBe(granted);
    expect(await assign('creator-monthly')).toBe(false);
    await assign('free');
    await assign('creator-monthly');
    expect((await snapshot()).available).toBe(granted);
    now = new Date('2026-04-01T00:00:00Z');
    expect((await snapshot()).available).toBe(50_000);
  });

  test('waits while a subscription runs', async () => {
    await assign('studio-monthly');
    await subscribe(inDays(20));
    expect((await snapshot()).plan.slug).toBe('creator-monthly');
    await server.app.db
      .updateTable('subscription')
      .set({ status: 'canceled', ended_at: now })
      .where('user_id', '=', member.user_id)
      .execute();
    expect((await snapshot()).plan.slug).toBe('studio-monthly');
  });

  test('adds its larger credits to a paid period that is still open', async () => {
    await subscribe(inDays(20));
    await spend(1_000);
    await server.app.db
      .updateTable('subscription')
      .set({ status: 'canceled', ended_at: now })
      .where('user_id', '=', member.user_id)
      .execute();
    await assign('studio-monthly');
    const { available } = await snapshot();
    expect(available).toBeGreaterThan(49_000 + 100_000);
    expect(available).toBeLessThanOrEqual(49_000 + 200_000);
    await assign('free');
    await assign('studio-monthly');
    expect((await snapshot()).available).toBe(available);
  });

  test('that ends keeps audio for 30 more days', async () => {
    await assign('creator-monthly');
    expect(await retention()).toBe(180);
    await assign('free');
    now = inDays(29);
    expect(await retention()).toBe(180);
    now = inDays(31);
    expect(await retention()).toBe(30);
  });
});
