import { randomUUID } from 'node:crypto';
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
const patch = (path: string, body: object, as: Credential = admin) =>
  server.request('PATCH', path, { as, body });
const remove = (id: string, as: Credential = admin) => server.request('DELETE', `${KEYS}/${id}`, { as });
const create = (body: object, as: Credential = admin) => server.request('POST', KEYS, { as, body });
const whoami = (token: string, at = server) => at.request('GET', '/api/v1/auth/whoami', { as: { token } });
const listed = async (query = '', as: Credential = admin): Promise<string[]> =>
  (await get(`${KEYS}${query}`, as)).body.data.map(({ id }: { id: string }) => id);

async function teammate(role: 'viewer' | 'editor' | 'admin') {
  return createMember(server, { workspace_id: admin.workspace_id, role });
}

test('whoami sorts the scopes of a key and of a person', async () => {
  const scopes = ['workflows:run', 'catalog:read', 'voices:read'] as const;
  const key = await createKey(server, admin, { scopes: [...scopes] });
  expect((await whoami(key.token)).body.data.scopes).toEqual([...scopes].sort());
  const own = (await whoami(admin.token)).body.data.scopes;
  expect(own).toEqual([...own].sort());
});

describe('changing a key', () => {
  test('updates only the named fields, and an inactive key is rejected within a second', async () => {
    const key = await createKey(server, admin, { name: 'Before' });
    expect((await whoami(key.token)).status).toBe(200);
    const { status, body } = await patch(`${KEYS}/${key.id}`, { name: 'After', active: false });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ name: 'After', active: false, revoked_at: null });
    await until(async () => (await whoami(key.token)).status === 401, 1_500);
    expect(await listed()).toEqual([]);
    await patch(`${KEYS}/${key.id}`, { active: true });
    expect((await whoami(key.token)).status).toBe(200);
  });

  test('of a revoked key is rejected', async () => {
    const key = await createKey(server, admin);
    await remove(key.id);
    const { status, body } = await patch(`${KEYS}/${key.id}`, { active: true });
    expect(status).toBe(409);
    expect(body.error.code).toBe('CONFLICT');
  });
});

describe('revoking a key', () => {
  test('invalidates it in every server process within a second, and can be repeated', async () => {
    const second = await startTestApp({
      database_url: server.app.config.database_url!,
      config: { data_dir: server.app.config.data_dir },
    });
    try {
      const key = await createKey(server, admin);
      expect((await whoami(key.token, second)).status).toBe(200);
      const { status, body } = await remove(key.id);
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ id: key.id, active: false, revoked_at: expect.any(String) });
      await until(async () => (await whoami(key.token)).status === 401, 1_500);
      await until(
        async () => (await whoami(key.token, second)).body?.error?.code === 'INVALID_API_KEY',
        1_500,
      );
      expect((await remove(key.id)).body.data).toEqual(body.data);
    } finally {
      await second.close();
    }
  });
});

