import { DEFAULT_SCOPES } from '@voiceloom/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Credential, startTestApp, type TestApp } from '../support/app.ts';
import { createKey, createMember, type Member } from '../support/factories.ts';
import { until } from '../support/until.ts';

const KEYS = '/api/v1/api-keys';

let server: TestApp;
let admin: Member;

beforeAll(async () => {
  server = await startTestApp();
});
beforeEach(async () => {
  admin = await createMember(server);
});
afterAll(() => server.close());

const get = (path: string, as: Credential = admin) => server.request('GET', path, { as });
const _patch = (path: string, body: object, as: Credential = admin) =>
  server.request('PATCH', path, { as, body });
const remove = (id: string, as: Credential = admin) => server.request('DELETE', `${KEYS}/${id}`, { as });
const create = (body: object, as: Credential = admin) => server.request('POST', KEYS, { as, body });
const whoami = (token: string, at = server) => at.request('GET', '/api/v1/auth/whoami', { as: { token } });
const listed = async (query = '', as: Credential = admin): Promise<string[]> =>
  (await get(`${KEYS}${query}`, as)).body.data.map(({ id }: { id: string }) => id);

async function teammate(role: 'viewer' | 'editor' | 'admin') {
  return createMember(server, { workspace_id: admin.workspace_id, role });
}

describe('a new key', () => {
  test('is shown once, with a preview that reveals nothing', async () => {
    const { status, body } = await create({ name: '  Build  ' });
    expect(status).toBe(201);
    const { api_key, ...key } = body.data;
    expect(api_key).toMatch(/^vl_live_[0-9A-Za-z]{32}$/);
    expect(key).toEqual({
      id: expect.any(String),
      workspace_id: admin.workspace_id,
      created_by: admin.user_id,
      name: 'Build',
      key_type: 'live',
      key_prefix: api_key.slice(0, 12),
      key_suffix: api_key.slice(-4),
      scopes: [...DEFAULT_SCOPES],
      active: true,
      last_used_at: null,
      rate_limit_per_min: null,
      revoked_at: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      preview: `${api_key.slice(0, 12)}…${api_key.slice(-4)}`,
    });
    expect((await get(`${KEYS}/${key.id}`)).body.data).toEqual(key);
    const stored = await server.app.db.selectFrom('api_key').selectAll().where('id', '=', key.id).execute();
    expect(JSON.stringify(stored)).not.toContain(api_key.slice(12, -4));
  });

  test('has the requested scopes, each once', async () => {
    const { body } = await create({
      name: 'x',
      scopes: ['voices:read', 'voices:read'],
      rate_limit_per_min: 10,
    });
    expect(body.data).toMatchObject({ scopes: ['voices:read'], rate_limit_per_min: 10 });
  });

  test.each([
    ['no name', {}, 'body.name'],
    ['a blank name', { name: '  ' }, 'body.name'],
    ['a name that is too long', { name: 'x'.repeat(121) }, 'body.name'],
    ['an unknown scope', { name: 'x', scopes: ['all:all'] }, 'body.scopes.0'],
    ['the type test', { name: 'x', key_type: 'test' }, 'body.key_type'],
    ['the type public', { name: 'x', key_type: 'public' }, 'body.key_type'],
    ['no requests at all', { name: 'x', rate_limit_per_min: 0 }, 'body.rate_limit_per_min'],
  ])('with %s is rejected', async (_name, body, field) => {
    const answer = await create(body);
    expect(answer.status).toBe(422);
    expect(answer.body.error.code).toBe('VALIDATION_ERROR');
    expect(answer.body.error.details.map((fault: { field: string }) => fault.field)).toContain(field);
  });
});

