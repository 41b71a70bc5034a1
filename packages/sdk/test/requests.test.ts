import { inspect } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  AbortError,
  AuthenticationError,
  ConnectionError,
  type Fetch,
  InputError,
  NotFoundError,
  RateLimitError,
  ResponseError,
  ServerError,
  TimeoutError,
  ValidationError,
  Voiceloom,
} from '../src/index.ts';
import { nodeFetch } from '../src/node.ts';
import { cut, data, failure, json, reset, scripted, silence, stall } from './support/scripted-server.ts';

const unavailable = failure(503, 'UNAVAILABLE', { 'retry-after': '0' });

const caught = async (promise: Promise<unknown>): Promise<unknown> => {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('The call succeeded.');
};

test('a call sends the credential and the workspace, and returns the data', async () => {
  const { client, seen } = await scripted(data({ id: 'w1', name: 'Harbor' }));
  const workflow = await client({ workspaceId: 'ws-1' }).workflows.get('w1');
  expect(workflow.name).toBe('Harbor');
  expect(seen[0]).toMatchObject({ method: 'GET', url: '/api/v1/workflows/w1' });
  expect(seen[0]?.headers).toMatchObject({
    authorization: 'Bearer vl_live_secret',
    'x-workspace-id': 'ws-1',
    accept: 'application/json',
  });
});

test('the response is available together with the data, from one request', async () => {
  const { client, seen } = await scripted(data({ id: 'w1' }, 200, { etag: '"7"' }));
  const { data: workflow, response, meta } = await client().workflows.get('w1').withResponse();
  expect([workflow.id, response.headers.get('etag'), meta.request_id]).toEqual(['w1', '"7"', '01HZX']);
  expect(seen).toHaveLength(1);
});

test('a token can be a function that is called before every attempt', async () => {
  const { client, seen } = await scripted(unavailable, data([]));
  let count = 0;
  await client({ apiKey: undefined, token: async () => `token-${++count}` }).nodes.get('x');
  expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer token-1', 'Bearer token-2']);
});

test.each([
  [401, 'INVALID_API_KEY', AuthenticationError],
  [404, 'NOT_FOUND', NotFoundError],
  [422, 'VALIDATION_ERROR', ValidationError],
  [500, 'SERVER_ERROR', ServerError],
])(
  'a response of %i %s is an error of its class with code, request id and details',
  async (status, code, Class) => {
    const details = [{ field: 'body.name', message: 'Too long.' }];
    const { client } = await scripted(failure(status, code, {}, details));
    const error = await caught(client({ maxRetries: 0 }).workflows.get('w1'));
    expect(error).toBeInstanceOf(Class);
    expect(error).toMatchObject({ code, status, requestId: '01HZX', details });
  },
);

test('an error page of a proxy is a typed error with its status', async () => {
  const { client } = await scripted((res) =>
    res.writeHead(502, { 'content-type': 'text/html' }).end('<html>'),
  );
  const error = await caught(client({ maxRetries: 0 }).voices.get('v'));
  expect(error).toBeInstanceOf(ServerError);
  expect(error).toMatchObject({ code: 'HTTP_ERROR', status: 502 });
});

test('reads and writes with a key are retried after 503, as often as allowed', async () => {
  const { client, seen } = await scripted(unavailable);
  expect(await caught(client({ maxRetries: 2 }).voices.get('v'))).toBeInstanceOf(ServerError);
  expect(seen).toHaveLength(3);
  await caught(client({ maxRetries: 2 }).workflows.create({ name: 'a' }));
  expect(seen).toHaveLength(6);
});

test('a POST sends one idempotency key for all its attempts, and another one in the next call', async () => {
  const { client, seen } = await scripted(reset, unavailable, data({ id: 'w1' }, 201));
  await client().workflows.create({ name: 'a' });
  await client().workflows.create({ name: 'a' });
  const keys = seen.map(({ headers }) => headers['idempotency-key']);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(new Set(keys.slice(0, 3)).size).toBe(1);
  expect(keys[3]).not.toBe(keys[0]);
  await client().workflows.create({ name: 'a' }, { idempotencyKey: 'mine' });
  expect(seen.at(-1)?.headers['idempotency-key']).toBe('mine');
});

