import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../src/ids.ts';
import { addCreditEntries, lockAccount } from '../../src/ledger/credits.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Member } from '../support/factories.ts';
import { mirrorSubscription, type PlanSlug, planId, putOnPlan } from '../support/plans.ts';

const DAY_MS = 86_400_000;
let server: TestApp;
let member: Member;
let now = new Date('2026-03-10T12:00:00Z');

beforeAll(async () => {
  server = await startTestApp({ clock: () => now });
});
beforeEach(async () => {
  now = new Date('2026-03-10T12:00:00Z');
  const token = await server.token({ now, ttl_s: 86_400 });
  const { body } = await server.request('GET', '/api/v1/auth/whoami', { as: { token } });
  member = { ...body.data, role: 'admin', token };
});
afterAll(() => server.close());

async function credits() {
  const token = await server.token({ sub: await subjectOf(member), now, ttl_s: 3_600 });
  const { status, body } = await server.request('GET', '/api/v1/users/me/credits', { as: { token } });
  expect(status).toBe(200);
  return body.data;
}

async function subjectOf({ user_id }: Member): Promise<string> {
  const users = server.app.db.selectFrom('app_user').select('subject').where('id', '=', user_id);
  return (await users.executeTakeFirstOrThrow()).subject;
}

const entries = () =>
  server.app.db.selectFrom('credit_entry').selectAll().where('account_id', '=', member.user_id).execute();

const open = () => server.app.db.transaction().execute((tx) => lockAccount(tx, member.user_id, now));

/** Charges credits as a take does, without a take. */
const spend = (credits_: number, hold = 0) =>
  server.app.db.transaction().execute(async (tx) => {
    await lockAccount(tx, member.user_id, now);
    const entry = { account_id: member.user_id, workspace_id: null, run_id: null };
    await addCreditEntries(
      tx,
      [
        { ...entry, kind: 'settle', cause: `settle/${newId()}`, amount: -credits_, hold: 0 },
        { ...entry, kind: 'reserve', cause: `reserve/${newId()}`, amount: 0, hold },
      ],
      now,
    );
  });

const subscribe = (
  plan: PlanSlug,
  more: { id?: string; status?: string; start?: Date; end?: Date; ended_at?: Date } = {},
) => {
  const { id, status = 'active', start = now, end = new Date(now.getTime() + 31 * DAY_MS), ended_at } = more;
  const state = { plan, status, start, end, ...(ended_at && { ended_at }) };
  return mirrorSubscription(server.app.db, { user_id: member.user_id, ...(id && { id }), state, now });
};

test('an unused account has the month of the default plan, and reading it writes nothing', async () => {
  expect(await credits()).toEqual({
    balance: 1_000,
    used: 0,
    remaining: 1_000,
    period_start: '2026-03-01T00:00:00.000Z',
    period_end: '2026-04-01T00:00:00.000Z',
    plan_grant: 1_000,
    plan_tier: 'free',
  });
  expect(await entries()).toEqual([]);
  const before = await credits();
  await open();
  expect(await credits()).toEqual(before);
});

test('used and reserved credits show at once, and the next month starts without a write', async () => {
  await spend(120, 30);
  expect(await credits()).toMatchObject({ balance: 880, used: 120, remaining: 850 });
  now = new Date('2026-04-01T00:00:00Z');
  // Credits that active runs have reserved do not expire.
  expect(await credits()).toMatchObject({ balance: 1_030, used: 0, remaining: 1_000 });
  expect(await entries()).toHaveLength(3);
  await open();
  expect(await credits()).toMatchObject({ balance: 1_030, used: 0, remaining: 1_000 });
});

test('a subscription starts its own period at once, and the rest of the free month expires', async () => {
  await spend(100);
  await subscribe('creator-monthly');
  expect(await credits()).toMatchObject({
    balance: 50_000,
    used: 0,
    period_start: now.toISOString(),
    plan_grant: 50_000,
    plan_tier: 'paid',
  });
});