describe('a credential', () => {
  test.each([
    ['of the type test', (key: string) => key.replace('_live_', '_test_')],
    ['of the type public', (key: string) => key.replace('_live_', '_public_')],
    [
      'with one wrong character',
      (key: string) => `${key.slice(0, 20)}${key[20] === 'a' ? 'b' : 'a'}${key.slice(21)}`,
    ],
    ['that is too short', (key: string) => key.slice(0, -1)],
    ['that is too long', (key: string) => `${key}a`],
    ['of another installation', (key: string) => key.replace('vl_', 'xy_')],
    ['that was made up', () => `vl_live_${'0'.repeat(32)}`],
  ])('%s is not a valid key', async (_name, change) => {
    const { token } = await createKey(server, admin);
    const { status, body } = await whoami(change(token));
    expect(status).toBe(401);
    expect(body.error.code).toBe('INVALID_API_KEY');
  });

  test('updates its last use once per minute, not with every request', async () => {
    const key = await createKey(server, admin);
    await Promise.all(Array.from({ length: 5 }, () => whoami(key.token)));
    const used = async () => (await get(`${KEYS}/${key.id}`)).body.data.last_used_at as string | null;
    await until(async () => (await used()) !== null);
    expect(await used()).toMatch(/:00\.000Z$/);
  });

  test('dies when its creator leaves the workspace, and has no more rights than the creator', async () => {
    const editor = await teammate('editor');
    const key = await createKey(server, editor, { scopes: ['workflows:write'] });
    const write = () => server.request('POST', '/api/v1/workflows', { as: key, body: { name: 'x' } });
    expect((await write()).status).toBe(201);
    const membership = (db = server.app.db) =>
      db.updateTable('workspace_member').where('user_id', '=', editor.user_id);
    await membership().set({ role: 'viewer' }).where('workspace_id', '=', admin.workspace_id).execute();
    await until(async () => (await write()).status === 403, 1_500);
    await server.app.db
      .deleteFrom('workspace_member')
      .where('user_id', '=', editor.user_id)
      .where('workspace_id', '=', admin.workspace_id)
      .execute();
    await until(async () => (await write()).status === 401, 1_500);
  });
});

describe('the list', () => {
  test('shows active keys unless requested otherwise, newest first, with their number', async () => {
    const keys = [];
    for (let n = 0; n < 3; n++) keys.push(await createKey(server, admin));
    const [first, second, third] = keys.map(({ id }) => id);
    await remove(second!);
    expect(await listed()).toEqual([third, first]);
    expect(await listed('?status=revoked')).toEqual([second]);
    expect(await listed('?status=all')).toEqual([third, second, first]);
    const { body } = await get(`${KEYS}?status=all&limit=2`);
    expect(body.pagination).toMatchObject({ limit: 2, prev: null, total: 3 });
    expect((await get(body.pagination.next)).body.data.map(({ id }: { id: string }) => id)).toEqual([first]);
    expect((await get(KEYS)).body.pagination.limit).toBe(50);
  });

  test('a cursor of another list is rejected', async () => {
    for (let n = 0; n < 2; n++) await createKey(server, admin);
    const { body } = await get(`${KEYS}?limit=1`);
    const cursor = new URL(body.pagination.next).searchParams.get('cursor');
    for (const path of [
      `${KEYS}?status=all&cursor=${cursor}`,
      `/api/v1/workflows?cursor=${cursor}`,
      `${KEYS}?cursor=x`,
    ]) {
      const answer = await get(path);
      expect(answer.status).toBe(422);
      expect(answer.body.error.details[0].field).toBe('query.cursor');
    }
    expect((await get(`${KEYS}?limit=1&cursor=${cursor}`)).status).toBe(200);
    expect((await get(`${KEYS}?offset=1&cursor=${cursor}`)).status).toBe(422);
  });

  test.each(['limit=0', 'limit=101', 'limit=x', 'offset=-1', 'offset=10001', 'status=none'])(
    '%s is rejected',
    async (query) => {
      const { status, body } = await get(`${KEYS}?${query}`);
      expect(status).toBe(422);
      expect(body.error.details[0].field).toBe(`query.${query.split('=')[0]}`);
    },
  );
});
