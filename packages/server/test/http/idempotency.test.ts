import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  runOncePerKey,
  type StoredResponse,
  sweepIdempotencyKeys,
} from '../../src/http/operations/idempotency.ts';
import { type Credential, startTestApp, type TestApp } from '../support/app.ts';
import { createKey, createMember, type Member } from '../support/factories.ts';
import { until } from '../support/until.ts';

const KEYS = '/api/v1/api-keys';
const WORKFLOWS = '/api/v1/workflows';

let time = new Date();
let server: TestApp;
let member: Member;

beforeAll(async () => {
  server = await startTestApp({ clock: () => time, checks_ledgers: true });
});
beforeEach(async () => {
  time = new Date();
  member = await createMember(server);
});
afterAll(() => server.close());

interface Post {
  path?: string;
  body?: unknown;
  as?: Credential;
}

const post = (key: string, { path = WORKFLOWS, body = { name: 'Once' }, as = member }: Post = {}) =>
  server.request('POST', path, { as, body, headers: { 'Idempotency-Key': key } });

async function workflowCount(): Promise<number> {
  const { body } = await server.request('GET', WORKFLOWS, { as: member });
  return body.pagination.total as number;
}

test('a repeated request gets the first response byte for byte and does nothing', async () => {
  const first = await post('a');
  expect(first.status).toBe(201);
  expect(first.headers.get('idempotent-replayed')).toBeNull();
  const second = await post('a');
  expect(second.status).toBe(201);
  expect(second.text).toBe(first.text);
  expect(second.headers.get('idempotent-replayed')).toBe('true');
  expect(second.headers.get('x-request-id')).toBe(second.body.meta.request_id);
  expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
  expect(await workflowCount()).toBe(1);
});

test('of ten simultaneous requests one runs, and the others wait or repeat its response', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => post('race')));
  const made = answers.filter(({ status }) => status === 201);
  expect(new Set(made.map(({ text }) => text)).size).toBe(1);
  for (const { status, body, headers } of answers.filter((answer) => answer.status !== 201)) {
    expect([status, body.error.code]).toEqual([409, 'IDEMPOTENCY_IN_PROGRESS']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect(await workflowCount()).toBe(1);
});

