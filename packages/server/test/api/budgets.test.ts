import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBudgets } from '../../src/ledger/budgets.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { numberedLines, shortPipeline } from '../support/definitions.ts';
import { createKey, createMember, type Member } from '../support/factories.ts';
import { narration, WORKFLOWS } from '../support/workflows.ts';

let server: TestApp;
let owner: Member;
beforeAll(async () => {
  server = await startTestApp();
  owner = await createMember(server);
});
afterAll(() => server.close());

const PATH = '/api/v1/budgets';
const create = (body: object, as: Member = owner) => server.request('POST', PATH, { as, body });

describe('a budget', () => {
  test('of a workspace is created, read, changed and deleted, and the log names each change', async () => {
    const created = await create({ name: 'Team', limit_credits: 500 });
    expect(created.status).toBe(201);
    const { id } = created.body.data;
    expect(created.body.data).toMatchObject({
      ...{ name: 'Team', scope: 'workspace', scope_id: null, period: 'month', action: 'pause' },
      ...{ limit_credits: 500, limit_usd_micros: null },
      current: { credits: 0, provider_usd_micros: 0, unpriced_takes: 0, held_credits: 0, held_usd_micros: 0 },
    });
    const changes = { limit_credits: null, limit_usd_micros: 2_000_000, action: 'deny' };
    const changed = await server.request('PATCH', `${PATH}/${id}`, { as: owner, body: changes });
    expect(changed.body.data).toMatchObject(changes);
    const read = await server.request('GET', `${PATH}/${id}`, { as: owner });
    expect(read.body.data).toEqual(changed.body.data);
    const list = await server.request('GET', PATH, { as: owner });
    expect(list.body.data).toEqual([changed.body.data]);
    expect((await server.request('DELETE', `${PATH}/${id}`, { as: owner })).status).toBe(200);
    expect((await server.request('GET', `${PATH}/${id}`, { as: owner })).status).toBe(404);
    const log = await server.app.db
      .selectFrom('activity')
      .select('kind')
      .where('resource_id', '=', id)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    expect(log.map(({ kind }) => kind)).toEqual(['budget_created', 'budget_changed', 'budget_deleted']);
  });

  test.each([
    [200, 0],
    [110, 80],
    [90, 100],
  ])('that is changed to %i credits after 100 were spent has reported %i percent', async (limit, percent) => {
    const member = await createMember(server);
    const { db } = server.app;
    const { id } = (await create({ name: 'Raised', limit_credits: 100 }, member)).body.data;
    const alerts = { alerted_percent: 100, mailed_percent: 100 };
    const ofBudget = db.updateTable('budget_period').where('budget_id', '=', id);
    await ofBudget.set({ credits: 100, ...alerts }).execute();
    const read = () =>
      db
        .selectFrom('budget_period')
        .select(['credits', 'alerted_percent', 'mailed_percent'])
        .where('budget_id', '=', id)
        .execute();
    await server.request('PATCH', `${PATH}/${id}`, { as: member, body: { name: 'Renamed' } });
    expect(await read()).toEqual([{ credits: 100, ...alerts }]);
    await server.request('PATCH', `${PATH}/${id}`, { as: member, body: { limit_credits: limit } });
    expect(await read()).toEqual([{ credits: 100, alerted_percent: percent, mailed_percent: percent }]);
  });

  test('is rejected without a limit, and a change must leave one', async () => {
    const rejected = await create({ name: 'None' });
    expect([rejected.status, rejected.body.error.details[0].field]).toEqual([422, 'body.limit_credits']);
    const { body } = await create({ name: 'One', limit_credits: 5 });
    const path = `${PATH}/${body.data.id}`;
    const changed = await server.request('PATCH', path, { as: owner, body: { limit_credits: null } });
    expect(changed.status).toBe(422);
  });

  test('is only for a member, key or workflow of its workspace', async () => {
    const stranger = await createMember(server);
    const key = await createKey(server, owner);
    const limit = { name: 'Scoped', limit_credits: 5 };
    const mine = await create({ ...limit, scope: 'member', scope_id: owner.user_id });
    expect([mine.status, mine.body.data.scope_id]).toEqual([201, owner.user_id]);
    expect((await create({ ...limit, scope: 'api_key', scope_id: key.id })).status).toBe(201);
    const theirs = await createKey(server, stranger);
    for (const [scope, scope_id] of [
      ['member', stranger.user_id],
      ['api_key', theirs.id],
      ['workflow', owner.user_id],
      ['member', null],
      ['workspace', owner.user_id],
    ] as const) {
      const { status, body } = await create({ ...limit, scope, scope_id });
      expect([status, body.error.details[0].field]).toEqual([422, 'body.scope_id']);
    }
  });

  test('that denies a start says so in the estimate, and a cap below the minimum does not prevent a start', async () => {
    const member = await createMember(server);
    const denying = await create({ name: 'Tiny', limit_credits: 1, action: 'deny' }, member);
    const definition = shortPipeline({ text: numberedLines(5) });
    const created = await server.request('POST', '/api/v1/workflows', {
      as: member,
      body: { name: 'Five lines', definition },
    });
    const path = `/api/v1/workflows/${created.body.data.id}/runs`;
    const preview = (body: object) => server.request('POST', `${path}/preview`, { as: member, body });
    const denied = await preview({});
    expect(denied.body.data).toMatchObject({
      can_run: false,
      limits: [{ budget_id: denying.body.data.id, exceeded_by: 'minimum' }],
    });
    const rejected = await server.request('POST', path, { as: member, body: {} });
    expect([rejected.status, rejected.body.error.code]).toEqual([402, 'BUDGET_EXCEEDED']);
    const change = { action: 'pause' };
    await server.request('PATCH', `${PATH}/${denying.body.data.id}`, { as: member, body: change });
    const paused = await preview({ max_credits: 2 });
    expect(paused.body.data).toMatchObject({ can_run: true, deficit_at_max: 0 });
    const started = await server.request('POST', path, { as: member, body: { max_credits: 2 } });
    expect([started.status, started.body.data.max_credits]).toEqual([202, 2]);
  });

  test('cannot be changed with an API key, which can read it', async () => {
    const key = await createKey(server, owner, { scopes: ['workspace:read'] });
    expect((await server.request('GET', PATH, { as: key })).status).toBe(200);
    const { status } = await server.request('POST', PATH, { as: key, body: { name: 'K', limit_credits: 5 } });
    expect(status).toBe(403);
  });

  test('of an API key moves to the key that replaces it', async () => {
    const key = await createKey(server, owner);
    const { body } = await create({ name: 'Key', limit_credits: 5, scope: 'api_key', scope_id: key.id });
    const rotated = await server.request('PATCH', `/api/v1/api-keys/${key.id}/rotate`, {
      as: owner,
      body: { grace_period_seconds: 3_600 },
    });
    expect(rotated.status).toBeLessThan(300);
    const read = await server.request('GET', `${PATH}/${body.data.id}`, { as: owner });
    const { scope_id } = read.body.data;
    expect(scope_id).not.toBe(key.id);
    expect(read.body.data.updated_at).not.toBe(body.data.updated_at);
    expect(JSON.stringify(rotated.body.data)).toContain(scope_id);
    const { workspace_id } = owner;
    const run = { workspace_id, workflow_id: key.id, triggered_by: key.id };
    for (const api_key_id of [key.id, scope_id]) {
      const found = await findBudgets(server.app.db, { ...run, api_key_id }, new Date());
      expect(found.map(({ budget }) => budget.id)).toContain(body.data.id);
    }
  });

  test('appears in the estimate of a run with what is left of it', async () => {
    const member = await createMember(server);
    await create({ name: 'Small', limit_credits: 40, action: 'deny' }, member);
    const definition = { graph: { nodes: [] } };
    const workflow = await server.request('POST', '/api/v1/workflows', {
      as: member,
      body: { name: 'Empty', definition },
    });
    const { body } = await server.request('POST', `/api/v1/workflows/${workflow.body.data.id}/runs/preview`, {
      as: member,
      body: { max_credits: 90 },
    });
    expect(body.data.limits).toMatchObject([
      { source: 'cap', name: 'max_credits', action: 'pause', available_credits: 90, exceeded_by: 'none' },
      { source: 'budget', name: 'Small', action: 'deny', available_credits: 40, exceeded_by: 'none' },
    ]);
  });
});