describe('rotating a key', () => {
  const rotate = (id: string, body?: object, as: Credential = admin) =>
    server.request('PATCH', `${KEYS}/${id}/rotate`, { as, ...(body && { body }) });

  test('without a grace period ends the old key and gives the new one the same rights', async () => {
    const key = await createKey(server, admin, {
      scopes: ['voices:read'],
      rate_limit_per_min: 77,
      name: 'CI',
    });
    const { status, body } = await rotate(key.id);
    expect(status).toBe(200);
    const { old_key, new_key } = body.data;
    expect(old_key).toMatchObject({ id: key.id, active: false, revoked_at: expect.any(String) });
    expect(old_key).not.toHaveProperty('api_key');
    expect(new_key).toMatchObject({
      name: 'CI',
      scopes: ['voices:read'],
      rate_limit_per_min: 77,
      active: true,
    });
    expect(new_key.id).not.toBe(key.id);
    expect((await whoami(new_key.api_key)).status).toBe(200);
    await until(async () => (await whoami(key.token)).status === 401, 1_500);
  });

  test('with a grace period keeps the old key valid until the period ends', async () => {
    let time = new Date();
    const timed = await startTestApp({ clock: () => time });
    try {
      const owner = await createMember(timed);
      const key = await createKey(timed, owner);
      const path = `${KEYS}/${key.id}`;
      const body = { grace_period_seconds: 3_600 };
      const rotated = await timed.request('PATCH', `${path}/rotate`, { as: owner, body });
      expect(rotated.body.data.old_key).toMatchObject({ active: true, revoked_at: null });
      expect((await whoami(key.token, timed)).status).toBe(200);
      expect((await timed.request('PATCH', `${path}/rotate`, { as: owner, body })).status).toBe(409);
      time = new Date(time.getTime() + 3_600_000);
      expect((await whoami(key.token, timed)).status).toBe(401);
      expect((await whoami(rotated.body.data.new_key.api_key, timed)).status).toBe(200);
      const { data } = (await timed.request('GET', path, { as: owner })).body;
      expect(data).toMatchObject({ active: false, revoked_at: time.toISOString() });
      const revoked = await timed.request('GET', `${KEYS}?status=revoked`, { as: owner });
      expect(revoked.body.data.map(({ id }: { id: string }) => id)).toEqual([key.id]);
    } finally {
      await timed.close();
    }
  });

  test('of a revoked key is rejected, and so is a grace period of more than a day', async () => {
    const key = await createKey(server, admin);
    expect((await rotate(key.id, { grace_period_seconds: 86_401 })).status).toBe(422);
    await remove(key.id);
    expect((await rotate(key.id)).status).toBe(409);
  });

  test('by an admin creates a key of the admin, without the rights of the member who created the old one', async () => {
    const editor = await teammate('editor');
    const key = await createKey(server, editor, { scopes: ['voices:read'] });
    const { status, body } = await rotate(key.id);
    expect(status).toBe(200);
    const { old_key, new_key } = body.data;
    expect([old_key.created_by, new_key.created_by]).toEqual([editor.user_id, admin.user_id]);
    expect(new_key.scopes).toEqual(['voices:read']);
    expect((await whoami(new_key.api_key)).body.data.user_id).toBe(admin.user_id);
  });

  test('twice at once creates one new key', async () => {
    const key = await createKey(server, admin);
    const answers = await Promise.all([rotate(key.id), rotate(key.id), rotate(key.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });
});

describe('rights', () => {
  test('editors create keys and manage their own, admins manage all, and viewers none', async () => {
    const [editor, viewer, other] = [
      await teammate('editor'),
      await teammate('viewer'),
      await teammate('admin'),
    ];
    const own = await createKey(server, editor);
    const foreign = await createKey(server, admin);
    expect(await listed('', editor)).toEqual([own.id]);
    expect(await listed('', other)).toEqual([foreign.id, own.id]);
    expect((await patch(`${KEYS}/${own.id}`, { name: 'Mine' }, editor)).status).toBe(200);
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['PATCH', '/rotate'],
      ['DELETE', ''],
    ] as const) {
      const body = method === 'PATCH' && path === '' ? { name: 'No' } : undefined;
      const refused = await server.request(method, `${KEYS}/${foreign.id}${path}`, { as: editor, body });
      expect(refused.status).toBe(403);
      expect(refused.body.error.code).toBe('FORBIDDEN');
    }
    expect((await patch(`${KEYS}/${own.id}`, { name: 'Yours' }, other)).status).toBe(200);
    expect((await get(KEYS, viewer)).status).toBe(403);
    expect((await create({ name: 'No' }, viewer)).status).toBe(403);
  });

  test('an API key cannot manage API keys', async () => {
    const key = await createKey(server, admin);
    const { status, body } = await get(KEYS, key);
    expect(status).toBe(403);
    expect(body.error.code).toBe('FORBIDDEN');
  });

  test('a key is invisible to another workspace', async () => {
    const key = await createKey(server, admin);
    const stranger = await createMember(server);
    for (const id of [key.id, randomUUID()]) {
      expect((await get(`${KEYS}/${id}`, stranger)).status).toBe(404);
      expect((await remove(id, stranger)).status).toBe(404);
    }
    expect((await get(`${KEYS}/not-a-uuid`)).body.error.details[0].field).toBe('params.key_id');
  });
});