test('a write without a key is not retried if it may have succeeded', async () => {
  const { client, seen } = await scripted(unavailable);
  await caught(client().workflows.delete('w1'));
  await caught(client().workflows.update('w1', { name: 'b' }));
  expect(seen.map(({ method }) => method)).toEqual(['DELETE', 'PATCH']);
});

test('a write without a key is retried after 429, which is returned before anything is done', async () => {
  const { client, seen } = await scripted(failure(429, 'RATE_LIMITED', { 'retry-after': '0' }), data({}));
  await client().workflows.delete('w1');
  expect(seen).toHaveLength(2);
});

test('a conflict is not retried unless the first request with the key is still running', async () => {
  const { client, seen } = await scripted(
    failure(409, 'IDEMPOTENCY_IN_PROGRESS', { 'retry-after': '0' }),
    failure(409, 'RUN_ALREADY_ACTIVE'),
  );
  expect(await caught(client().runs.start('w1'))).toMatchObject({ code: 'RUN_ALREADY_ACTIVE' });
  expect(seen).toHaveLength(2);
});

test('a wait that is longer than the time left fails at once, and the error names its length', async () => {
  const { client, seen } = await scripted(failure(429, 'RATE_LIMITED', { 'retry-after': '3600' }));
  const error = await caught(client().voices.get('v'));
  expect(error).toBeInstanceOf(RateLimitError);
  expect(error).toMatchObject({ retryAfterMs: 3_600_000 });
  expect(seen).toHaveLength(1);
});

test('a broken connection and a truncated body are retried', async () => {
  const { client, seen } = await scripted(reset, cut, data({ id: 'v' }));
  expect((await client().voices.get('v')).id).toBe('v');
  expect(seen).toHaveLength(3);
});

test('a connection that stays broken is a ConnectionError', async () => {
  const { client } = await scripted(reset);
  const error = await caught(client({ maxRetries: 0 }).voices.get('v'));
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error).toMatchObject({ code: 'CONNECTION_FAILED', status: undefined });
});

test.each([
  ['no answer', silence],
  ['a body that stalls', stall],
])('the timeout of a call covers %s', async (_, step) => {
  const { client } = await scripted(step);
  const error = await caught(client({ timeoutMs: 150 }).voices.get('v'));
  expect(error).toBeInstanceOf(TimeoutError);
});

test('a call ends within its timeout while the service is unavailable, and the error shows the cause', async () => {
  const { client } = await scripted(unavailable);
  const error = await caught(client({ timeoutMs: 150, maxRetries: 100_000 }).voices.get('v'));
  const reason = error instanceof TimeoutError ? error.cause : error;
  expect(reason).toMatchObject({ code: 'UNAVAILABLE' });
});

test('an abort ends a hanging call, a wait between attempts, and a call that has not started', async () => {
  const hanging = await scripted(stall);
  const waiting = await scripted(failure(503, 'UNAVAILABLE', { 'retry-after': '30' }));
  for (const { client } of [hanging, waiting]) {
    const controller = new AbortController();
    const call = caught(client().voices.get('v', { signal: controller.signal }));
    setTimeout(() => controller.abort(new Error('enough')), 100);
    expect(await call).toBeInstanceOf(AbortError);
  }
  const before = hanging.seen.length;
  const error = await caught(hanging.client().voices.get('v', { signal: AbortSignal.abort('no') }));
  expect(error).toMatchObject({ code: 'ABORTED', cause: 'no' });
  expect(hanging.seen).toHaveLength(before);
});

