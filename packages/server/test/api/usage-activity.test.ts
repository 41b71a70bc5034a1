import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addActivity, sweepActivity } from '../../src/ledger/activity.ts';
import { type Credential, startTestApp, type TestApp } from '../support/app.ts';
import { createKey, createMember, type Member } from '../support/factories.ts';

const ACTIVITY = '/api/v1/usage/activity';

let server: TestApp;
let member: Member;

beforeAll(async () => {
  server = await startTestApp();
});
beforeEach(async () => {
  member = await createMember(server, { email: `writer-${randomUUID()}@example.com` });
});
afterAll(() => server.close());

const list = async (query = '', as: Credential = member) =>
  (await server.request('GET', `${ACTIVITY}${query}`, { as })).body.data;
const post = (path: string, body: object) => server.request('POST', path, { as: member, body });

/** An entry some days ago. */
const add = (daysAgo: number, kind: string, workspace_id = member.workspace_id) =>
  addActivity(
    server.app.db,
    { workspace_id, user_id: null, action: 'settings_changed', kind, resource: { type: 'workspace' } },
    new Date(Date.now() - daysAgo * 86_400_000),
  );

describe('the log contains', () => {
  test('a key, with its creator and address', async () => {
    const key = await createKey(server, member, { name: 'Build', scopes: ['workflows:read'] });
    expect(await list()).toEqual([
      {
        id: expect.any(String),
        timestamp: expect.any(String),
        user: { id: member.user_id, name: expect.stringMatching(/^writer-/) },
        action: 'api_key_created',
        kind: 'key_created',
        resource: { type: 'api_key', id: key.id, name: 'Build' },
        metadata: { scopes: ['workflows:read'] },
        ip: expect.stringContaining('127.0.0.1'),
      },
    ]);
    await server.request('PATCH', `/api/v1/api-keys/${key.id}/rotate`, { as: member, body: {} });
    expect((await list())[0]).toMatchObject({ action: 'api_key_created', kind: 'key_rotated' });
  });

  test('an invite', async () => {
    const path = `/api/v1/workspaces/${member.workspace_id}/invites`;
    await server.app.db
      .updateTable('plan')
      .set({ limits: JSON.stringify({ seats: 'unlimited' }) })
      .where('is_default', '=', true)
      .execute();
    const { status } = await post(path, { email: 'guest@example.com', role: 'viewer' });
    expect(status).toBe(201);
    expect((await list())[0]).toMatchObject({
      action: 'member_invited',
      resource: { type: 'invite', name: 'guest@example.com' },
      metadata: { role: 'viewer' },
    });
  });

  test('a template that became a workflow', async () => {
    const template = await post('/api/v1/templates', { name: 'Spot' });
    const { body } = await post(`/api/v1/templates/${template.body.data.id}/clone`, {});
    expect((await list())[0]).toMatchObject({
      action: 'template_applied',
      resource: { type: 'template', id: template.body.data.id, name: 'Spot' },
      metadata: { workflow_id: body.data.id },
    });
  });

  test('changed settings, only by the names of the fields', async () => {
    const path = `/api/v1/workspaces/${member.workspace_id}/settings`;
    await server.request('PATCH', path, { as: member, body: { theme: 'dark' } });
    expect((await list())[0]).toMatchObject({
      action: 'settings_changed',
      kind: 'workspace_changed',
      metadata: { fields: ['theme'] },
    });
  });

  test('a webhook endpoint, only by its host', async () => {
    const url = 'https://hooks.example.com/secret-path?token=secret';
    const { body } = await post('/api/v1/webhook-endpoints', { url });
    const path = `/api/v1/webhook-endpoints/${body.data.id}`;
    await server.request('PATCH', path, { as: member, body: { active: false } });
    await server.request('POST', `${path}/rotate-secret`, { as: member });
    await server.request('DELETE', path, { as: member });
    const entries = await list();
    expect(entries.map(({ kind }: { kind: string }) => kind)).toEqual([
      'webhook_endpoint_deleted',
      'webhook_secret_rotated',
      'webhook_endpoint_changed',
      'webhook_endpoint_created',
    ]);
    expect(JSON.stringify(entries)).not.toContain('secret-path');
    expect(entries[0].resource).toEqual({
      type: 'webhook_endpoint',
      id: body.data.id,
      name: 'hooks.example.com',
    });
  });

  test('nothing about rejected requests', async () => {
    expect((await post('/api/v1/api-keys', { name: '' })).status).toBe(422);
    expect(await list()).toEqual([]);
  });
});

