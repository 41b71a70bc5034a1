import { operations } from '@voiceloom/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { bucketBody } from '../support/deliveries.ts';
import { createMember, type Member } from '../support/factories.ts';
import { putOnPlan } from '../support/plans.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { narration } from '../support/workflows.ts';

let server: TestApp;
let bucket: S3Server;
let member: Member;

beforeAll(async () => {
  bucket = await startS3Server();
  const { host } = new URL(bucket.endpoint);
  server = await startTestApp({ config: { provider_allowed_hosts: [host] } });
});
beforeEach(async () => {
  member = await createMember(server);
});
afterAll(async () => {
  await server.close();
  await bucket.close();
});

type Resource = {
  /** Creates a resource and returns its path. */
  make: () => Promise<string>;
  method: 'PUT' | 'PATCH';
  /** The body of the n-th change. Every change has a different result. */
  change: (n: number) => object;
  removable: boolean;
};

const call = (method: string, path: string, body?: object, headers?: Record<string, string>) =>
  server.request(method, path, { as: member, ...(body && { body }), ...(headers && { headers }) });

async function made(path: string, body: object): Promise<string> {
  const answer = await call('POST', path, body);
  expect(answer.status, answer.text).toBe(201);
  return `${path}/${answer.body.data.id}`;
}

const named = (n: number) => ({ name: `Change ${n}` });
const target = () => bucketBody(bucket);
const SETTINGS = () => `/api/v1/workspaces/${member.workspace_id}/settings`;

const RESOURCES: Record<string, Resource> = {
  'workflows.get': {
    make: () => made('/api/v1/workflows', { name: 'A' }),
    method: 'PATCH',
    change: named,
    removable: true,
  },
  'templates.get': {
    make: () => made('/api/v1/templates', { name: 'A' }),
    method: 'PATCH',
    change: named,
    removable: true,
  },
  'api_keys.get': {
    make: () => made('/api/v1/api-keys', { name: 'A' }),
    method: 'PATCH',
    change: named,
    removable: true,
  },
  'budgets.get': {
    make: () => made('/api/v1/budgets', { name: 'A', limit_credits: 100 }),
    method: 'PATCH',
    change: named,
    removable: true,
  },
  'schedules.get': {
    make: async () => {
      const workflow = await made('/api/v1/workflows', { name: 'A' });
      const workflow_id = workflow.split('/').at(-1);
      return made('/api/v1/schedules', { workflow_id, name: 'A', cron: '0 2 * * *' });
    },
    method: 'PATCH',
    change: named,
    removable: true,
  },
  'webhook_endpoints.get': {
    make: () => made('/api/v1/webhook-endpoints', { url: 'https://hooks.example.com/voiceloom' }),
    method: 'PATCH',
    change: (n) => ({ description: `Change ${n}` }),
    removable: true,
  },
  'workspaces.get': {
    make: async () => `/api/v1/workspaces/${member.workspace_id}`,
    method: 'PATCH',
    change: named,
    removable: false,
  },
  'workspaces.get_settings': {
    make: async () => SETTINGS(),
    method: 'PATCH',
    change: (n) => ({ default_language: ['de-de', 'fr-fr', 'it-it', 'es-es', 'en-us'][n % 5] }),
    removable: false,
  },
  'users.get_notification_preferences': {
    make: async () => '/api/v1/users/me/notification-preferences',
    method: 'PATCH',
    change: (n) => ({ weekly_usage_summary_email: n % 2 === 0, product_updates_email: n % 4 < 2 }),
    removable: false,
  },
  'dictionary.get': {
    make: () => made('/api/v1/dictionary', { word: 'Nginx', pronunciation: 'engine x', language: 'en' }),
    method: 'PUT',
    change: (n) => ({ word: 'Nginx', pronunciation: `engine ${n}`, language: 'en' }),
    removable: true,
  },
  'delivery_targets.get': {
    make: async () => {
      const path = '/api/v1/delivery-targets/builds';
      expect((await call('PUT', path, target())).status).toBe(200);
      return path;
    },
    method: 'PUT',
    change: (n) => ({ ...target(), prefix: `builds/${n}` }),
    removable: true,
  },
};

test('every operation that takes If-None-Match is tested here', () => {
  const reads = operations().filter(({ route }) => route.headers?.['if-none-match'] !== undefined);
  expect(reads.map(({ route }) => route.metadata.operationId).sort()).toEqual(Object.keys(RESOURCES).sort());
});

test('every change of a resource with an ETag takes If-Match', () => {
  const all = operations().map(({ route }) => route);
  const tagged = all.filter((route) => route.headers?.['if-none-match'] !== undefined);
  const paths = new Set(tagged.map(({ path }) => path));
  const deaf = all.filter(
    ({ path, method, headers }) => paths.has(path) && method !== 'GET' && headers?.['if-match'] === undefined,
  );
  expect(deaf.map(({ metadata }) => metadata.operationId)).toEqual([]);
});