test('the same key with another body, path or workspace is rejected', async () => {
  expect((await post('b')).status).toBe(201);
  const elsewhere = await createMember(server);
  await server.app.db
    .insertInto('workspace_member')
    .values({
      id: elsewhere.user_id,
      workspace_id: elsewhere.workspace_id,
      user_id: member.user_id,
      role: 'editor',
      created_at: time,
    })
    .execute();
  const others = [
    { body: { name: 'Twice' } },
    { path: `${WORKFLOWS}/validate`, body: { definition: {} } },
    { as: { token: member.token, workspace_id: elsewhere.workspace_id } },
  ];
  for (const other of others) {
    const { status, body } = await post('b', other);
    expect([status, body.error.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    expect(body.error.details[0].field).toBe('headers.idempotency-key');
  }
});

test('keys of different callers are independent', async () => {
  const apiKey = await createKey(server, member);
  const other = await createMember(server);
  const answers = [
    await post('shared'),
    await post('shared', { as: apiKey }),
    await post('shared', { as: other }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(3);
});

test('an error caused by the current state is stored as well', async () => {
  const create = { path: '/api/v1/workspaces', body: { name: 'One too many' } };
  const first = await post('c', create);
  expect(first.status).toBe(402);
  expect((await post('c', create)).text).toBe(first.text);
});

test('a rejected input does not use up the key', async () => {
  expect((await post('d', { body: {} })).status).toBe(422);
  expect((await post('d')).status).toBe(201);
});

test('an internal error is not stored', async () => {
  const { storage } = server.app;
  const { uploadTicket } = storage;
  const announce = { path: '/api/v1/uploads', body: { filename: 'a.txt', category: 'script' } };
  storage.uploadTicket = () => Promise.reject(new Error('away'));
  expect((await post('e', announce)).status).toBe(500);
  storage.uploadTicket = uploadTicket;
  const answer = await post('e', announce);
  expect(answer.status).toBe(201);
  expect(answer.headers.get('idempotent-replayed')).toBeNull();
});

test('a request interrupted by a crash can be repeated after its lock expires', async () => {
  const body = { name: 'Once' };
  const text = `POST ${WORKFLOWS} ${member.workspace_id}\n${JSON.stringify(body)}`;
  await server.app.db
    .insertInto('idempotency_key')
    .values({
      caller: `user:${member.user_id}`,
      key: 'f',
      fingerprint: createHash('sha256').update(text).digest(),
      locked_until: new Date(time.getTime() + 60_000),
      created_at: time,
      expires_at: new Date(time.getTime() + 86_400_000),
    })
    .execute();
  expect((await post('f', { body })).body.error.code).toBe('IDEMPOTENCY_IN_PROGRESS');
  time = new Date(time.getTime() + 61_000);
  expect((await post('f', { body })).status).toBe(201);
  expect((await post('f', { body })).headers.get('idempotent-replayed')).toBe('true');
});

describe('a first request that takes longer than its lock', () => {
  const answer = (text: string): StoredResponse => ({ status: 201, headers: {}, body: Buffer.from(text) });
  const ask = (work: () => Promise<StoredResponse>) =>
    runOncePerKey(
      server.app,
      {
        caller: {
          kind: 'jwt',
          user_id: member.user_id,
          api_key_id: null,
          scopes: [],
          workspace: null,
          ip: null,
        },
        key: 'slow',
        method: 'POST',
        path: WORKFLOWS,
        bytes: Buffer.alloc(0),
      },
      work,
    );
  const unexpected = () => Promise.reject(new Error('It ran a second time.'));
  const lockedUntil = async (): Promise<number> => {
    const kept = server.app.db.selectFrom('idempotency_key').select('locked_until').where('key', '=', 'slow');
    return (await kept.executeTakeFirst())?.locked_until?.getTime() ?? 0;
  };
  /** Starts a request that runs until the test ends it. */
  async function slowly() {
    const { promise, resolve, reject } = Promise.withResolvers<StoredResponse>();
    const started = Promise.withResolvers<void>();
    const done = ask(() => {
      started.resolve();
      return promise;
    });
    // The test reads the result later, so a rejection in the meantime is not unhandled.
    done.catch(() => undefined);
    await started.promise;
    return { done, resolve, reject };
  }
  const later = (ms: number) => {
    time = new Date(time.getTime() + ms);
  };

  test('keeps its key while it runs', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const first = await slowly();
      for (let minutes = 0; minutes < 3; minutes++) {
        later(50_000);
        vi.advanceTimersByTime(50_000);
        await until(async () => (await lockedUntil()) > time.getTime() + 50_000);
        await expect(ask(unexpected)).rejects.toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' });
      }
      first.resolve(answer('first'));
      expect(String((await first.done).body)).toBe('first');
      expect(vi.getTimerCount()).toBe(0);
      expect(String((await ask(unexpected)).body)).toBe('first');
    } finally {
      vi.useRealTimers();
    }
  });

  test('and is considered dead does not overwrite the response of its successor', async () => {
    const first = await slowly();
    later(61_000);
    expect(String((await ask(async () => answer('second'))).body)).toBe('second');
    first.resolve(answer('first'));
    await first.done;
    expect(String((await ask(unexpected)).body)).toBe('second');
  });

  test('and is considered dead does not release the key of its successor', async () => {
    const first = await slowly();
    later(61_000);
    const second = await slowly();
    first.reject(new Error('away'));
    await expect(first.done).rejects.toThrow('away');
    await expect(ask(unexpected)).rejects.toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' });
    second.resolve(answer('second'));
    await second.done;
    expect(String((await ask(unexpected)).body)).toBe('second');
  });
});

test('a key is deleted after a day', async () => {
  const first = await post('g');
  time = new Date(time.getTime() + 86_399_000);
  const fresh = { as: { token: await server.token({ sub: 'later', now: time }) } };
  expect((await server.request('GET', WORKFLOWS, fresh)).status).toBe(200);
  const token = await tokenAgain(first.body.data.user_id);
  expect((await post('g', { as: { token } })).text).toBe(first.text);
  time = new Date(time.getTime() + 2_000);
  expect((await post('g', { as: { token } })).body.data.id).not.toBe(first.body.data.id);
  time = new Date(time.getTime() + 86_401_000);
  await sweepIdempotencyKeys(server.app);
  expect(await server.app.db.selectFrom('idempotency_key').select('key').execute()).toEqual([]);
});

/** A valid token at the test's time, for an existing user. */
async function tokenAgain(userId: string): Promise<string> {
  const { subject } = await server.app.db
    .selectFrom('app_user')
    .select('subject')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return server.token({ sub: subject, now: time, ttl_s: 1_000_000 });
}

test('a secret that is shown once is repeated but cannot be read from the database', async () => {
  const create = { path: KEYS, body: { name: 'Secret' } };
  const first = await post('h', create);
  const secret = first.body.data.api_key as string;
  expect((await post('h', create)).body.data.api_key).toBe(secret);
  const rows = await server.app.db.selectFrom('idempotency_key').select('response_body').execute();
  expect(rows.some(({ response_body }) => response_body?.includes(secret))).toBe(false);
});

test.each(['', 'x'.repeat(256)])('a key of the wrong length is rejected', async (key) => {
  const response = await fetch(new URL(WORKFLOWS, server.url), {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${member.token}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': key,
    },
    body: '{"name":"x"}',
  });
  expect(response.status).toBe(422);
});