test('a long-lived signal keeps no listeners of calls that have ended', async () => {
  const { client } = await scripted(data({ id: 'v' }));
  const { signal } = new AbortController();
  let listeners = 0;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    listeners += 1;
    add(...args);
  };
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    listeners -= 1;
    remove(...args);
  };
  for (let at = 0; at < 20; at += 1) await client().voices.get('v', { signal });
  expect(listeners).toBe(0);
});

test.each([
  ['half JSON', '{"data":{'],
  ['a page', '<html>'],
  ['nothing', ''],
  ['another shape', '[]'],
])('a success whose body is %s is a ResponseError', async (_, body) => {
  const { client } = await scripted((res) => res.end(body));
  expect(await caught(client().voices.get('v'))).toBeInstanceOf(ResponseError);
});

test('an operation whose response is a redirect returns its target, which the client does not follow', async () => {
  const link = {
    url: 'https://files.example.com/a.wav',
    filename: 'a.wav',
    expires_at: '2026-01-01T00:00:00Z',
  };
  const { client, seen } = await scripted(data(link), data(link, 302, { location: link.url }));
  // A page cannot read the target of a redirect, so the client requests the address as JSON. Older services
  // redirect anyway.
  expect(await client().voices.sample('v1')).toEqual(link);
  expect(await client().voices.sample('v1', { workspaceId: 'ws-1' })).toEqual(link);
  expect(seen.map(({ url }) => url)).toEqual(Array(2).fill('/api/v1/voices/v1/sample?redirect=false'));
  expect(seen[1]?.headers['x-workspace-id']).toBe('ws-1');
});

test('a redirect is not followed, so the credential is sent nowhere else', async () => {
  const other = await scripted(data({}));
  const { client } = await scripted((res) => res.writeHead(307, { location: `${other.url}/steal` }).end());
  const error = await caught(client().voices.get('v'));
  expect(error).toBeInstanceOf(ConnectionError);
  expect(String(error)).toContain('/steal');
  expect(other.seen).toHaveLength(0);
});

test.each([
  ['an idempotency key', { idempotencyKey: 'order-日本' }, /idempotency-key/],
  ['a workspace', { workspaceId: 'a\nb' }, /x-workspace-id/],
  ['a header of its own', { headers: { 'X-Own': 'a\u0000' } }, /x-own/],
])(
  '%s that is invalid as a header value is rejected by name, without a retry',
  async (_name, options, header) => {
    const { client, seen } = await scripted(data({ id: 'w' }, 201));
    for (const fetch of [globalThis.fetch, nodeFetch()]) {
      let calls = 0;
      const counted: Fetch = (url, init) => {
        calls += 1;
        return fetch(url, init);
      };
      const error = await caught(client({ fetch: counted }).workflows.create({ name: 'x' }, options));
      expect(error).toBeInstanceOf(InputError);
      expect(String(error)).toMatch(header);
      expect(calls).toBe(1);
    }
    expect(seen).toHaveLength(0);
  },
);

test.each([
  ['a blank key', ' '],
  ['a blank line', '\n'],
])('%s from the environment or a function is not a credential', async (_name, blank) => {
  const { client, seen } = await scripted(data({}));
  const error = await caught(client({ apiKey: () => blank }).workflows.get('w'));
  expect(error).toBeInstanceOf(InputError);
  expect(String(error)).toContain('apiKey or token is empty');
  vi.stubEnv('VOICELOOM_API_KEY', blank);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  expect(() => client({ apiKey: undefined }).workflows.get('w')).toThrow(InputError);
  expect(seen).toHaveLength(0);
});

