import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readPlans, SELLER_PLANS_FILE } from '../../src/config/plans-file.ts';
import { seedPlans } from '../../src/db/seed-plans.ts';
import { admin } from '../support/admin.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createMember, type Member } from '../support/factories.ts';
import { planId, putOnPlan } from '../support/plans.ts';

let server: TestApp;
let member: Member;
let email: string;
beforeAll(async () => {
  server = await startTestApp({ checks_ledgers: true });
});
beforeEach(async () => {
  email = `Ada-${randomUUID()}@example.com`;
  member = await createMember(server, { email });
});
afterAll(() => server.close());

const setPlan = (person: string, plan: string) =>
  admin(server, ['plans', 'set', person, plan, '--reason', 'Contract 4711', '--json']);
const actions = async () =>
  (await server.request('GET', '/api/v1/usage/activity?type=operator_acted', { as: member })).body.data;

test('plans are listed with the number of people who subscribe to them or got them from an operator', async () => {
  const people = async (slug: string) => {
    const { json } = await admin(server, ['plans', 'list', '--json']);
    const { subscribed, assigned } = json.plans.find((plan: { slug: string }) => plan.slug === slug);
    return [subscribed, assigned];
  };
  await setPlan(member.user_id, 'enterprise');
  await putOnPlan(server.app.db, (await createMember(server)).user_id, 'studio-monthly');
  expect([await people('enterprise'), await people('studio-monthly'), await people('free')]).toEqual([
    [0, 1],
    [1, 0],
    [0, 0],
  ]);
  const { output } = await admin(server, ['plans', 'list']);
  expect(output).toMatch(/^PLAN +NAME +TIER +DEFAULT .*SUBSCRIBED +ASSIGNED\n/);
  expect(output).toMatch(/\nfree +Free +free +yes +yes +- +1000 +1 +- /);
  expect(output).toMatch(/\ncreator-monthly +Creator +paid +- +yes +19\.00 usd monthly +50000 +3 +yes /);
});

test.each([
  ['ID', () => member.user_id],
  ['email address in any case', () => email.toUpperCase()],
])(
  'a person gets a plan by %s, and the log has the plans, the operator and the reason',
  async (_, person) => {
    const { code, json } = await setPlan(person(), 'enterprise');
    expect([code, json]).toEqual([
      0,
      { user_id: member.user_id, email, plan: 'enterprise', changed: true, balance: null },
    ]);
    const limits = await server.request('GET', '/api/v1/users/me/limits', { as: member });
    expect(limits.body.data).toMatchObject({ seats: 'unlimited', byok_enabled: 1 });
    expect(await actions()).toMatchObject([
      {
        kind: 'plan_assigned',
        resource: { type: 'user', id: member.user_id },
        metadata: { plan: 'enterprise', former_plan: 'free', operator: 'ada', reason: 'Contract 4711' },
      },
    ]);
  },
);

test('a repeated command changes nothing, and the default plan ends an assignment', async () => {
  await setPlan(email, 'enterprise');
  expect((await setPlan(email, 'enterprise')).json).toMatchObject({ changed: false });
  expect(await actions()).toHaveLength(1);
  expect((await setPlan(email, 'free')).json).toMatchObject({ plan: 'free', changed: true });
  expect((await setPlan(email, 'free')).json).toMatchObject({ changed: false });
  expect(await actions()).toHaveLength(2);
  const limits = await server.request('GET', '/api/v1/users/me/limits', { as: member });
  expect(limits.body.data).toMatchObject({ monthly_credits: 1_000, seats: 1 });
});

test('an assigned plan is the current one in the preview of a change', async () => {
  await setPlan(email, 'studio-monthly');
  const path = `/api/v1/billing/plans/${planId('creator-monthly')}/preview`;
  const { body } = await server.request('GET', path, { as: member });
  expect(body.data).toMatchObject({ current_plan: { slug: 'studio-monthly' }, type: 'downgrade' });
});

test('a person with a running subscription keeps it, because the payment processor owns the plan', async () => {
  await putOnPlan(server.app.db, member.user_id, 'creator-monthly');
  const { code, errors } = await setPlan(email, 'enterprise');
  expect(code).toBe(1);
  expect(errors).toMatch(/subscription to the plan creator-monthly \(active\)\. The payment processor owns/);
  expect(await actions()).toEqual([]);
});