describe.each(Object.entries(RESOURCES))('%s', (_operation, { make, method, change }) => {
  const read = async (path: string) => String((await call('GET', path)).headers.get('etag'));
  const write = (path: string, n: number, etag: string) =>
    call(method, path, change(n), { 'If-Match': etag });

  test('returns 304 without a body while the caller has the current version', async () => {
    const path = await make();
    const first = await call('GET', path);
    const etag = String(first.headers.get('etag'));
    expect(etag).toMatch(/^"[\w-]{27}\.[\w-]{16}"$/);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await call('GET', path, undefined, { 'If-None-Match': known });
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
    }
    const other = await call('GET', path, undefined, { 'If-None-Match': '"other"' });
    expect([other.status, other.body.data]).toEqual([200, first.body.data]);
    expect((await call(method, path, change(1))).status).toBe(200);
    const changed = await call('GET', path, undefined, { 'If-None-Match': etag });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(etag);
  });

  test('accepts a change only if If-Match names the current version, alone or in a list', async () => {
    const path = await make();
    const first = await read(path);
    for (const wrong of ['"other"', '"a", "b"', '"*"', `W/${first}`]) {
      const refused = await write(path, 1, wrong);
      expect([refused.status, refused.body.error?.code]).toEqual([412, 'PRECONDITION_FAILED']);
    }
    expect(await read(path)).toBe(first);
    const second = await write(path, 1, `"other", ${first}`);
    expect(second.status, second.text).toBe(200);
    expect(second.headers.get('etag')).toBe(await read(path));
    expect((await write(path, 2, first)).status).toBe(412);
    expect((await write(path, 2, String(second.headers.get('etag')))).status).toBe(200);
    expect((await write(path, 3, '*')).status).toBe(200);
  });

  test('accepts only one of two writes with the same ETag', async () => {
    const path = await make();
    const etag = await read(path);
    const answers = await Promise.all([1, 2].map((n) => write(path, n, etag)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    const winner = answers.find(({ status }) => status === 200);
    expect((await call('GET', path)).body.data).toEqual(winner?.body.data);
  });
});

describe.each(Object.entries(RESOURCES).filter(([, { removable }]) => removable))(
  '%s',
  (_operation, { make, method, change }) => {
    test('is not deleted by a caller who has read an older version', async () => {
      const path = await make();
      const etag = String((await call('GET', path)).headers.get('etag'));
      expect((await call(method, path, change(1))).status).toBe(200);
      const refused = await call('DELETE', path, undefined, { 'If-Match': etag });
      expect(refused.status).toBe(412);
      const current = String((await call('GET', path)).headers.get('etag'));
      expect((await call('DELETE', path, undefined, { 'If-Match': current })).status).toBe(200);
    });
  },
);

describe('a version', () => {
  test('stays the same if a field of the response changes without a write, and only the ETag changes', async () => {
    const path = await made('/api/v1/templates', { name: 'Counted' });
    const before = await call('GET', path);
    const etag = String(before.headers.get('etag'));
    expect((await call('POST', `${path}/favorite`)).status).toBe(200);
    const after = await call('GET', path, undefined, { 'If-None-Match': etag });
    expect([after.status, after.body.data.is_favorite]).toEqual([200, true]);
    expect(after.headers.get('etag')).not.toBe(etag);
    expect((await call('PATCH', path, named(1), { 'If-Match': etag })).status).toBe(200);
  });

  test.each([
    ['/api/v1/workflows', { name: 'New', definition: narration() }],
    ['/api/v1/templates', { name: 'New', definition: narration() }],
    ['/api/v1/dictionary', { word: 'Nginx', pronunciation: 'engine x', language: 'en' }],
  ])('is already returned in the response that creates the resource (%s)', async (path, body) => {
    const created = await call('POST', path, body);
    expect(created.status, created.text).toBe(201);
    const etag = String(created.headers.get('etag'));
    const at = `${path}/${created.body.data.id}`;
    expect((await call('DELETE', at, undefined, { 'If-Match': etag })).status).toBe(200);
  });

  test('of a workspace is independent of its settings, and the reverse', async () => {
    const path = `/api/v1/workspaces/${member.workspace_id}`;
    const tag = async (of: string) => String((await call('GET', of)).headers.get('etag'));
    const [own, settings] = [await tag(path), await tag(SETTINGS())];
    const renamed = await call('PATCH', path, named(1), { 'If-Match': own });
    expect(renamed.status).toBe(200);
    const changed = await call('PATCH', SETTINGS(), { theme: 'dark' }, { 'If-Match': settings });
    expect(changed.status).toBe(200);
    const etag = String(renamed.headers.get('etag'));
    expect((await call('PATCH', path, named(2), { 'If-Match': etag })).status).toBe(200);
  });

  test('of a deleted target does not match: the first writer of a new target must not send one', async () => {
    const refused = await call('PUT', '/api/v1/delivery-targets/new', target(), { 'If-Match': '*' });
    expect(refused.status).toBe(412);
    const removed = await call('DELETE', '/api/v1/delivery-targets/new', undefined, { 'If-Match': '*' });
    expect(removed.status).toBe(412);
  });

  test('of a target that was never stored is not found', async () => {
    expect((await call('GET', '/api/v1/delivery-targets/new')).status).toBe(404);
  });

  test('is checked before a workspace is deleted', async () => {
    await putOnPlan(server.app.db, member.user_id, 'studio-monthly');
    const path = await made('/api/v1/workspaces', { name: 'Second' });
    const etag = String((await call('GET', path)).headers.get('etag'));
    expect((await call('PATCH', path, named(1))).status).toBe(200);
    expect((await call('DELETE', path, undefined, { 'If-Match': etag })).status).toBe(412);
    const current = String((await call('GET', path)).headers.get('etag'));
    expect((await call('DELETE', path, undefined, { 'If-Match': current })).status).toBe(200);
  });
});

test('a rejected change of preferences stores nothing', async () => {
  const path = '/api/v1/users/me/notification-preferences';
  const change = { product_updates_email: true };
  expect((await call('PATCH', path, change, { 'If-Match': '"other"' })).status).toBe(412);
  const rows = await server.app.db
    .selectFrom('notification_preference')
    .select('user_id')
    .where('user_id', '=', member.user_id)
    .execute();
  expect(rows).toEqual([]);
});
