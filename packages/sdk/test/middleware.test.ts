import { expect, test } from 'vitest';
import {
  type AttemptRequest,
  ConnectionError,
  type Logger,
  type Middleware,
  type SpanLike,
  tracing,
} from '../src/index.ts';
import { nodeFetch } from '../src/node.ts';
import { data, failure, reset, scripted } from './support/scripted-server.ts';

const away = failure(503, 'UNAVAILABLE', { 'retry-after': '0' });

test('middleware runs around every attempt, the first one outermost, and can change the request', async () => {
  const { client, seen } = await scripted(away, data({ id: 'v' }));
  const order: string[] = [];
  const layer =
    (name: string): Middleware =>
    async (request, next) => {
      order.push(`${name} ${request.attempt}`);
      const headers = { ...request.headers, [`x-${name}`]: String(request.attempt) };
      const response = await next({ ...request, headers });
      order.push(`${name} ${response.status}`);
      return response;
    };
  await client({ middleware: [layer('outer'), layer('inner')] }).voices.get('v');
  const inOut = (status: number, attempt: number) => [
    `outer ${attempt}`,
    `inner ${attempt}`,
    `inner ${status}`,
    `outer ${status}`,
  ];
  expect(order).toEqual([...inOut(503, 0), ...inOut(200, 1)]);
  expect(seen.map(({ headers }) => [headers['x-outer'], headers['x-inner']])).toEqual([
    ['0', '0'],
    ['1', '1'],
  ]);
});

test('middleware sees everything except the credential', async () => {
  const { client, seen } = await scripted(data({ id: 'w' }));
  const requests: AttemptRequest[] = [];
  const look: Middleware = (request, next) => {
    requests.push(request);
    return next(request);
  };
  await client({ middleware: [look] }).workflows.create({ name: 'a' });
  expect(requests[0]).toMatchObject({
    operation: 'workflows.create',
    method: 'POST',
    path: '/api/v1/workflows',
    body: '{"name":"a"}',
  });
  expect(JSON.stringify(requests)).not.toContain('vl_live');
  expect(seen[0]?.headers.authorization).toBe('Bearer vl_live_secret');
});

test('middleware can respond by itself, and its errors reach the caller unchanged', async () => {
  const { client, seen } = await scripted(data({}));
  const canned: Middleware = async () => new Response('{"data":{"id":"cached"},"meta":{}}');
  expect((await client({ middleware: [canned] }).voices.get('v')).id).toBe('cached');
  const refusal = new RangeError('not today');
  const refuse: Middleware = async () => {
    throw refusal;
  };
  await expect(client({ middleware: [refuse] }).voices.get('v')).rejects.toBe(refusal);
  expect(seen).toHaveLength(0);
});

const listening = () => {
  const lines: { level: string; message: string; facts: Record<string, unknown> }[] = [];
  const hear = (level: string) => (message: string, facts: object) =>
    lines.push({ level, message, facts: { ...facts } });
  const logger: Logger = { debug: hear('debug'), warn: hear('warn') };
  return { lines, logger };
};

test('middleware can read a body if it passes on what it read', async () => {
  const { client, seen } = await scripted(failure(404, 'NOT_FOUND'));
  const texts: string[] = [];
  const quoting: Middleware = async (request, next) => {
    const response = await next(request);
    const text = await response.text();
    texts.push(text);
    const { status, statusText, ok, type, headers } = response;
    return { status, statusText, ok, type, headers, body: null, text: async () => text };
  };
  for (const fetch of [globalThis.fetch, nodeFetch()]) {
    const call = client({ middleware: [quoting], fetch }).voices.get('v');
    await expect(call).rejects.toMatchObject({ code: 'NOT_FOUND', requestId: '01HZX' });
  }
  expect(texts.every((text) => text.includes('NOT_FOUND'))).toBe(true);
  expect(seen).toHaveLength(2);
});

