import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { erase } from '../../src/features/users/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createKey, createMember, type Member } from '../support/factories.ts';
import { fire } from '../support/schedules.ts';
import { createNamed, fieldsOf, narration, WORKFLOWS } from '../support/workflows.ts';

let server: TestApp;
let owner: Member;
let workflow_id: string;
beforeAll(async () => {
  server = await startTestApp();
  owner = await createMember(server);
  ({ id: workflow_id } = await createNamed({ server, member: owner }, 'Scheduled'));
});
afterAll(() => server.close());

const PATH = '/api/v1/schedules';
const NIGHTLY = { name: 'Nightly', cron: '0 2 * * *', time_zone: 'Europe/Berlin' };
const create = (body: object, as: Member = owner) =>
  server.request('POST', PATH, { as, body: { workflow_id, ...NIGHTLY, ...body } });
const patch = (id: string, body: object, as: Member = owner) =>
  server.request('PATCH', `${PATH}/${id}`, { as, body });

describe('a schedule', () => {
  test('is created, read, listed, changed and deleted, and the log names each change', async () => {
    const created = await create({ input: { max_credits: 40 }, skip_if_unchanged: true });
    expect(created.status, created.text).toBe(201);
    const { id } = created.body.data;
    expect(created.body.data).toMatchObject({
      ...{ ...NIGHTLY, workflow_id, created_by: owner.user_id, input: { max_credits: 40 } },
      ...{ skip_if_unchanged: true, enabled: true, disabled_reason: null, failures_count: 0, last_run: null },
    });
    const next = new Date(created.body.data.next_run_at);
    const inBerlin = { timeZone: 'Europe/Berlin', timeStyle: 'short' } as const;
    expect(next.toLocaleTimeString('sv-SE', inBerlin)).toBe('02:00');
    expect(next.getTime() - Date.now()).toBeGreaterThan(0);
    expect(next.getTime() - Date.now()).toBeLessThan(25 * 3_600_000);
    const changed = await patch(id, { cron: '30 4 * * 1', name: 'Weekly' });
    expect(changed.body.data).toMatchObject({
      cron: '30 4 * * 1',
      name: 'Weekly',
      time_zone: 'Europe/Berlin',
    });
    const read = await server.request('GET', `${PATH}/${id}`, { as: owner });
    expect(read.body.data).toEqual(changed.body.data);
    const list = await server.request('GET', `${PATH}?workflow_id=${workflow_id}`, { as: owner });
    expect(list.body.data).toEqual([changed.body.data]);
    const others = await createNamed({ server, member: owner }, 'Other');
    const none = await server.request('GET', `${PATH}?workflow_id=${others.id}`, { as: owner });
    expect(none.body.data).toEqual([]);
    expect((await server.request('DELETE', `${PATH}/${id}`, { as: owner })).status).toBe(200);
    expect((await server.request('GET', `${PATH}/${id}`, { as: owner })).status).toBe(404);
    const log = server.app.db.selectFrom('activity').select('kind').where('resource_id', '=', id);
    const kinds = (await log.orderBy('created_at').orderBy('id').execute()).map(({ kind }) => kind);
    expect(kinds).toEqual(['schedule_created', 'schedule_changed', 'schedule_deleted']);
  });

  test('has no due time while it is disabled, and gets a new one when it is enabled', async () => {
    const { id } = (await create({ enabled: false })).body.data;
    const disabled = await patch(id, { cron: '0 3 * * *' });
    expect(disabled.body.data).toMatchObject({
      enabled: false,
      disabled_reason: 'manual',
      next_run_at: null,
    });
    const enabled = await patch(id, { enabled: true });
    expect(enabled.body.data).toMatchObject({ enabled: true, disabled_reason: null });
    expect(Date.parse(enabled.body.data.next_run_at)).toBeGreaterThan(Date.now());
    const again = await patch(id, { enabled: false });
    expect(again.body.data).toMatchObject({ enabled: false, next_run_at: null });
    await server.request('DELETE', `${PATH}/${id}`, { as: owner });
  });

  test.each([
    ['0 2 * *', 'five fields'],
    ['0 2 * * * *', 'five fields'],
    ['@daily', 'five fields'],
    ['60 2 * * *', 'The minute must not be "60"'],
    ['0 24 * * *', 'The hour must not be "24"'],
    ['0 2 32 * *', 'The day of month must not be "32"'],
    ['0 2 1 13 *', 'The month must not be "13"'],
    ['0 2 1 * MOO', 'The day of week must not be "MOO"'],
    ['0 2-1 * * *', 'The hour must not be "2-1"'],
    ['0/5 2 * * *', 'The minute must not be "0/5"'],
    ['0 2 * * 1,', 'The day of week must not be ""'],
    ['0 2 31 2 *', 'does not exist'],
    ['*/5 * * * *', 'at least 15 minutes apart'],
    ['0,10 2 * * *', 'at least 15 minutes apart'],
    ['0,50 0,23 * * *', 'around midnight'],
  ])('with the expression %s is rejected: %s', async (cron, message) => {
    const { status, body } = await create({ cron });
    expect([status, fieldsOf(body)]).toEqual([422, ['body.cron']]);
    expect(body.error.message).toContain(message);
  });

  test('is rejected with an unknown zone, field or override', async () => {
    for (const [fields, field] of [
      [{ time_zone: 'Berlin' }, 'body.time_zone'],
      [{ input: { max_credit: 4 } }, 'body.input.max_credit'],
      [{ input: { script_text: 'Hi.' } }, 'body.input.script_text'],
      [{ crons: '0 2 * * *' }, 'body.crons'],
      // The workflow has no source to set the language of.
      [{ input: { source_language: 'de-de' } }, 'body.input.source_language'],
      [{ workflow_id: owner.user_id }, 'body.workflow_id'],
    ] as const) {
      const { status, body } = await create(fields);
      expect([status, fieldsOf(body)]).toEqual([422, [field]]);
    }
  });

  test('is only for a workflow of its workspace', async () => {
    const stranger = await createMember(server);
    const { status, body } = await create({}, stranger);
    expect([status, fieldsOf(body)]).toEqual([422, ['body.workflow_id']]);
  });

  test('is changed only by its creator and admins, and never with an API key', async () => {
    const { workspace_id } = owner;
    const editor = await createMember(server, { workspace_id, role: 'editor' });
    const other = await createMember(server, { workspace_id, role: 'editor' });
    const key = await createKey(server, owner, {
      scopes: ['workflows:read', 'workflows:write', 'workflows:run'],
    });
    const { id } = (await create({}, editor)).body.data;
    expect((await patch(id, { name: 'Mine' }, editor)).status).toBe(200);
    expect((await patch(id, { name: 'Theirs' }, other)).body.error.code).toBe('FORBIDDEN');
    expect((await server.request('DELETE', `${PATH}/${id}`, { as: other })).status).toBe(403);
    const withKey = (method: string, body?: object) =>
      server.request(method, `${PATH}/${id}`, { as: key, ...(body && { body }) });
    expect((await withKey('GET')).status).toBe(200);
    expect((await withKey('PATCH', { name: 'Key' })).status).toBe(403);
    const renamed = await patch(id, { name: 'Managed' }, owner);
    expect(renamed.body.data).toMatchObject({ name: 'Managed', created_by: editor.user_id });
    expect((await server.request('DELETE', `${PATH}/${id}`, { as: owner })).status).toBe(200);
  });

  test.each<[string, RegExp, (user_id: string) => Promise<unknown>]>([
    [
      'has left the workspace',
      /no longer a member/,
      (user_id) => server.app.db.deleteFrom('workspace_member').where('user_id', '=', user_id).execute(),
    ],
    [
      'has become a viewer',
      /can no longer start runs/,
      (user_id) =>
        server.app.db
          .updateTable('workspace_member')
          .set({ role: 'viewer' })
          .where('user_id', '=', user_id)
          .execute(),
    ],
    [
      'is suspended',
      /is suspended/,
      (user_id) =>
        server.app.db
          .updateTable('app_user')
          .set({ suspended_at: new Date() })
          .where('id', '=', user_id)
          .execute(),
    ],
  ])('cannot be enabled again if its creator %s', async (_, message, prevent) => {
    const { workspace_id } = owner;
    const editor = await createMember(server, { workspace_id, role: 'editor' });
    const { id } = (await create({ enabled: false }, editor)).body.data;
    await prevent(editor.user_id);
    const { status, body } = await patch(id, { enabled: true });
    expect([status, body.error.code]).toEqual([409, 'CONFLICT']);
    expect(body.error.message).toMatch(message);
    const read = await server.request('GET', `${PATH}/${id}`, { as: owner });
    expect(read.body.data).toMatchObject({ enabled: false, next_run_at: null });
    await server.request('DELETE', `${PATH}/${id}`, { as: owner });
  });

  test('keeps a due time that is not handled yet, unless its times change or it is disabled', async () => {
    const { app } = server;
    const due = new Date(Date.now() - 60_000);
    const hour = (due.getUTCHours() + 12) % 24;
    const times = { cron: `0 ${hour} * * *`, time_zone: 'UTC' };
    const setDue = (id: string) =>
      app.db.updateTable('schedule').set({ next_run_at: due }).where('id', '=', id).execute();
    const occurrencesOf = async (id: string) =>
      (await server.request('GET', `${PATH}/${id}/occurrences`, { as: owner })).body.data;
    for (const change of [{ cron: `30 ${hour} * * *` }, { time_zone: 'Asia/Tokyo' }, { enabled: false }]) {
      const { id } = (await create(times)).body.data;
      await setDue(id);
      const kept = await patch(id, { ...times, name: 'Same times' });
      expect(kept.body.data).toMatchObject({ name: 'Same times', next_run_at: due.toISOString() });
      expect(await occurrencesOf(id)).toEqual([]);
      const changed = await patch(id, change);
      expect(changed.body.data).toMatchObject(change);
      expect(changed.body.data.next_run_at).not.toBe(due.toISOString());
      const [occurrence, ...others] = await occurrencesOf(id);
      expect(occurrence).toMatchObject({
        ...{ due_at: due.toISOString(), outcome: 'missed', reason: null },
        message: 'The schedule was changed or disabled before its run started.',
      });
      expect(others).toEqual([]);
      await server.request('DELETE', `${PATH}/${id}`, { as: owner });
    }
  });

  test('gets a newer version with each change, also if the clock goes back', async () => {
    const { id } = (await create({})).body.data;
    const updated_at = new Date(Date.now() + 3_600_000);
    await server.app.db.updateTable('schedule').set({ updated_at }).where('id', '=', id).execute();
    const changed = await patch(id, { name: 'Renamed' });
    expect(Date.parse(changed.body.data.updated_at)).toBe(updated_at.getTime() + 1);
    await server.request('DELETE', `${PATH}/${id}`, { as: owner });
  });

  test('is not changed by a field that does not exist', async () => {
    const { id } = (await create({})).body.data;
    const { status, body } = await patch(id, { crons: '0 3 * * *' });
    expect([status, fieldsOf(body)]).toEqual([422, ['body.crons']]);
    await server.request('DELETE', `${PATH}/${id}`, { as: owner });
  });

  test('is one of at most 10 of a workflow, and of 100 of a workspace', async () => {
    const member = await createMember(server);
    const scene = { server, member };
    const first = await createNamed(scene, 'First');
    const limited = (workflow: string) => create({ workflow_id: workflow }, member);
    for (let count = 0; count < 10; count++) expect((await limited(first.id)).status).toBe(201);
    const eleventh = await limited(first.id);
    expect([eleventh.status, eleventh.body.error.message]).toEqual([
      409,
      'A workflow can have at most 10 schedules.',
    ]);
    const rows = await server.app.db
      .selectFrom('schedule')
      .selectAll()
      .where('workflow_id', '=', first.id)
      .execute();
    const others = await Promise.all(
      Array.from({ length: 9 }, (_, index) => createNamed(scene, `W${index}`)),
    );
    const copies = others.flatMap(({ id }) =>
      rows.map((row, index) => ({
        ...{ ...row, id: `${id.slice(0, -1)}${index}`, workflow_id: id, input: '{}' },
      })),
    );
    await server.app.db.insertInto('schedule').values(copies).execute();
    const last = await createNamed(scene, 'Last');
    const hundredth = await limited(last.id);
    expect([hundredth.status, hundredth.body.error.message]).toEqual([
      409,
      'A workspace can have at most 100 schedules.',
    ]);
  });

  test('is deleted with its workflow', async () => {
    const workflow = await createNamed({ server, member: owner }, 'Short-lived');
    const { id } = (await create({ workflow_id: workflow.id })).body.data;
    await server.request('DELETE', `${WORKFLOWS}/${workflow.id}`, { as: owner });
    expect((await server.request('GET', `${PATH}/${id}`, { as: owner })).status).toBe(404);
  });

  test('can be changed while its run starts; the start is then repeated with the new input', async () => {
    const body = { name: 'Busy', definition: narration() };
    const workflow = (await server.request('POST', WORKFLOWS, { as: owner, body })).body.data;
    const { id, next_run_at } = (await create({ workflow_id: workflow.id })).body.data;
    const { app } = server;
    const due = new Date(next_run_at);
    const { queue } = app;
    const statuses: number[] = [];
    // The transaction of the start has locked the workflow.
    const add: typeof queue.add = async (...added) => {
      if (statuses.length === 0) statuses.push((await patch(id, { input: { max_credits: 5 } })).status);
      await queue.add(...added);
    };
    await expect(fire({ ...app, queue: { ...queue, add } }, id, due)).rejects.toThrow('The schedule changed');
    await fire(app, id, due);
    expect(statuses).toEqual([200]);
    const runs = app.db.selectFrom('run').select('max_credits').where('workflow_id', '=', workflow.id);
    expect(await runs.execute()).toEqual([{ max_credits: 5 }]);
    const { body: read } = await server.request('GET', `${PATH}/${id}/occurrences`, { as: owner });
    expect(read.data).toMatchObject([{ due_at: next_run_at, outcome: 'started', reason: null }]);
  });

  test('of an erased person is disabled in workspaces of others', async () => {
    const { workspace_id } = owner;
    const editor = await createMember(server, { workspace_id, role: 'editor' });
    const { id } = (await create({}, editor)).body.data;
    await erase(server.app, {
      target: { type: 'user', id: editor.user_id },
      ...{ with_shared: false, operator: { name: 'ada', reason: null }, now: new Date() },
      ...{ timeout_ms: 0, poll_ms: 0 },
    });
    const read = await server.request('GET', `${PATH}/${id}`, { as: owner });
    expect(read.body.data).toMatchObject({ enabled: false, disabled_reason: 'manual', next_run_at: null });
    await server.request('DELETE', `${PATH}/${id}`, { as: owner });
  });

  test('accepts a language for a workflow with one script', async () => {
    const body = { name: 'One script', definition: narration() };
    const { id } = (await server.request('POST', WORKFLOWS, { as: owner, body })).body.data;
    const { status } = await create({ workflow_id: id, input: { source_language: 'de_DE' } });
    expect(status).toBe(201);
  });
});