test('an upgrade adds the remaining share of the difference once, and a downgrade adds nothing', async () => {
  const id = await subscribe('creator-monthly');
  const start = now;
  await spend(10_000);
  now = new Date(now.getTime() + 7.75 * DAY_MS);
  const same = { id, start, end: new Date(start.getTime() + 31 * DAY_MS) };
  await subscribe('studio-monthly', same);
  // Three quarters of 200,000.
  expect(await credits()).toMatchObject({ balance: 190_000, used: 10_000, plan_grant: 250_000 });
  now = new Date(now.getTime() + DAY_MS);
  await subscribe('studio-monthly', same);
  await subscribe('creator-monthly', same);
  expect(await credits()).toMatchObject({ balance: 190_000, plan_grant: 50_000 });
  await subscribe('studio-monthly', same);
  expect(await credits()).toMatchObject({ balance: 190_000, plan_grant: 250_000 });
});

test('an upgrade just before the end of the period costs and grants almost nothing', async () => {
  const [start, end] = [now, new Date(now.getTime() + 31 * DAY_MS)];
  const id = await subscribe('creator-monthly');
  now = new Date(end.getTime() - 3_600_000);
  await subscribe('studio-monthly', { id, start, end });
  // One of 744 hours.
  expect(await credits()).toMatchObject({ balance: 50_268, plan_grant: 250_000 });
  now = end;
  await subscribe('studio-monthly', { id, start: end, end: new Date(end.getTime() + 31 * DAY_MS) });
  expect(await credits()).toMatchObject({ balance: 250_000 });
});

test.each(['canceled', 'unpaid'])(
  'a subscription that ends %s in an unpaid period starts the calendar month at once, and only once',
  async (status) => {
    await spend(100);
    const end = new Date(now.getTime() + 31 * DAY_MS);
    const id = await subscribe('creator-monthly');
    now = end;
    const late = { id, start: end, end: new Date(end.getTime() + 30 * DAY_MS) };
    await subscribe('creator-monthly', { ...late, status: 'past_due' });
    expect(await credits()).toMatchObject({ balance: 0, period_start: end.toISOString() });
    now = new Date(end.getTime() + 15 * DAY_MS);
    await subscribe('creator-monthly', {
      ...late,
      status,
      ...(status === 'canceled' && { ended_at: now }),
    });
    const month = { period_start: '2026-04-01T00:00:00.000Z', period_end: '2026-05-01T00:00:00.000Z' };
    expect(await credits()).toMatchObject({ ...month, balance: 1_000, plan_tier: 'free' });
    await spend(400);
    // The next period is not paid either.
    const again = { start: now, end: new Date(now.getTime() + 30 * DAY_MS) };
    const next = await subscribe('creator-monthly', { ...again, status: 'past_due' });
    await subscribe('creator-monthly', { ...again, id: next, status: 'canceled', ended_at: now });
    expect(await credits()).toMatchObject({ ...month, balance: 0, used: 0 });
  },
);

test('a yearly plan grants credits each month, and the rest of a month expires', async () => {
  const start = now;
  await subscribe('creator-yearly', { end: new Date('2027-03-10T12:00:00Z') });
  await spend(20_000);
  now = new Date('2026-04-10T11:59:59Z');
  expect(await credits()).toMatchObject({ balance: 30_000, period_start: start.toISOString() });
  now = new Date('2026-04-10T12:00:00Z');
  expect(await credits()).toMatchObject({ balance: 50_000, used: 0, period_end: '2026-05-10T12:00:00.000Z' });
  now = new Date('2027-02-28T00:00:00Z');
  expect(await credits()).toMatchObject({ balance: 50_000, period_end: '2027-03-10T12:00:00.000Z' });
});

test('a renewal with a late payment grants nothing until it is paid', async () => {
  const id = await subscribe('creator-monthly', { end: new Date('2026-04-10T12:00:00Z') });
  now = new Date('2026-04-10T12:00:05Z');
  const next = { id, start: new Date('2026-04-10T12:00:00Z'), end: new Date('2026-05-10T12:00:00Z') };
  await subscribe('creator-monthly', { ...next, status: 'past_due' });
  expect(await credits()).toMatchObject({ balance: 0, remaining: 0, plan_grant: 50_000 });
  now = new Date('2026-04-13T00:00:00Z');
  await subscribe('creator-monthly', next);
  expect(await credits()).toMatchObject({ balance: 50_000, period_end: '2026-05-10T12:00:00.000Z' });
});

