import { describe, expect, test } from 'vitest';
import { Voiceloom } from '../src/index.ts';
import { createTestServer, type Fault, type FaultKind } from '../src/testing/index.ts';
import { caught, checkedServer } from './support/checked-server.ts';
import { definition } from './support/story-definition.ts';

describe('idempotency', () => {
  test('a repeated POST gets its first response again, and a different body with the same key is rejected', async () => {
    const { client, server } = checkedServer();
    const options = { idempotencyKey: 'once' };
    const first = await client.workflows.create({ name: 'Evening' }, options);
    const second = await client.workflows.create({ name: 'Evening' }, options).withResponse();
    expect(second.data).toEqual(first);
    expect(second.response.headers.get('idempotent-replayed')).toBe('true');
    expect(await caught(client.workflows.create({ name: 'Night' }, options))).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
    expect(await client.workflows.list().toArray()).toHaveLength(1);
    await server.advance(24 * 3_600_000);
    expect((await client.workflows.create({ name: 'Night' }, options)).id).not.toBe(first.id);
  });

  test('an error response of the client is also repeated, and an error of the service is not', async () => {
    const { client, server } = checkedServer();
    const options = { idempotencyKey: 'k' };
    const refused = await caught(client.workflows.create({ name: '' }, options));
    expect(refused).toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(await caught(client.workflows.create({ name: '' }, options))).toMatchObject({ status: 422 });
    server.fail({ kind: 'error', code: 'UNAVAILABLE', retry_after_seconds: 1 });
    expect(await caught(client.workflows.create({ name: 'x' }, { idempotencyKey: 'm' }))).toMatchObject({
      code: 'UNAVAILABLE',
      retryAfterMs: 1_000,
    });
    expect((await client.workflows.create({ name: 'x' }, { idempotencyKey: 'm' })).name).toBe('x');
  });
});

describe('faults', () => {
  test('each fault occurs where and as often as requested, and the log shows every attempt', async () => {
    const server = createTestServer();
    const client = new Voiceloom(server.clientOptions);
    server.fail({ on: 'workflows.create', kind: 'rate_limited', retry_after_seconds: 0, times: 2 });
    await client.voices.list().page();
    await client.workflows.create({ name: 'Evening' });
    const tries = server.requests.filter(({ operation }) => operation === 'workflows.create');
    expect(tries.map(({ status }) => status)).toEqual([429, 429, 201]);
    expect(tries[0]).toMatchObject({ method: 'POST', body: { name: 'Evening' } });
    expect(new Set(tries.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  test('a lost response was still processed: the retry creates nothing twice', async () => {
    const server = createTestServer();
    const client = new Voiceloom(server.clientOptions);
    server.fail({ on: 'workflows.create', kind: 'lost_response' });
    const { id } = await client.workflows.create({ name: 'Evening' });
    expect((await client.workflows.list().toArray()).map((workflow) => workflow.id)).toEqual([id]);
  });

  test.each<[FaultKind, object]>([
    [{ kind: 'reset' }, { code: 'CONNECTION_FAILED' }],
    [{ kind: 'silence' }, { code: 'TIMEOUT' }],
    [{ kind: 'cut_json' }, { code: 'INVALID_RESPONSE' }],
    [
      { kind: 'proxy_page', status: 502 },
      { code: 'HTTP_ERROR', status: 502 },
    ],
    [
      { kind: 'error', code: 'NOT_FOUND' },
      { code: 'NOT_FOUND', status: 404 },
    ],
  ])('the client reports the fault %j as documented', async (fault, expected) => {
    const server = createTestServer();
    const client = new Voiceloom({ ...server.clientOptions, maxRetries: 0 });
    server.fail(fault);
    // Only calls that never end time out. All others must complete, even on a slow machine.
    const options = 'code' in expected && expected.code === 'TIMEOUT' ? { timeoutMs: 50 } : {};
    const voices = new Voiceloom({ ...server.clientOptions, maxRetries: 0, ...options }).voices;
    expect(await caught(voices.list().page())).toMatchObject(expected);
    expect((await client.voices.list().page()).items).not.toHaveLength(0);
  });

  test('a field that was added later does no harm, and faults can be cleared', async () => {
    const { client, server } = checkedServer();
    server.fail({ kind: 'error', code: 'SERVER_ERROR', times: 100 });
    server.clearFaults();
    const plain = createTestServer();
    plain.fail({ on: 'voices.list', kind: 'drift', field: 'mood' });
    const [voice] = await new Voiceloom(plain.clientOptions).voices.list().toArray();
    expect(voice).toMatchObject({ mood: 'new' });
    expect((await client.voices.list().page()).items[0]).not.toHaveProperty('mood');
  });

  test('faults leave responses without a body, errors and streams unchanged', async () => {
    const server = createTestServer();
    const client = new Voiceloom(server.clientOptions);
    const { upload_url } = await client.uploads.create({ filename: 'a.txt', category: 'script' });
    for (const kind of ['drift', 'cut_json'] as const) {
      server.fail({ kind });
      expect((await server.fetch(upload_url, { method: 'PUT', body: 'Hi' })).status).toBe(200);
    }
    const url = `${server.baseUrl}/api/v1/workflows`;
    const headers = { authorization: `Bearer ${server.apiKey}` };
    server.fail({ kind: 'drift' });
    const refused = await server.fetch(`${url}/${server.workspaceId}`, { headers });
    expect(await refused.json()).toMatchObject({ error: { code: 'NOT_FOUND' } });
    const { id } = await client.workflows.create({ name: 'Narration', definition });
    const { id: runId } = await client.runs.start(id);
    server.fail({ kind: 'drift', on: 'runs.events' });
    const events = await server.fetch(`${url}/${id}/runs/${runId}/events`, { headers });
    expect(await events.text()).toContain('event: run.status');
  });

  test('a request is aborted when its caller gives up before or during it', async () => {
    const { fetch, server } = checkedServer();
    await expect(fetch(`${server.baseUrl}/api/v1/nodes`, { signal: AbortSignal.abort('no') })).rejects.toBe(
      'no',
    );
    expect(server.requests).toHaveLength(0);
  });
});

describe('invalid requests of a test', () => {
  test('a fault that could never occur is rejected, and the error lists what exists', () => {
    const { fail } = createTestServer();
    const refused: [object, string][] = [
      [{ on: 'runs.begin', kind: 'reset' }, 'There is no operation runs.begin. Similar: runs.list'],
      [{ on: 'begin', kind: 'reset' }, 'There is no operation begin. Operation IDs look like `runs.start`.'],
      [{ kind: 'meteor' }, 'There is no fault kind meteor. Use one of: rate_limited, error'],
      [{ kind: 'error', code: 'TEAPOT' }, 'The API has no error TEAPOT.'],
      [{ kind: 'reset', times: 0 }, 'times must be an integer of at least 1, not 0.'],
    ];
    for (const [fault, words] of refused) {
      expect(() => fail(fault as Fault)).toThrow(TypeError);
      expect(() => fail(fault as Fault)).toThrow(words);
    }
  });

  test('the clock only advances by a number, and never goes back', async () => {
    const { advance, now } = createTestServer({ clock: 'manual' });
    for (const ms of [-1, Number.NaN, Infinity]) await expect(advance(ms)).rejects.toThrow(TypeError);
    const before = now();
    await advance(0);
    expect(now()).toBe(before);
  });

  test('a badly encoded path is a bad request, like in the service', async () => {
    const { fetch, token, baseUrl } = createTestServer();
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(`${baseUrl}/api/v1/workflows/%E0%A4%A`, { headers })).status).toBe(400);
  });
});