test('a logger receives every attempt, without credential, query or body', async () => {
  const { client } = await scripted(reset, data([], 201));
  const { lines, logger } = listening();
  await client({ logger }).workflows.create({ name: 'private words' });
  expect(lines.map(({ level, message }) => `${level} ${message}`)).toEqual([
    'warn voiceloom got no response',
    'debug voiceloom responded',
  ]);
  expect(lines[1]?.facts).toMatchObject({
    operation: 'workflows.create',
    path: '/api/v1/workflows',
    attempt: 1,
    status: 201,
    requestId: '01HZX',
  });
  expect(JSON.stringify(lines)).not.toMatch(/vl_live|private words/);
});

test('a logger that throws does not fail a call, which may have succeeded already', async () => {
  const broken = () => {
    throw new Error('The disk is full.');
  };
  const { client, seen } = await scripted(data({ id: 'w' }, 201, { deprecation: '@1767225600' }));
  const made = client({ logger: { debug: broken, warn: broken } });
  const body = { name: 'x', strange: 1 };
  expect((await made.workflows.create(body)).id).toBe('w');
  expect(seen).toHaveLength(1);
  const away = client({ baseUrl: 'http://127.0.0.1:1', maxRetries: 0, logger: { warn: broken } });
  await expect(away.voices.get('v')).rejects.toBeInstanceOf(ConnectionError);
});

test('a client reports a deprecated operation once', async () => {
  const headers = {
    deprecation: '@1767225600',
    sunset: 'Fri, 01 Jan 2027 00:00:00 GMT',
    link: '<https://docs.example.com/voices>; rel="deprecation"',
  };
  const { client } = await scripted(data({ id: 'v' }, 200, headers));
  const { lines, logger } = listening();
  const made = client({ logger });
  for (let at = 0; at < 3; at += 1) await made.voices.get('v');
  const warnings = lines.filter(({ level }) => level === 'warn');
  expect(warnings).toHaveLength(1);
  expect(warnings[0]?.facts).toMatchObject({ operation: 'voices.get', ...headers });
});

function tracer() {
  const spans: { name: string; attributes: Record<string, unknown>; ended: boolean; status?: number }[] = [];
  const startSpan = (name: string, { attributes }: { attributes: object }): SpanLike => {
    const span = { name, attributes: { ...attributes } as Record<string, unknown>, ended: false };
    spans.push(span);
    const spanId = String(spans.length).padStart(16, '0');
    return {
      setAttribute: (key, value) => {
        span.attributes[key] = value;
      },
      setStatus: ({ code }) => Object.assign(span, { status: code }),
      spanContext: () => ({ traceId: 'a'.repeat(32), spanId, traceFlags: 1 }),
      end: () => {
        span.ended = true;
      },
    };
  };
  return { spans, startSpan };
}

test('every attempt is a span, and the request carries its trace context', async () => {
  const { client, seen, url } = await scripted(reset, away, data({ id: 'v' }));
  const traced = tracer();
  await client({ middleware: [tracing({ tracer: traced })] }).voices.get('v');
  expect(traced.spans.map(({ name, ended, status }) => [name, ended, status])).toEqual([
    ['GET /api/v1/voices/:voice_id', true, 2],
    ['GET /api/v1/voices/:voice_id', true, 2],
    ['GET /api/v1/voices/:voice_id', true, undefined],
  ]);
  expect(traced.spans.map(({ attributes }) => attributes['error.type'])).toEqual([
    'CONNECTION_FAILED',
    '503',
    undefined,
  ]);
  expect(traced.spans[2]?.attributes).toMatchObject({
    'http.request.method': 'GET',
    'http.request.resend_count': 2,
    'http.response.status_code': 200,
    'server.address': '127.0.0.1',
    'server.port': Number(new URL(url).port),
    'url.template': '/api/v1/voices/:voice_id',
    'voiceloom.operation': 'voices.get',
    'voiceloom.request_id': '01HZX',
  });
  expect(seen.map(({ headers }) => headers.traceparent)).toEqual(
    [1, 2, 3].map((id) => `00-${'a'.repeat(32)}-${String(id).padStart(16, '0')}-01`),
  );
});

test('the request carries no trace context if this is turned off', async () => {
  const { client, seen } = await scripted(data({ id: 'v' }));
  await client({ middleware: [tracing({ tracer: tracer(), propagate: false })] }).voices.get('v');
  expect(seen[0]?.headers.traceparent).toBeUndefined();
});
