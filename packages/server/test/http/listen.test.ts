import { Agent, createServer, request as httpRequest } from 'node:http';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiError } from '../../src/errors.ts';
import { startServer } from '../../src/http/connections/listen.ts';
import { toApiError } from '../../src/http/errors.ts';
import { createServer as createApi } from '../../src/http/server.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createMember } from '../support/factories.ts';
import { until } from '../support/until.ts';

const lines: string[] = [];
const sink = new Writable({
  write(chunk, _encoding, done) {
    lines.push(...String(chunk).trim().split('\n'));
    done();
  },
});

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({ logTo: sink });
});
afterAll(() => server.close());

const logged = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);

test('every request logs one line with its route template and its caller, and no secret', async () => {
  const member = await createMember(server);
  const path = `/api/v1/workflows?search=private`;
  const { headers } = await server.request('GET', path, { as: member });
  const request_id = headers.get('x-request-id');
  await until(async () => logged().some((line) => line.request_id === request_id));
  const found = logged().filter((line) => line.request_id === request_id);
  expect(found.length).toBe(1);
  expect(found[0]).toMatchObject({
    msg: 'request',
    method: 'GET',
    route: '/api/v1/workflows',
    status: 200,
    duration_ms: expect.any(Number),
    user_id: member.user_id,
    workspace_id: member.workspace_id,
  });
  expect(lines.join('\n')).not.toContain(member.token);
  expect(lines.join('\n')).not.toContain('private');
});

test('an internal error is logged once with its cause and returned without it', async () => {
  const member = await createMember(server);
  const { storage } = server.app;
  const { uploadTicket } = storage;
  storage.uploadTicket = () => Promise.reject(new Error('disk 7 on fire'));
  const body = { filename: 'a.txt', category: 'script' };
  const answer = await server.request('POST', '/api/v1/uploads', { as: member, body });
  storage.uploadTicket = uploadTicket;
  expect(answer.status).toBe(500);
  expect(answer.body.error.code).toBe('SERVER_ERROR');
  expect(answer.text).not.toContain('disk');
  const faults = logged().filter((line) => line.msg === 'request failed');
  expect(faults.length).toBe(1);
  expect(faults[0]).toMatchObject({
    request_id: answer.body.meta.request_id,
    err: { message: 'disk 7 on fire' },
  });
});

test.each(['ECONNREFUSED', '57P01', '57P03', '57014', '25P03', '53300', '08006'])(
  'an unavailable database (%s) is a 503 with Retry-After',
  (code) => {
    const error = toApiError(Object.assign(new Error('connect'), { code }));
    expect(error).toMatchObject({ code: 'UNAVAILABLE', status: 503, retryAfterSeconds: expect.any(Number) });
  },
);

test.each([
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'Client has encountered a connection error and is not queryable',
])('a lost connection of the driver (%s) is a 503', (message) => {
  expect(toApiError(new Error(message))).toMatchObject({ code: 'UNAVAILABLE' });
});

test.each([
  'The determinant is zero.',
  'timeout_ms must be a number',
  'The terminal of the sink is missing.',
])('an internal error with a similar message (%s) is a 500', (message) => {
  expect(toApiError(new Error(message))).toMatchObject({ code: 'SERVER_ERROR' });
});

test.each([Object.assign(new Error('Bad Request'), { status: 400 }), new URIError('URI malformed')])(
  'an internal error or one of a provider is not mistaken for a bad path: %s',
  (error) => {
    expect(toApiError(error)).toMatchObject({ code: 'SERVER_ERROR' });
  },
);

test('an ApiError is returned unchanged', () => {
  const error = new ApiError('CONFLICT', 'No.');
  expect(toApiError(error)).toBe(error);
});

test('a configured port that is in use is an error; without one a free port is found', async () => {
  const { app } = server;
  const blocker = createServer();
  const taken = await new Promise<number>((resolve) => {
    blocker.listen(0, '127.0.0.1', () => {
      const address = blocker.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
  await expect(startServer({ ...app, config: { ...app.config, port: taken } })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
  blocker.close();
  const configured = { ...app, config: { ...app.config, port: undefined } };
  const [one, two] = [await startServer({ ...configured }), await startServer({ ...configured })];
  expect(one.port).not.toBe(two.port);
  expect((await fetch(`${two.url}/health`)).status).toBe(200);
  await Promise.all([one.close(), two.close()]);
});

test('a request that arrives while the server stops is rejected and its connection closed', async () => {
  const api = createServer(await createApi(server.app, AbortSignal.abort()));
  const port = await new Promise<number>((resolve) => {
    api.listen(0, '127.0.0.1', () => {
      const address = api.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
  const response = await fetch(`http://127.0.0.1:${port}/health`);
  const { error } = (await response.json()) as { error: { code: string } };
  expect([response.status, error.code]).toEqual([503, 'UNAVAILABLE']);
  expect(response.headers.get('retry-after')).toBe('1');
  expect(response.headers.get('connection')).toBe('close');
  api.close();
});

test('while it stops, it rejects new requests and completes the running ones', async () => {
  const { app } = server;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let entered = () => {};
  const inside = new Promise<void>((resolve) => {
    entered = resolve;
  });
  const check = async () => {
    entered();
    await held;
  };
  const storage = { ...app.storage, check };
  const stopping = await startServer({ ...app, storage, config: { ...app.config, port: 0 } });
  const agent = new Agent({ keepAlive: true, maxSockets: 2 });
  const get = (path: string) =>
    new Promise<number>((resolve, reject) => {
      const sent = httpRequest(`${stopping.url}${path}`, { agent }, (res) => {
        res.resume();
        res.on('end', () => resolve(res.statusCode ?? 0));
      });
      sent.on('error', reject);
      sent.end();
    });
  const slow = get('/ready');
  await inside;
  const closing = stopping.close();
  await expect(fetch(`${stopping.url}/health`)).rejects.toThrow();
  release();
  expect(await slow).toBe(200);
  await closing;
  agent.destroy();
});
