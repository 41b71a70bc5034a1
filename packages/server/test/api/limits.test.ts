import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../src/ids.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { numberedLines, shortPipeline } from '../support/definitions.ts';
import { createMember, type Member } from '../support/factories.ts';
import { mirrorSubscription, type PlanSlug, putOnPlan } from '../support/plans.ts';
import { uploadScene } from '../support/uploads.ts';

/* The plan of the workspace's owner sets the limits for all callers, even for concurrent requests. */
let server: TestApp;
let owner: Member;
let members = 0;
beforeAll(async () => {
  server = await startTestApp();
});
beforeEach(async () => {
  owner = await createMember(server, { email: `owner-${++members}@example.com` });
});
afterAll(() => server.close());

const post = (path: string, body: unknown, as: Member = owner) =>
  server.request('POST', path, { as, ...(body !== undefined && { body }) });
const put = (plan: PlanSlug, member = owner) => putOnPlan(server.app.db, member.user_id, plan);
const codes = (answers: { status: number; body: { error?: { code: string } } }[]) => {
  const counts = new Map<string, number>();
  for (const { status, body } of answers) {
    const key = `${status} ${body.error?.code ?? ''}`.trim();
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
};
const times = (count: number, work: (index: number) => ReturnType<typeof post>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

test('the plan of the owner limits the number of workspaces, also for simultaneous requests', async () => {
  await put('creator-monthly');
  const answers = await times(8, (index) => post('/api/v1/workspaces', { name: `Room ${index}` }));
  expect(codes(answers)).toEqual({ 201: 2, '402 PLAN_LIMIT_REACHED': 6 });
});

test('seats are limited by the plan of the owner, not of the inviting admin', async () => {
  const path = `/api/v1/workspaces/${owner.workspace_id}/invites`;
  const invite = (index: number, as: Member) =>
    post(path, { email: `seat-${index}@example.com`, role: 'viewer' }, as);
  const admin = await createMember(server, { workspace_id: owner.workspace_id, role: 'admin' });
  await put('studio-monthly', admin);
  expect((await invite(0, admin)).body.error.code).toBe('PLAN_LIMIT_REACHED');
  await put('creator-monthly');
  // The owner and the admin use two of the three seats.
  expect(codes(await times(6, (index) => invite(index, admin)))).toEqual({
    201: 1,
    '402 PLAN_LIMIT_REACHED': 5,
  });
});

test('own provider keys need the plan of the owner', async () => {
  const member = await createMember(server, { workspace_id: owner.workspace_id, role: 'admin' });
  await put('enterprise', member);
  const answer = await server.request('PUT', '/api/v1/provider-keys/elevenlabs', {
    as: member,
    body: { api_key: 'a-key-that-nobody-has' },
  });
  expect([answer.status, answer.body.error.code]).toEqual([403, 'FEATURE_NOT_IN_PLAN']);
});

async function startedRuns(workspaces: string[]) {
  const definition = shortPipeline({ text: numberedLines(2, 'counts') });
  const ids: [string, string][] = [];
  for (const workspace_id of workspaces) {
    const as = { ...owner, workspace_id };
    const { body } = await post('/api/v1/workflows', { name: 'Limited', definition }, as);
    ids.push([workspace_id, body.data.id as string]);
  }
  return Promise.all(
    ids.map(([workspace_id, id]) =>
      post(`/api/v1/workflows/${id}/runs`, undefined, { ...owner, workspace_id }),
    ),
  );
}

test('simultaneous runs are counted over all workspaces of the owner', async () => {
  await put('creator-monthly');
  const { body } = await post('/api/v1/workspaces', { name: 'Second' });
  const second = body.data.id as string;
  const answers = await startedRuns([
    owner.workspace_id,
    second,
    owner.workspace_id,
    second,
    owner.workspace_id,
  ]);
  expect(codes(answers)).toEqual({ 202: 3, '409 CONCURRENT_RUN_LIMIT': 2 });
});

test('runs of another workspace that block a start are not named', async () => {
  await put('creator-monthly');
  const second = (await post('/api/v1/workspaces', { name: 'Second' })).body.data.id as string;
  const [first, ...others] = await startedRuns([second, second, second]);
  expect([first, ...others].map((answer) => answer?.status)).toEqual([202, 202, 202]);
  const [refused] = await startedRuns([owner.workspace_id]);
  expect([refused?.status, refused?.body.error.code]).toEqual([409, 'CONCURRENT_RUN_LIMIT']);
  expect(refused?.body.error.details).toEqual([]);
  expect(refused?.text).not.toContain(first?.body.data.id);
});

test('simultaneous starts in several workspaces can reserve all credits of the account, but no more', async () => {
  await put('studio-monthly');
  const second = (await post('/api/v1/workspaces', { name: 'Second' })).body.data.id as string;
  // Two lines cost at least two credits.
  await server.app.db.transaction().execute(async (tx) => {
    const entry = { id: newId(), account_id: owner.user_id, created_at: new Date() };
    const { balance } = await tx
      .selectFrom('credit_account')
      .select('balance')
      .where('user_id', '=', owner.user_id)
      .executeTakeFirstOrThrow();
    const amount = 6 - balance;
    await tx
      .insertInto('credit_entry')
      .values({ ...entry, kind: 'expire', cause: entry.id, amount })
      .execute();
    await tx.updateTable('credit_account').set({ balance: 6 }).where('user_id', '=', owner.user_id).execute();
  });
  const places = Array.from({ length: 6 }, (_, index) => (index % 2 ? second : owner.workspace_id));
  expect(codes(await startedRuns(places))).toEqual({ 202: 3, '402 INSUFFICIENT_CREDITS': 3 });
  const { body } = await server.request('GET', '/api/v1/users/me/credits', { as: owner });
  expect(body.data).toMatchObject({ balance: 6, remaining: 0 });
});

test('the plan of the owner limits storage, to the byte', async () => {
  const member = await createMember(server, { workspace_id: owner.workspace_id, role: 'editor' });
  const scene = await uploadScene(server, member);
  const id = await scene.uploaded('12345678');
  const { db } = server.app;
  const limits = (
    await db.selectFrom('plan').select('limits').where('slug', '=', 'studio-yearly').executeTakeFirstOrThrow()
  ).limits;
  const allow = (bytes: number) =>
    db
      .updateTable('plan')
      .set({ limits: JSON.stringify({ ...limits, storage_bytes_per_workspace: bytes }) })
      .where('slug', '=', 'studio-yearly')
      .execute();
  await put('studio-yearly');
  await allow(7);
  expect((await scene.confirm(id)).body.error.code).toBe('STORAGE_LIMIT_EXCEEDED');
  await allow(8);
  expect((await scene.confirm(id)).status).toBe(200);
});

test('a smaller plan removes nothing and rejects new resources', async () => {
  const now = new Date();
  const state = {
    plan: 'creator-monthly' as const,
    status: 'active',
    start: now,
    end: new Date(now.getTime() + 86_400_000),
  };
  const id = await mirrorSubscription(server.app.db, { user_id: owner.user_id, state, now });
  const made = await post('/api/v1/workspaces', { name: 'Stays' });
  expect(made.status).toBe(201);
  await createMember(server, { workspace_id: owner.workspace_id, role: 'editor' });
  await mirrorSubscription(server.app.db, {
    user_id: owner.user_id,
    id,
    state: { ...state, status: 'canceled', ended_at: now },
    now,
  });
  const { body } = await server.request('GET', '/api/v1/workspaces', { as: owner });
  expect(body.data).toHaveLength(2);
  expect((await post('/api/v1/workspaces', { name: 'New' })).body.error.code).toBe('PLAN_LIMIT_REACHED');
  const roster = await server.request('GET', `/api/v1/workspaces/${owner.workspace_id}/members`, {
    as: owner,
  });
  expect(roster.body.data).toHaveLength(2);
});
