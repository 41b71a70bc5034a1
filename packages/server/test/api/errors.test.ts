import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createMember, type Member } from '../support/factories.ts';

const WORKFLOWS = '/api/v1/workflows';

let server: TestApp;
let member: Member;

beforeAll(async () => {
  server = await startTestApp({ checks_ledgers: true });
  member = await createMember(server);
});
afterAll(() => server.close());

const json = { 'Content-Type': 'application/json' };

async function post(path: string, body: string | Uint8Array | null, headers: Record<string, string> = json) {
  const response = await fetch(new URL(path, server.url), {
    method: 'POST',
    headers: { Authorization: `Bearer ${member.token}`, ...headers },
    body: body as BodyInit | null,
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as never as Envelope,
  };
}

interface Envelope {
  data: Record<string, unknown>;
  error: { code: string; message: string; details?: { field: string; message: string }[] };
  meta: { request_id: string; timestamp: string };
}

function expectEnvelope(answer: { headers: Headers; body: Envelope }, code: string) {
  expect(answer.body).toEqual({
    error: expect.objectContaining({ code, message: expect.stringMatching(/\S/) }),
    meta: { request_id: answer.headers.get('x-request-id'), timestamp: expect.stringMatching(/Z$/) },
  });
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
}

describe('the body', () => {
  test.each([
    ['malformed', '{"name": ', 400, 'BAD_REQUEST'],
    ['cut off', '{"name": "x"', 400, 'BAD_REQUEST'],
    ['not UTF-8', new Uint8Array([0x22, 0xff, 0xfe, 0x22]), 400, 'BAD_REQUEST'],
    ['nested without end', `{"definition":${'['.repeat(5_000)}${']'.repeat(5_000)}}`, 400, 'BAD_REQUEST'],
    ['too large', JSON.stringify({ name: 'x'.repeat(16 * 1024 * 1024) }), 413, 'PAYLOAD_TOO_LARGE'],
    ['a list', '[]', 422, 'VALIDATION_ERROR'],
    ['a text', '"name"', 422, 'VALIDATION_ERROR'],
    ['null', 'null', 422, 'VALIDATION_ERROR'],
  ])('that is %s is rejected', async (_name, body, status, code) => {
    const answer = await post(WORKFLOWS, body);
    expect(answer.status).toBe(status);
    expectEnvelope(answer, code);
  });

  test('of an invalid request is reported in the field names of the caller, at the path in the details', async () => {
    const ask = async (method: string, path: string, body?: object) => {
      const answer = await server.request(method, path, { as: member, ...(body && { body }) });
      const { message, details } = answer.body.error;
      return [message, details[0].field];
    };
    expect(await ask('GET', `${WORKFLOWS}?status=ended`)).toEqual([
      expect.stringMatching(/^status: Must be one of: /),
      expect.stringMatching(/^query\.status/),
    ]);
    expect(await ask('GET', `${WORKFLOWS}?status=failed&status=ended`)).toEqual([
      'status: Must be sent only once.',
      'query.status',
    ]);
    expect(await ask('GET', `${WORKFLOWS}/nonsense`)).toEqual([
      'workflow_id: Must be a UUID.',
      'params.workflow_id',
    ]);
    expect(await ask('POST', WORKFLOWS, { name: '' })).toEqual(['name: Must not be empty.', 'body.name']);
    expect(await ask('POST', WORKFLOWS, [])).toEqual(['The body: Must be an object.', 'body']);
  });

  test('may have 16 MiB if it carries a definition, and 4 MiB otherwise', async () => {
    const large = ' '.repeat(15 * 1024 * 1024);
    expect((await post(WORKFLOWS, `{"name": "Large"${large}}`)).status).toBe(201);
    const refused = await post('/api/v1/dictionary', `{"word": "Large"${large}}`);
    expect([refused.status, refused.body.error.message]).toEqual([413, 'The body is larger than 4 MiB.']);
  });

  test('that is too large is also rejected if its size is not announced', async () => {
    const chunk = new Uint8Array(1024 * 1024).fill(0x20);
    let sent = 0;
    const stream = new ReadableStream({
      pull: (controller) => (sent++ < 18 ? controller.enqueue(chunk) : controller.close()),
    });
    const response = await fetch(new URL(WORKFLOWS, server.url), {
      method: 'POST',
      headers: { Authorization: `Bearer ${member.token}`, ...json },
      body: stream,
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(413);
  });

  test.each([
    ['another type', { 'Content-Type': 'text/plain' }],
    ['no type', { 'Content-Type': '' }],
    ['a form', { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['another character set', { 'Content-Type': 'application/json; charset=latin1' }],
    ['a compressed form', { ...json, 'Content-Encoding': 'gzip' }],
  ])('in %s is rejected', async (_name, headers) => {
    const answer = await post(WORKFLOWS, new TextEncoder().encode('{"name":"x"}'), headers);
    expect(answer.status).toBe(415);
    expectEnvelope(answer, 'UNSUPPORTED_MEDIA_TYPE');
  });

  test.each([
    'application/json',
    'application/json; charset=UTF-8',
    'APPLICATION/JSON',
    'application/merge+json',
  ])('of the type %s is accepted', async (type) => {
    expect((await post(WORKFLOWS, '{"name":"x"}', { 'Content-Type': type })).status).toBe(201);
  });

  test('ignores unknown fields', async () => {
    const answer = await post(WORKFLOWS, '{"name":"x","nobody":"knows"}');
    expect(answer.status).toBe(201);
    expect(answer.body.data).not.toHaveProperty('nobody');
  });

  test.each([
    ['nothing at all', null, {}],
    ['a JSON type and no bytes', '', json],
    ['an empty object', '{}', json],
  ])('may be omitted by %s', async (_name, body, headers: Record<string, string>) => {
    const { body: made } = await post(WORKFLOWS, '{"name":"x"}');
    const answer = await post(`${WORKFLOWS}/${made.data.id}/duplicate`, body, headers);
    expect(answer.status).toBe(201);
    const missing = await post('/api/v1/api-keys', body, headers);
    expect(missing.status).toBe(422);
    expect(missing.body.error.details?.map(({ field }) => field)).toEqual(['body.name']);
  });

  test('with very many errors gets an error response not larger than itself', async () => {
    const nodes = { name: 'x', definition: { graph: { nodes: Array(1_000_000).fill(0) } } };
    const flood = await post(WORKFLOWS, JSON.stringify(nodes));
    expect(flood.status).toBe(422);
    expect(flood.body.error.details?.map(({ field }) => field)).toEqual(['body.definition.graph.nodes']);
    const voices_by_character = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`c${at}`, 0]));
    const node = { id: randomUUID(), type: 'operator_generator', config: { voices_by_character } };
    const wide = await post(
      WORKFLOWS,
      JSON.stringify({ name: 'x', definition: { graph: { nodes: [node] } } }),
    );
    expect(wide.status).toBe(422);
    expect(wide.body.error.details).toHaveLength(1_000);
  });

  test('of a DELETE may be an empty object', async () => {
    const { body: made } = await post(WORKFLOWS, '{"name":"x"}');
    const path = `${WORKFLOWS}/${made.data.id}`;
    expect((await server.request('DELETE', path, { as: member, body: {} })).status).toBe(200);
  });

  test.each(['{"name":"a\\u0000b"}', '{"name":"a\\ud800b"}', '{"name":"x","definition":{"a\\u0000":1}}'])(
    'with text that cannot be stored is rejected: %s',
    async (body) => {
      const answer = await post(WORKFLOWS, body);
      expect(answer.status).toBe(422);
      expect(answer.body.error.details?.[0]?.field).toMatch(/^body/);
    },
  );
});

describe('input errors', () => {
  test('are all reported at once, each with its path', async () => {
    const path = `${WORKFLOWS}?limit=0&status=no`;
    const { status, body } = await server.request('GET', path, {
      as: member,
      headers: { 'X-Workspace-Id': '' },
    });
    expect(status).toBe(422);
    const fields = body.error.details.map(({ field }: { field: string }) => field);
    expect(fields.sort()).toEqual(['query.limit', 'query.status']);
  });

  test('explain what to send: a missing, out-of-range or not allowed value', async () => {
    const missing = await server.request('POST', '/api/v1/webhook-endpoints', { as: member, body: {} });
    expect(missing.body.error).toMatchObject({
      message: 'url: This field is required.',
      details: [{ field: 'body.url', message: 'This field is required.' }],
    });
    const bounds = await server.request('GET', `${WORKFLOWS}?limit=1000`, { as: member });
    expect(bounds.body.error.details).toEqual([{ field: 'query.limit', message: 'Must be from 1 to 100.' }]);
    const choice = await server.request('GET', '/api/v1/usage/summary?range=7d', { as: member });
    expect(choice.body.error.details).toEqual([
      { field: 'query.range', message: 'Must be one of: 30d, 60d, 90d.' },
    ]);
  });

  test('of the path, the headers and the body are in one response', async () => {
    const { status, body } = await server.request('PUT', `${WORKFLOWS}/7`, {
      as: member,
      body: { name: '' },
      headers: { 'If-Match': 'x'.repeat(2_000) },
    });
    expect(status).toBe(422);
    const fields = body.error.details.map(({ field }: { field: string }) => field.split('.')[0]);
    expect(new Set(fields)).toEqual(new Set(['params', 'headers', 'body']));
  });

  test('a query that contains U+0000 is rejected', async () => {
    const { status, body } = await server.request('GET', `${WORKFLOWS}?search=a%00b`, { as: member });
    expect(status).toBe(422);
    expect(body.error.details[0].field).toBe('query.search');
  });

  test('a repeated parameter is rejected if only one is allowed', async () => {
    const { status, body } = await server.request('GET', `${WORKFLOWS}?limit=1&limit=2`, { as: member });
    expect(status).toBe(422);
    expect(body.error.details[0].field).toBe('query.limit');
  });

  test('the credential is checked before the input', async () => {
    const { status } = await server.request('POST', WORKFLOWS, { body: '{"name": ' });
    expect(status).toBe(401);
  });
});

describe('routes', () => {
  test.each(['/api/v1/nothing', '/api/v1', '/api/v1/workflows/', '/API/v1/workflows', '/api/v1//workflows'])(
    '%s is not found',
    async (path) => {
      const answer = await server.request('GET', path, { as: member });
      expect(answer.status).toBe(404);
      expectEnvelope(answer, 'NOT_FOUND');
    },
  );

  test('a path with an unsupported method returns the allowed methods', async () => {
    const answer = await server.request('PUT', WORKFLOWS, { as: member, body: {} });
    expect(answer.status).toBe(405);
    expectEnvelope(answer, 'METHOD_NOT_ALLOWED');
    expect(answer.headers.get('allow')).toBe('GET, HEAD, POST');
    const one = await server.request('POST', `${WORKFLOWS}/${randomUUID()}`, { as: member });
    expect(one.headers.get('allow')).toBe('DELETE, GET, HEAD, PATCH, PUT');
    const options = await server.request('OPTIONS', WORKFLOWS);
    expect(options.status).toBe(405);
  });

  test('HEAD responds like GET without a body', async () => {
    const head = await server.request('HEAD', '/health');
    expect(head.status).toBe(200);
    expect(head.text).toBe('');
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(0);
  });

  test.each(['/api/v1/workflows/%', '/api/v1/workflows/%E0%A4%A'])(
    'the path %s is a bad request',
    async (path) => {
      const answer = await server.request('GET', path, { as: member });
      expect(answer.status).toBe(400);
      expectEnvelope(answer, 'BAD_REQUEST');
    },
  );

  function sendRaw(text: string): Promise<string> {
    return new Promise<string>((resolve, reject) => {
      const socket = connect(server.server.port, '127.0.0.1', () => socket.write(text));
      let answer = '';
      socket.on('data', (chunk) => {
        answer += chunk;
      });
      socket.on('end', () => resolve(answer));
      socket.on('error', reject);
    });
  }

  test('invalid HTTP also gets an error envelope', async () => {
    const answer = await sendRaw('what is this\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '').error.code).toBe('BAD_REQUEST');
  });

  test('a request with an absolute URL is served, and links lead only to this service', async () => {
    await post(WORKFLOWS, '{"name":"x"}');
    await post(WORKFLOWS, '{"name":"y"}');
    const answer = await sendRaw(
      `GET http://elsewhere.example${WORKFLOWS}?limit=1 HTTP/1.1\r\nHost: elsewhere.example\r\n` +
        `Authorization: Bearer ${member.token}\r\nConnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    const { next } = JSON.parse(answer.split('\r\n\r\n')[1] ?? '').pagination;
    expect(new URL(next).origin).toBe(new URL(server.url).origin);
    expect(new URL(next).pathname).toBe(WORKFLOWS);
  });
});
