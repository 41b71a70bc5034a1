import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, expect, test, vi } from 'vitest';
import { type Middleware, RateLimitError, TimeoutError, Voiceloom } from '../src/index.ts';
import { textOf, useProgram } from '../src/transport/platform.ts';
import { data, failure, scripted, silence } from './support/scripted-server.ts';

const run = promisify(execFile);
// A client loads it during its first call. Here it is already loaded.
useProgram();
afterEach(() => {
  vi.useRealTimers();
});

const never = () => new Promise<never>(() => {});
const answer = async () => new Response(JSON.stringify({ data: { id: 'v' }, meta: {} }));

test('sequential and parallel calls each end at their own timeout', async () => {
  vi.useFakeTimers();
  let isAway = false;
  const client = new Voiceloom({
    ...{ apiKey: 'k', baseUrl: 'http://a', timeoutMs: 1_000, maxRetries: 0 },
    fetch: () => (isAway ? never() : answer()),
  });
  for (let at = 0; at < 3; at += 1) await client.voices.get('v');
  await vi.advanceTimersByTimeAsync(900);
  isAway = true;
  const late: string[] = [];
  const ends = (name: string) => () => void late.push(name);
  const first = client.voices.get('a').catch(ends('a'));
  await vi.advanceTimersByTimeAsync(500);
  const others = ['b', 'c'].map((name) => client.voices.get(name).catch(ends(name)));
  await vi.advanceTimersByTimeAsync(499);
  expect(late).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await first;
  expect(late).toEqual(['a']);
  await vi.advanceTimersByTimeAsync(500);
  await Promise.all(others);
  expect(late).toEqual(['a', 'b', 'c']);
});

test('a fake clock of a test ends calls even if earlier calls used the real clock', async () => {
  const options = { apiKey: 'k', baseUrl: 'http://a', timeoutMs: 60_000, maxRetries: 0 };
  await new Voiceloom({ ...options, fetch: answer }).voices.get('v');
  vi.useFakeTimers();
  const call = new Voiceloom({ ...options, fetch: never }).voices.get('v').catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await call).toBeInstanceOf(TimeoutError);
  vi.useRealTimers();
  const { client } = await scripted(silence);
  const real = client({ timeoutMs: 40 });
  await expect(real.voices.get('v')).rejects.toBeInstanceOf(TimeoutError);
  await expect(real.voices.get('v')).rejects.toBeInstanceOf(TimeoutError);
});

test('a program waits for the end of its call, and exits at once after the responses', async () => {
  const program = `
    import { Voiceloom } from ${JSON.stringify(fileURLToPath(new URL('../src/index.ts', import.meta.url)))};
    const answer = async () => new Response('{"data":{},"meta":{}}');
    const make = (fetch, timeoutMs) => new Voiceloom({ apiKey: 'k', baseUrl: 'http://a', fetch, timeoutMs });
    await make(answer, 50).voices.get('v');
    // Only the pending call keeps this program alive. Its timer is that of the previous call.
    await make(() => new Promise(() => {}), 50).voices.get('v').catch((error) => console.log(error.code));
    await make(answer, 3_600_000).voices.get('v');`;
  const env = { ...process.env, NODE_OPTIONS: '' };
  const args = ['--input-type=module', '--eval', program];
  const { stdout } = await run(process.execPath, args, { env, timeout: 30_000 });
  expect(stdout.trim()).toBe('TIMEOUT');
});

test('a timeout longer than a timer supports never fires', async () => {
  const { client } = await scripted(data({ id: 'v' }));
  expect((await client({ timeoutMs: 1e12 }).voices.get('v')).id).toBe('v');
});

const pieces = (...parts: Uint8Array[]) =>
  new Response(
    new ReadableStream({
      start(stream) {
        for (const part of parts) stream.enqueue(part);
        stream.close();
      },
    }),
  );
const bytes = new TextEncoder().encode('\uFEFFnaïve 声');

test.each([
  ['in one piece', [bytes]],
  ['cut within a letter', [bytes.slice(0, -1), bytes.slice(-1)]],
  ['empty', []],
])('a body that comes %s is read as Response.text() reads it', async (_, parts) => {
  expect(await textOf(pieces(...parts))).toBe(await pieces(...parts).text());
});

test('a body that middleware has consumed is an error, but not a response of the service', async () => {
  const { client } = await scripted(data({ id: 'v' }));
  const reads = client({
    middleware: [
      async (request, next) => {
        const response = await next(request);
        await response.text();
        return response;
      },
    ],
    maxRetries: 0,
  });
  await expect(reads.voices.get('v')).rejects.toMatchObject({ code: 'CONNECTION_FAILED' });
});

test('an error that middleware throws is not wrapped', async () => {
  const own = new Error('of the middleware');
  const { client } = await scripted(data({ id: 'v' }));
  const throwing = client({ middleware: [() => Promise.reject(own)] });
  await expect(throwing.voices.get('v')).rejects.toBe(own);
});

test('limits are learned from every response, also from one after which middleware repeats the request', async () => {
  const usedUp = failure(503, 'UNAVAILABLE', { ratelimit: '"key";r=0;t=60' });
  const { client } = await scripted(usedUp, data({ id: 'v' }));
  const asksAgain: Middleware = async (request, next) => {
    const response = await next(request);
    return response.ok ? response : next(request);
  };
  const made = client({ apiKey: 'vl_live_limited', middleware: [asksAgain], timeoutMs: 5_000 });
  expect((await made.voices.get('v')).id).toBe('v');
  await expect(made.voices.get('v')).rejects.toBeInstanceOf(RateLimitError);
});