test.each([
  ['a person', () => setPlan(`nobody-${randomUUID()}@example.com`, 'enterprise'), /no person with the ID or/],
  ['a part of an address', () => setPlan(email.slice(0, -1), 'enterprise'), /no person with the ID or/],
  ['a plan', () => setPlan(email, 'gold'), /no such plan "gold"/],
])('%s that does not exist is an error', async (_, command, message) => {
  const { code, errors } = await command();
  expect(code).toBe(1);
  expect(errors).toMatch(message);
});

test('an address of several people is an error that lists their IDs', async () => {
  const other = await createMember(server, { email });
  const { code, errors } = await setPlan(email, 'enterprise');
  expect(code).toBe(1);
  expect(errors).toContain(member.user_id);
  expect(errors).toContain(other.user_id);
});

test('a plan offers platform keys, which an api process keeps at its next start unless the file names others', async () => {
  const offer = (...words: string[]) => admin(server, ['plans', 'offer', 'free', ...words]);
  const { db } = server.app;
  const stored = () =>
    db
      .selectFrom('plan')
      .select(['platform_providers', 'platform_models', 'platform_characters_per_day'])
      .where('slug', '=', 'free')
      .executeTakeFirstOrThrow();
  const { output } = await offer(
    'elevenlabs,azure',
    '--models',
    'elevenlabs/eleven_v3',
    '--characters-per-day',
    '2000',
  );
  expect(output).toMatch(/platform keys of elevenlabs,azure\.\nThere is no key yet for elevenlabs, azure/);
  const columns = {
    platform_providers: ['elevenlabs', 'azure'],
    platform_models: ['elevenlabs/eleven_v3'],
    platform_characters_per_day: 2_000,
  };
  expect(await stored()).toEqual(columns);
  expect((await admin(server, ['plans', 'list'])).output).toMatch(
    /elevenlabs\/eleven_v3 \(2000 characters a day\)/,
  );
  const plans = readPlans(SELLER_PLANS_FILE);
  await db.transaction().execute((tx) => seedPlans(tx, plans, new Date()));
  expect(await stored()).toEqual(columns);
  const named = plans.map((plan) => ({ ...plan, platform_providers: ['polly'] }));
  await db.transaction().execute((tx) => seedPlans(tx, named, new Date()));
  expect(await stored()).toEqual({
    ...{ platform_providers: ['polly'], platform_models: null, platform_characters_per_day: null },
  });
  expect((await offer('none')).code).toBe(0);
  expect((await stored()).platform_providers).toEqual([]);
  const { json } = await admin(server, ['activity', 'list', '--limit', '1', '--json']);
  expect(json.actions).toMatchObject([
    { kind: 'plan_offer_changed', resource_name: 'free', operator: 'ada' },
  ]);
});

test.each([
  [['free', 'espeak'], 2, /platform_providers/],
  [['free', 'azure', '--models', 'polly/neural'], 2, /is not one of platform_providers/],
  [['free', 'azure', '--characters-per-day', 'many'], 2, /platform_characters_per_day/],
  [['gold', 'azure'], 1, /no such plan "gold"/],
])('an offer that is invalid changes nothing (%j)', async (words, expectedCode, message) => {
  const { code, errors } = await admin(server, ['plans', 'offer', ...words]);
  expect([code, errors]).toEqual([expectedCode, expect.stringMatching(message)]);
});

test('a command without a reason is invalid', async () => {
  expect((await admin(server, ['plans', 'set', email, 'enterprise'])).code).toBe(2);
});

test('people are found with their plan and balance', async () => {
  const find = async () => (await admin(server, ['users', 'find', email, '--json'])).json.users[0];
  expect(await find()).toMatchObject({ plan: 'free', balance: 1_000 });
  await setPlan(email, 'enterprise');
  expect(await find()).toMatchObject({ plan: 'enterprise', balance: null });
  expect((await admin(server, ['users', 'find', email])).output).toMatch(
    /PLAN +BALANCE[\s\S]*enterprise +unlimited/,
  );
});