test('a renewal reported late removes nothing in the meantime and grants once', async () => {
  const end = new Date('2026-04-10T12:00:00Z');
  const id = await subscribe('creator-monthly', { end });
  await spend(1_000);
  now = new Date('2026-04-10T12:10:00Z');
  await open();
  expect(await credits()).toMatchObject({ balance: 49_000 });
  await subscribe('creator-monthly', { id, start: end, end: new Date('2026-05-10T12:00:00Z') });
  expect(await credits()).toMatchObject({ balance: 50_000, used: 0, period_start: end.toISOString() });
});

test('paid credits last to the end of their period, also if the subscription ends before', async () => {
  const [start, end] = [now, new Date('2026-04-10T12:00:00Z')];
  const id = await subscribe('creator-monthly', { end });
  now = new Date('2026-03-20T00:00:00Z');
  await subscribe('creator-monthly', { id, start, end, status: 'canceled', ended_at: now });
  expect(await credits()).toMatchObject({
    balance: 50_000,
    period_end: end.toISOString(),
    plan_tier: 'free',
  });
  now = end;
  expect(await credits()).toMatchObject({ balance: 1_000, period_start: '2026-04-01T00:00:00.000Z' });
});

test('subscription data from before the start of a month, received later, takes nothing from that month', async () => {
  const [start, end] = [now, new Date('2027-03-10T12:00:00Z')];
  const id = await subscribe('creator-yearly', { end });
  now = new Date('2026-04-10T12:00:01Z');
  await open();
  now = new Date('2026-04-10T11:59:58Z');
  await subscribe('studio-yearly', { id, start, end });
  now = new Date('2026-04-10T12:00:02Z');
  expect(await credits()).toMatchObject({ balance: 250_000, period_start: '2026-04-10T12:00:00.000Z' });
});

test('switching to a paid plan and back does not grant the free month again', async () => {
  await spend(900);
  const id = await subscribe('creator-monthly', { end: new Date('2026-03-11T12:00:00Z') });
  now = new Date('2026-03-12T00:00:00Z');
  await subscribe('creator-monthly', {
    id,
    start: new Date('2026-03-10T12:00:00Z'),
    end: new Date('2026-03-11T12:00:00Z'),
    status: 'canceled',
    ended_at: now,
  });
  expect(await credits()).toMatchObject({ balance: 0, period_end: '2026-04-01T00:00:00.000Z' });
});

test('a plan without a limit counts credits, and has no balance', async () => {
  await putOnPlan(server.app.db, member.user_id, 'enterprise', now);
  expect(await credits()).toMatchObject({
    balance: null,
    remaining: null,
    plan_grant: 'unlimited',
    plan_tier: 'custom',
  });
  await spend(5_000_000);
  now = new Date(now.getTime() + 29 * DAY_MS);
  expect(await credits()).toMatchObject({ balance: null, used: 5_000_000 });
});

test("limits are those of the caller's plan", async () => {
  const limits = async () => {
    const { body } = await server.request('GET', '/api/v1/users/me/limits', { as: { token: member.token } });
    return body.data;
  };
  expect(await limits()).toEqual({
    monthly_credits: 1_000,
    workspaces_per_owner: 1,
    concurrent_runs_per_user: 1,
    storage_bytes_per_workspace: 1_073_741_824,
    retention_days: 30,
    byok_enabled: 0,
    seats: 1,
  });
  await putOnPlan(server.app.db, member.user_id, 'enterprise', now);
  expect(await limits()).toMatchObject({ monthly_credits: 'unlimited', byok_enabled: 1, seats: 'unlimited' });
});

test('a plan without a certain limit does not allow the feature', async () => {
  await putOnPlan(server.app.db, member.user_id, 'studio-yearly', now);
  const { db } = server.app;
  await db
    .updateTable('plan')
    .set({ limits: JSON.stringify({ monthly_credits: 5 }) })
    .where('id', '=', planId('studio-yearly'))
    .execute();
  const { body } = await server.request('GET', '/api/v1/users/me/limits', { as: { token: member.token } });
  expect(body.data).toMatchObject({ monthly_credits: 5, seats: 0, byok_enabled: 0 });
});
