import { getEventListeners } from 'node:events';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { type Drift, driftReports } from '../src/drift.ts';
import {
  AbortError,
  ConnectionError,
  InputError,
  ResponseError,
  ServerError,
  TimeoutError,
  type VoiceloomOptions,
} from '../src/index.ts';
import { nodeFetch } from '../src/node.ts';
import { cut, data, failure, json, reset, type Step, scripted, stall } from './support/scripted-server.ts';

const KEY = 'vl_live_secret';
const away = failure(503, 'UNAVAILABLE', { 'retry-after': '0' });

const caught = async (promise: Promise<unknown>): Promise<unknown> => {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('The call succeeded.');
};

const voice = { id: 'v', name: 'Aria' };

// Every fault that a client meets, by default options but for the times that would make the tests long.
describe.each([
  ['fetch', undefined],
  ['node:http', nodeFetch],
])('over %s', (_, transport) => {
  const faulty = async (...steps: Step[]) => {
    const server = await scripted(...steps);
    const own = transport ? { fetch: transport() } : {};
    return { ...server, client: (options: VoiceloomOptions = {}) => server.client({ ...own, ...options }) };
  };

  test('a service that is away is tried four times, reads and writes alike', async () => {
    const { client, seen } = await faulty(away);
    expect(await caught(client().voices.get('v'))).toBeInstanceOf(ServerError);
    expect(seen).toHaveLength(4);
    expect(await caught(client().workflows.create({ name: 'a' }))).toBeInstanceOf(ServerError);
    expect(seen).toHaveLength(8);
  });

  test('a write that may not be repeated is tried once', async () => {
    const { client, seen } = await faulty(away);
    expect(await caught(client().workflows.delete('w'))).toBeInstanceOf(ServerError);
    expect(await caught(client().workflows.update('w', { name: 'a' }))).toBeInstanceOf(ServerError);
    expect(seen).toHaveLength(2);
  });

  test('Retry-After of a 429 is waited for', async () => {
    const at: number[] = [];
    const limited = failure(429, 'RATE_LIMITED', { 'retry-after': '1' });
    const timed =
      (step: Step): Step =>
      (res, seen) => {
        at.push(performance.now());
        return step(res, seen);
      };
    const { client } = await faulty(timed(limited), timed(data(voice)));
    expect((await client().voices.get('v')).id).toBe('v');
    const [first = 0, second = 0] = at;
    expect(second - first).toBeGreaterThanOrEqual(990);
  });

  test('a call fails at once where Retry-After is longer than its time', async () => {
    const { client, seen } = await faulty(failure(429, 'RATE_LIMITED', { 'retry-after': '61' }));
    expect(await caught(client().voices.get('v'))).toMatchObject({ status: 429, retryAfterMs: 61_000 });
    expect(seen).toHaveLength(1);
  });

  test('a connection that is reset is tried again', async () => {
    const { client, seen } = await faulty(reset, data(voice));
    expect((await client().voices.get('v')).id).toBe('v');
    expect(seen).toHaveLength(2);
  });

  test('the attempts of a POST carry one key, and a replayed answer says so', async () => {
    const { client, seen } = await faulty(reset, away, data(voice, 201, { 'idempotent-replayed': 'true' }));
    const answer = await client().workflows.create({ name: 'a' }).withResponse();
    expect(answer.replayed).toBe(true);
    const keys = seen.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toBeDefined();
    expect(keys).toEqual([keys[0], keys[0], keys[0]]);
  });

  test('an abort ends the wait between attempts', async () => {
    const { client, seen } = await faulty(failure(503, 'UNAVAILABLE', { 'retry-after': '30' }));
    const controller = new AbortController();
    const call = caught(client().voices.get('v', { signal: controller.signal }));
    setTimeout(() => controller.abort('enough'), 100);
    expect(await call).toBeInstanceOf(AbortError);
    expect(seen.length).toBeLessThan(2);
  });

  test('the time of a call covers a body that stalls', async () => {
    const { client } = await faulty(stall);
    const error = await caught(client({ timeoutMs: 150 }).voices.get('v'));
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({ operation: 'voices.get' });
  });

  test('a stream of events that stalls is given up', async () => {
    const { client } = await faulty(
      (res) => {
        res.writeHead(200, { 'content-type': 'text/event-stream' });
        res.write(': hello\n\n');
      },
      data({ id: 'r', workflow_id: 'w', status: 'running' }),
      reset,
    );
    const events = client({ idleTimeoutMs: 150 }).runs.events('w', 'r', { maxReconnects: 0 });
    expect(await caught(events.next())).toBeInstanceOf(TimeoutError);
  });

  test('a body that is cut off is tried again, and stays a typed error', async () => {
    const { client, seen } = await faulty(cut, data(voice));
    expect((await client().voices.get('v')).id).toBe('v');
    expect(seen).toHaveLength(2);
    const broken = await faulty(cut);
    expect(await caught(broken.client({ maxRetries: 0 }).voices.get('v'))).toBeInstanceOf(ConnectionError);
  });

  test('half a JSON is a typed error, and never data', async () => {
    const { client, seen } = await faulty((res) => res.end('{"data":{"id":"v"'));
    expect(await caught(client().voices.get('v'))).toBeInstanceOf(ResponseError);
    expect(seen).toHaveLength(1);
  });

  test('missing fields are reported where one asks for it, and fail the call only if that is asked', async () => {
    const { client } = await faulty(json({ data: voice, meta: {} }));
    expect(await client().voices.get('v')).toEqual(voice);
    const drifts: Drift[] = [];
    const inspected = driftReports({ sample: 1, onDrift: (drift) => drifts.push(drift) });
    expect(await client({ inspect: inspected }).voices.get('v')).toEqual(voice);
    expect(drifts).toContainEqual({
      operation: 'voices.get',
      pointer: '/data/provider',
      expected: 'a value',
      got: 'missing',
    });
    const strict = client({ inspect: driftReports({ strict: true }) });
    expect(await caught(strict.voices.get('v'))).toBeInstanceOf(ResponseError);
  });

  test('the key does not follow a redirect to another origin', async () => {
    const other = await scripted(data({}));
    const { client } = await faulty((res) => res.writeHead(307, { location: `${other.url}/steal` }).end());
    expect(await caught(client().voices.get('v'))).toBeInstanceOf(ConnectionError);
    expect(other.seen).toHaveLength(0);
  });

  test.each(['', '.', '..'])('the id %j is refused before anything is sent', async (id) => {
    const { client, seen } = await faulty(data({}));
    expect(await caught(client().voices.get(id))).toBeInstanceOf(InputError);
    expect(seen).toHaveLength(0);
  });

  test('the id ../../admin stays inside its segment', async () => {
    const { client, seen } = await faulty(data(voice));
    await client().voices.get('../../admin');
    expect(seen.map(({ url }) => url)).toEqual(['/api/v1/voices/..%2F..%2Fadmin']);
  });

  test('no way to print a client, its parts or its errors shows the key', async () => {
    const { client } = await faulty(failure(401, 'INVALID_API_KEY'), reset);
    const made = client({ maxRetries: 0 });
    const refused = await caught(made.auth.whoami());
    const broken = await caught(made.auth.whoami());
    const deep = { depth: 20, showHidden: true };
    for (const value of [made, { ...made }, made.workflows, refused, broken]) {
      for (const text of [inspect(value), inspect(value, deep), JSON.stringify(value), String(value)]) {
        expect(text).not.toContain(KEY);
        expect(text).not.toContain('secret');
      }
    }
    expect(refused).toMatchObject({ operation: 'auth.whoami' });
  });

  test('a signal that outlives 500 calls keeps no listener of them', async () => {
    const { client } = await faulty(data(voice));
    const { signal } = new AbortController();
    const made = client();
    for (let at = 0; at < 500; at += 1) await made.voices.get('v', { signal });
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });
});
