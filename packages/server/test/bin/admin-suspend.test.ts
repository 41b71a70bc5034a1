import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { admin } from '../support/admin.ts';
import { type Credential, startTestApp, type TestApp } from '../support/app.ts';
import { shortPipeline } from '../support/definitions.ts';
import { createKey, createMember, type Member } from '../support/factories.ts';
import { putOnPlan } from '../support/plans.ts';
import { until } from '../support/until.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

/** The status of a request in a workspace, with its error code. */
async function answerTo(as: Credential, path = '/api/v1/workflows'): Promise<string> {
  const { status, body } = await server.request('GET', path, { as });
  return [status, body.error?.code].filter(Boolean).join(' ');
}

/** Processes cache credentials, and separately the rights in a workspace, for less than a second. */
const becomes = (as: Credential, answer: string, path?: string) =>
  until(async () => (await answerTo(as, path)) === answer);

async function startRun(as: Member): Promise<string> {
  const body = { name: 'Running', definition: shortPipeline({ text: 'Hello.' }) };
  const made = await server.request('POST', '/api/v1/workflows', { as, body });
  const path = `/api/v1/workflows/${made.body.data.id}/runs`;
  return (await server.request('POST', path, { as, body: {} })).body.data.id;
}

const kindsOf = async (workspace_id: string) =>
  (
    await server.app.db
      .selectFrom('activity')
      .select(['kind', 'metadata'])
      .where('workspace_id', '=', workspace_id)
      .where('action', '=', 'operator_acted')
      .orderBy('created_at')
      .orderBy('id')
      .execute()
  ).map(({ kind, metadata }) => [kind, metadata?.reason]);

test('a suspended person is rejected everywhere, with the members of their workspace, and their run pauses', async () => {
  const email = `owner-${randomUUID()}@example.com`;
  const owner = await createMember(server, { email });
  const colleague = await createMember(server, { workspace_id: owner.workspace_id });
  const own = { token: colleague.token };
  await putOnPlan(server.app.db, owner.user_id, 'creator-monthly');
  const second = await server.request('POST', '/api/v1/workspaces', { as: owner, body: { name: 'Second' } });
  const key = { token: (await createKey(server, owner)).token };
  const run = await startRun(owner);
  for (const as of [owner, colleague, key]) expect(await answerTo(as)).toBe('200');

  const suspend = ['suspend', 'user', owner.user_id, '--reason', 'Stolen card'];
  const preview = (await admin(server, suspend)).output;
  expect(preview).toContain(`Person: ${email}`);
  expect(preview).toContain('This would pause 1 run.');
  expect(await answerTo(owner)).toBe('200');
  expect((await admin(server, [...suspend, '--yes', '--json'])).json).toMatchObject({
    changed: true,
    runs: 1,
  });
  for (const as of [owner, colleague, key]) await becomes(as, '403 SUSPENDED');
  await becomes(owner, '403 SUSPENDED', '/api/v1/auth/whoami');
  expect(await answerTo(own)).toBe('200');
  const { pause_requested_at } = await server.app.db
    .selectFrom('run')
    .select('pause_requested_at')
    .where('id', '=', run)
    .executeTakeFirstOrThrow();
  expect(pause_requested_at).not.toBeNull();
  const explained = (await admin(server, ['runs', 'explain', run])).output;
  expect(explained).toContain('its owner is suspended');
  expect(explained).toContain('The run is pausing');
  expect(explained).toContain('No worker works on the run');
  const ids = async (state: string) =>
    (await admin(server, ['runs', 'list', '--state', state, '--json'])).json.runs.map(
      ({ id }: { id: string }) => id,
    );
  expect([await ids('pausing'), await ids('pending')]).toEqual([[run], []]);

  expect((await admin(server, [...suspend, '--yes', '--json'])).json.changed).toBe(false);
  expect((await admin(server, ['restore', 'user', owner.user_id, '--reason', 'Paid'])).output).toContain(
    'Paused or pausing: 1 run. A member has to resume it.',
  );
  for (const as of [owner, colleague, key]) await becomes(as, '200');
  for (const workspaceId of [owner.workspace_id, second.body.data.id])
    expect(await kindsOf(workspaceId)).toEqual([
      ['user_suspended', 'Stolen card'],
      ['user_restored', 'Paid'],
    ]);
});

test('a suspended workspace rejects its requests and keys, and its members keep everything outside of it', async () => {
  const member = await createMember(server);
  const key = { token: (await createKey(server, member)).token };
  const suspend = ['suspend', 'workspace', member.workspace_id, '--reason', 'Spam', '--yes'];
  expect((await admin(server, suspend)).code).toBe(0);
  for (const as of [member, key]) await becomes(as, '403 SUSPENDED');
  expect(await answerTo({ token: member.token }, '/api/v1/users/me/credits')).toBe('200');
  await becomes(key, '403 SUSPENDED', '/api/v1/auth/whoami');
  await admin(server, ['restore', 'workspace', member.workspace_id]);
  for (const as of [member, key]) await becomes(as, '200');
  expect(await kindsOf(member.workspace_id)).toEqual([
    ['workspace_suspended', 'Spam'],
    ['workspace_restored', null],
  ]);
});

test('a restore names the other suspension because of which requests are still rejected', async () => {
  const owner = await createMember(server, { email: `owner-${randomUUID()}@example.com` });
  const { user_id, workspace_id } = owner;
  const id = { user: user_id, workspace: workspace_id };
  const run = await startRun(owner);
  const suspend = (type: keyof typeof id) =>
    admin(server, ['suspend', type, id[type], '--reason', 'Spam', '--yes']);
  const restore = async (type: keyof typeof id) => ({
    text: (await admin(server, ['restore', type, id[type]])).output,
    json: (await admin(server, ['restore', type, id[type], '--json'])).json,
  });
  const found = async () =>
    (await admin(server, ['workspaces', 'find', workspace_id, '--json'])).json.workspaces[0];
  const explained = async () => (await admin(server, ['runs', 'explain', run])).output;
  await suspend('user');
  expect(await found()).toMatchObject({ suspended_at: null, owner_suspended_at: expect.any(String) });
  await suspend('workspace');
  expect(await found()).toMatchObject({ suspended_at: expect.any(String) });
  expect(await explained()).toContain('The workspace and its owner are suspended.');

  const workspace = await restore('workspace');
  expect(workspace.text).toContain(
    'Restored the workspace.\nThe owner is still suspended: restore the user too.\n',
  );
  expect(workspace.json).toMatchObject({ is_owner_suspended: true, suspended_workspaces: [] });
  await becomes(owner, '403 SUSPENDED');

  await suspend('workspace');
  const { name } = await found();
  const user = await restore('user');
  expect(user.text).toContain(
    `Restored the user.\nThe workspace "${name}" (${workspace_id}) is still suspended: restore it too.\n`,
  );
  expect(user.json).toMatchObject({
    is_owner_suspended: false,
    suspended_workspaces: [{ id: workspace_id, name }],
  });
  await becomes(owner, '403 SUSPENDED');
  expect(await explained()).toContain('The workspace is suspended. ');

  expect((await restore('workspace')).text).not.toContain('still suspended');
  await becomes(owner, '200');
});