test('a run whose cap is used up is resumed only with a higher one', async () => {
  const member = await createMember(server);
  const workflow = await server.request('POST', WORKFLOWS, {
    as: member,
    body: { name: 'Capped', definition: narration() },
  });
  const { id } = workflow.body.data;
  const started = await server.request('POST', `/api/v1/workflows/${id}/runs`, {
    as: member,
    body: { max_credits: 1 },
  });
  expect(started.status, started.text).toBe(202);
  const run_id = started.body.data.id;
  const { db } = server.app;
  await db
    .updateTable('run')
    .set({ status: 'paused', paused_at: new Date(), pause_reason: 'budget', queued_chunks: 0 })
    .where('id', '=', run_id)
    .execute();
  await db
    .updateTable('run_chunk')
    .set({ status: 'planned', blocked_credits: 100, blocked_usd_micros: 0, job_id: null, queued_at: null })
    .where('run_id', '=', run_id)
    .execute();
  const resume = (body?: object) =>
    server.request('POST', `/api/v1/workflows/${id}/runs/${run_id}/resume`, {
      as: member,
      ...(body && { body }),
    });
  const refused = await resume();
  expect([refused.status, refused.body.error.code]).toEqual([402, 'BUDGET_EXCEEDED']);
  expect((await resume({ max_credits: 1_000 })).status).toBe(200);
});
