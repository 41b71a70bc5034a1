import { randomUUID } from 'node:crypto';
import { WEBHOOK_EVENT_TYPES } from '@voiceloom/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Credential, startTestApp, type TestApp } from '../support/app.ts';
import { createKey, createMember, type Member } from '../support/factories.ts';

const ENDPOINTS = '/api/v1/webhook-endpoints';
const URL = 'https://hooks.example.com/voiceloom?token=of-the-receiver';

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
const post = (path: string, body?: object, as: Credential = admin) =>
  server.request('POST', path, { as, ...(body && { body }) });
const patch = (id: string, body: object, as: Credential = admin) =>
  server.request('PATCH', `${ENDPOINTS}/${id}`, { as, body });
const remove = (id: string) => server.request('DELETE', `${ENDPOINTS}/${id}`, { as: admin });

async function create(body: object = { url: URL }) {
  const answer = await post(ENDPOINTS, body);
  expect(answer.status).toBe(201);
  return answer.body.data;
}

describe('a new endpoint', () => {
  test('shows its secret once, and subscribes to all events by default', async () => {
    const { secret, ...endpoint } = await create();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(endpoint).toEqual({
      id: expect.any(String),
      workspace_id: admin.workspace_id,
      created_by: admin.user_id,
      url: URL,
      description: null,
      events: [...WEBHOOK_EVENT_TYPES],
      active: true,
      disabled_at: null,
      disabled_reason: null,
      failing_since: null,
      previous_secret_expires_at: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect((await get(`${ENDPOINTS}/${endpoint.id}`)).body.data).toEqual(endpoint);
    expect((await get(ENDPOINTS)).body.data).toEqual([endpoint]);
  });

  test('stores no readable secret in the database', async () => {
    const { id, secret } = await create();
    const rows = await server.app.db
      .selectFrom('webhook_endpoint')
      .selectAll()
      .where('id', '=', id)
      .execute();
    const stored = rows.map((row) => row.secret.toString('latin1')).join();
    expect(stored).not.toContain(secret.slice(6));
    expect(stored).not.toContain(Buffer.from(secret.slice(6), 'base64').toString('latin1'));
  });

  test('names each event once', async () => {
    const { events } = await create({ url: URL, events: ['run.failed', 'run.failed'] });
    expect(events).toEqual(['run.failed']);
  });

  test.each([
    [{}, 'body.url'],
    [{ url: 'nowhere' }, 'body.url'],
    [{ url: 'ftp://example.com/' }, 'body.url'],
    [{ url: 'http://example.com/' }, 'body.url'],
    [{ url: 'https://127.0.0.1/' }, 'body.url'],
    [{ url: 'https://2130706433/' }, 'body.url'],
    [{ url: 'https://[::ffff:10.0.0.1]/' }, 'body.url'],
    [{ url: 'https://169.254.169.254/latest' }, 'body.url'],
    [{ url: 'https://localhost/' }, 'body.url'],
    [{ url: 'https://me:secret@example.com/' }, 'body.url'],
    [{ url: URL, events: [] }, 'body.events'],
    [{ url: URL, events: ['run.started.twice'] }, 'body.events.0'],
    [{ url: URL, events: ['webhook.test'] }, 'body.events.0'],
  ])('%j is rejected', async (body, field) => {
    const { status, body: answer } = await post(ENDPOINTS, body);
    expect(status).toBe(422);
    expect(answer.error.details.map((fault: { field: string }) => fault.field)).toContain(field);
  });

  test('is one of at most 20', async () => {
    for (let made = 0; made < 20; made++) await create();
    const { status, body } = await post(ENDPOINTS, { url: URL });
    expect([status, body.error.code]).toEqual([409, 'CONFLICT']);
  });

  test('can be created by a key with the scope', async () => {
    const key = await createKey(server, admin, { scopes: ['webhooks:write'] });
    expect((await post(ENDPOINTS, { url: URL }, key)).status).toBe(201);
  });
});

test('the list is paged, newest first', async () => {
  const ids: string[] = [];
  for (let made = 0; made < 3; made++) ids.unshift((await create()).id);
  const first = await get(`${ENDPOINTS}?limit=2`);
  const second = await get(first.body.pagination.next);
  const listed = [...first.body.data, ...second.body.data].map(({ id }: { id: string }) => id);
  expect(new Set(listed)).toEqual(new Set(ids));
  expect(second.body.pagination.next).toBeNull();
});

describe('a change', () => {
  test('updates only the fields present', async () => {
    const { id, secret: _secret, ...before } = await create();
    const { status, body } = await patch(id, { description: ' For the build ', events: ['credits.low'] });
    expect(status).toBe(200);
    expect(body.data).toEqual({
      ...before,
      id,
      description: 'For the build',
      events: ['credits.low'],
      updated_at: expect.any(String),
    });
  });

  test('disables and enables', async () => {
    const { id } = await create();
    expect((await patch(id, { active: false })).body.data).toMatchObject({
      active: false,
      disabled_reason: 'manual',
      disabled_at: expect.any(String),
    });
    expect((await patch(id, { active: true })).body.data).toMatchObject({
      active: true,
      disabled_reason: null,
      disabled_at: null,
    });
  });

  test.each([
    'https://10.0.0.1/',
    'https://2852039166/',
    'https://0xa9fea9fe/',
    'https://0251.0376.0251.0376/',
    'https://169.254.169.254./',
    'https://１６９.２５４.１６９.２５４/',
    'https://[::ffff:a9fe:a9fe]/',
    'https://metadata.google.internal./',
    'https://user@hooks.example.com/',
    'https://hooks.example.com/#part',
  ])('to %s is rejected', async (url) => {
    const { id } = await create();
    const { status, body } = await patch(id, { url });
    expect([status, body.error.details[0].field]).toEqual([422, 'body.url']);
    const created = await post(ENDPOINTS, { url });
    expect(created.status).toBe(422);
  });

  test('of an endpoint in another workspace finds nothing', async () => {
    const { id } = await create();
    const other = await createMember(server);
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['GET', '/deliveries'],
      ['POST', '/test'],
      ['POST', '/rotate-secret'],
      ['POST', `/deliveries/${randomUUID()}/redeliver`],
    ] as const) {
      const answer = await server.request(method, `${ENDPOINTS}/${id}${path}`, { as: other });
      expect([answer.status, answer.body.error.code]).toEqual([404, 'NOT_FOUND']);
    }
    expect((await patch(id, { active: false }, other)).status).toBe(404);
    expect((await get(`${ENDPOINTS}/${id}`)).body.data.active).toBe(true);
  });
});