test('errors of a runtime show an address without its query', async () => {
  const heard: object[] = [];
  const logger = { warn: (_: string, facts: object) => heard.push(facts) };
  const fetch: Fetch = (url) => Promise.reject(new TypeError(`error for url (${url}): refused (os error 1)`));
  const options = { token: 't', baseUrl: 'http://voice.example.com', fetch, logger, maxRetries: 0 };
  const made = new Voiceloom(options);
  const calls = [
    () => made.voices.list({ language: 'private' }).page(),
    () => made.download({ url: 'http://files.example.com/a?signature=private', filename: 'a' }),
  ];
  for (const call of calls) {
    const { message } = (await caught(call())) as Error;
    expect(message).toMatch(
      /url \(http:\/\/(voice|files)\.example\.com\/[\w/]+\): refused \(os error 1\)\.$/,
    );
  }
  expect(JSON.stringify(heard)).toContain('refused');
  expect(JSON.stringify(heard)).not.toContain('private');
});

test('errors show a redirect without its query, which may contain a signature', async () => {
  const location = 'https://bucket.example.com/a?X-Signature=secret#part';
  const { client, url } = await scripted((res) => res.writeHead(302, { location }).end());
  for (const call of [client().voices.get('v'), client().download({ url, filename: 'a' })]) {
    expect(((await caught(call)) as Error).message).toBe(
      'The service redirected to https://bucket.example.com/a. Redirects are not followed: check baseUrl.',
    );
  }
});

test.each(['', '.', '..', '\ud800', undefined, null, {}])(
  'the id %j is rejected before anything is sent',
  async (id) => {
    const { client, seen } = await scripted(data({}));
    expect(await caught(client().voices.get(id as string))).toBeInstanceOf(InputError);
    expect(seen).toHaveLength(0);
  },
);

test.each([
  ['../../admin', '/api/v1/voices/..%2F..%2Fadmin'],
  ['a/b?c#d', '/api/v1/voices/a%2Fb%3Fc%23d'],
  ['%2e%2e', '/api/v1/voices/%252e%252e'],
])('the id %s stays inside its path segment', async (id, url) => {
  const { client, seen } = await scripted(data({}));
  await client().voices.get(id);
  expect(seen[0]?.url).toBe(url);
});

test('printing or serializing a client or its errors never shows the credential', async () => {
  const { client } = await scripted(failure(401, 'INVALID_API_KEY'));
  const made = client({ token: undefined });
  const error = await caught(made.auth.whoami());
  const deep = { depth: 20, showHidden: true };
  const printed = [
    inspect(made, deep),
    JSON.stringify(made),
    inspect(error, deep),
    JSON.stringify(error),
    `${error}`,
  ];
  printed.push(inspect({ ...made }, deep), inspect(made.workflows, deep));
  for (const text of printed) expect(text).not.toContain('secret');
});

test('a call without a credential is rejected, except where none is needed', async () => {
  const { url, seen } = await scripted(json({ data: [], meta: {}, pagination: { limit: 0 } }));
  const client = new Voiceloom({ baseUrl: url, token: null });
  expect(await client.nodes.list()).toEqual([]);
  expect(seen[0]?.headers.authorization).toBeUndefined();
  expect(await caught(client.auth.whoami())).toBeInstanceOf(InputError);
});

test.each([
  { apiKey: 'a', token: 'b' },
  { baseUrl: 'ftp://x' },
  { baseUrl: 'nowhere' },
  { baseUrl: 'http://user:pass@host' },
  { timeoutMs: 0 },
  { timeoutMs: Number.NaN },
  { maxRetries: -1 },
])('invalid options are rejected: %j', (options) => {
  const whole = { apiKey: 'k', ...options };
  expect(() => new Voiceloom(whole)).toThrow(InputError);
});

test('a base address keeps its path', async () => {
  const { url, seen } = await scripted(data({}));
  await new Voiceloom({ apiKey: 'k', baseUrl: `${url}/voice/` }).voices.get('v');
  expect(seen[0]?.url).toBe('/voice/api/v1/voices/v');
});

test('a POST without a body has no content type', async () => {
  const { client, seen } = await scripted(data({ id: 'r' }));
  await client().runs.pause('w', 'r');
  expect(seen[0]?.headers['content-type']).toBeUndefined();
  expect(seen[0]?.body.length).toBe(0);
});