describe('old entries', () => {
  test('are deleted after 400 days, and not before', async () => {
    await add(399, 'kept');
    await add(401, 'forgotten');
    await sweepActivity(server.app.db, new Date());
    const rows = await server.app.db
      .selectFrom('activity')
      .select('kind')
      .where('workspace_id', '=', member.workspace_id)
      .execute();
    expect(rows).toEqual([{ kind: 'kept' }]);
  });

  test('are all deleted, even if they are more than one batch', async () => {
    const { db } = server.app;
    const created_at = new Date(Date.now() - 500 * 86_400_000);
    const entry = { workspace_id: member.workspace_id, action: 'settings_changed', kind: 'old', created_at };
    const rows = () =>
      Array.from({ length: 1_250 }, () => ({ ...entry, id: randomUUID(), resource_type: 'x' }));
    await db.insertInto('activity').values(rows()).execute();
    await db.insertInto('activity').values(rows()).execute();
    await add(1, 'new');
    await sweepActivity(db, new Date());
    const left = await db
      .selectFrom('activity')
      .select('kind')
      .where('workspace_id', '=', member.workspace_id)
      .execute();
    expect(left).toEqual([{ kind: 'new' }]);
  });
});

describe('the list', () => {
  test('is newest first and covers the last 30 days by default', async () => {
    for (const days of [1, 29, 31, 59, 61, 89, 91]) await add(days, `day_${days}`);
    const kinds = async (query: string) => (await list(query)).map(({ kind }: { kind: string }) => kind);
    expect(await kinds('')).toEqual(['day_1', 'day_29']);
    expect(await kinds('?range=60d')).toEqual(['day_1', 'day_29', 'day_31', 'day_59']);
    expect((await kinds('?range=90d')).length).toBe(6);
  });

  test('pages by cursor without gaps or duplicates', async () => {
    for (let n = 0; n < 7; n++) await add(1 + n / 100, `entry_${n}`);
    const seen: string[] = [];
    let next: string | null = `${ACTIVITY}?limit=3`;
    while (next) {
      const { body } = await server.request('GET', next, { as: member });
      seen.push(...body.data.map(({ kind }: { kind: string }) => kind));
      next = body.pagination.next;
    }
    expect(seen).toEqual(Array.from({ length: 7 }, (_, n) => `entry_${n}`));
  });

  test('can be filtered by actions and by a user', async () => {
    const editor = await createMember(server, { workspace_id: member.workspace_id, role: 'editor' });
    await createKey(server, member);
    await createKey(server, editor);
    await add(1, 'other');
    expect(await list('?type=api_key_created')).toHaveLength(2);
    expect(await list('?type=api_key_created&type=settings_changed')).toHaveLength(3);
    expect(await list('?type=workflow_run')).toEqual([]);
    const byEditor = await list(`?user_id=${editor.user_id}`);
    expect(byEditor.map(({ user }: { user: { id: string } }) => user.id)).toEqual([editor.user_id]);
  });

  test('shows nothing of another workspace, even for the same user', async () => {
    const other = await createMember(server);
    await add(1, 'theirs', other.workspace_id);
    expect(await list()).toEqual([]);
    expect(await list('', other)).toHaveLength(1);
  });

  test('can be read by a viewer and by a key with the scope', async () => {
    await add(1, 'seen');
    const viewer = await createMember(server, { workspace_id: member.workspace_id, role: 'viewer' });
    expect(await list('', viewer)).toHaveLength(1);
    const key = await createKey(server, member, { scopes: ['workspace:read'] });
    expect((await list('', key)).map(({ kind }: { kind: string }) => kind)).toEqual(['key_created', 'seen']);
  });

  test.each(['?range=7d', '?type=login', '?user_id=me', '?limit=0', '?cursor=none'])(
    'rejects %s',
    async (query) => {
      expect((await server.request('GET', `${ACTIVITY}${query}`, { as: member })).status).toBe(422);
    },
  );
});