test('a deleted endpoint is removed with its deliveries', async () => {
  const { id } = await create();
  await post(`${ENDPOINTS}/${id}/test`);
  expect(await remove(id)).toMatchObject({ status: 200, body: { data: {} } });
  expect((await remove(id)).status).toBe(404);
  expect((await get(`${ENDPOINTS}/${id}/deliveries`)).status).toBe(404);
  const left = await server.app.db
    .selectFrom('webhook_delivery')
    .select('id')
    .where('endpoint_id', '=', id)
    .execute();
  expect(left).toEqual([]);
});

describe('a rotation', () => {
  test('returns a new secret and keeps the old one for 24 hours', async () => {
    const { id, secret } = await create();
    const before = Date.now();
    const { status, body } = await post(`${ENDPOINTS}/${id}/rotate-secret`);
    expect(status).toBe(200);
    expect(body.data.secret).toMatch(/^whsec_/);
    expect(body.data.secret).not.toBe(secret);
    const until = Date.parse(body.data.previous_secret_expires_at);
    expect(until - before).toBeGreaterThanOrEqual(86_400_000);
    expect(until - Date.now()).toBeLessThanOrEqual(86_400_000);
    expect((await get(`${ENDPOINTS}/${id}`)).body.data).not.toHaveProperty('secret');
  });

  test('repeated with the same Idempotency-Key returns the same secret', async () => {
    const { id } = await create();
    const headers = { 'Idempotency-Key': randomUUID() };
    const path = `${ENDPOINTS}/${id}/rotate-secret`;
    const [first, again] = [
      await server.request('POST', path, { as: admin, headers }),
      await server.request('POST', path, { as: admin, headers }),
    ];
    expect(again.body.data.secret).toBe(first.body.data.secret);
  });
});

describe('a test delivery', () => {
  test('is in the log, waiting for a worker', async () => {
    const { id } = await create({ url: URL, events: ['run.failed'] });
    const { status, body } = await post(`${ENDPOINTS}/${id}/test`);
    expect(status).toBe(200);
    expect(body.data).toEqual({
      id: expect.any(String),
      endpoint_id: id,
      event: {
        id: expect.any(String),
        type: 'webhook.test',
        timestamp: expect.any(String),
        workspace_id: admin.workspace_id,
        data: { endpoint_id: id },
      },
      status: 'pending',
      attempts: 0,
      next_attempt_at: expect.any(String),
      last_attempt_at: null,
      response_status: null,
      response_body: null,
      duration_ms: null,
      error: null,
      redelivery_of: null,
      created_at: expect.any(String),
    });
    expect((await get(`${ENDPOINTS}/${id}/deliveries`)).body.data).toEqual([body.data]);
  });

  test('and a redelivery need an active endpoint; a disabled one ends its pending deliveries', async () => {
    const { id } = await create();
    const { body } = await post(`${ENDPOINTS}/${id}/test`);
    await patch(id, { active: false });
    const [delivery] = (await get(`${ENDPOINTS}/${id}/deliveries`)).body.data;
    expect(delivery).toMatchObject({ status: 'failed', next_attempt_at: null, error: expect.any(String) });
    for (const path of ['test', `deliveries/${body.data.id}/redeliver`]) {
      const answer = await post(`${ENDPOINTS}/${id}/${path}`);
      expect([answer.status, answer.body.error.code]).toEqual([409, 'CONFLICT']);
    }
  });

  test('of another endpoint cannot be redelivered here', async () => {
    const [one, two] = [await create(), await create()];
    const { body } = await post(`${ENDPOINTS}/${one.id}/test`);
    const answer = await post(`${ENDPOINTS}/${two.id}/deliveries/${body.data.id}/redeliver`);
    expect(answer.status).toBe(404);
  });
});
