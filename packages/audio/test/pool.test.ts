import { afterEach, expect, test } from 'vitest';
import { INTERNAL_ERROR } from '../src/audio-error.ts';
import { type AudioPool, createAudioPool, encodeWav } from '../src/index.ts';
import type { AudioPoolOptions } from '../src/pool.ts';
import { join, mono, silence, speechLike } from './support/signals.ts';

const RATE = 16_000;
const wav = encodeWav(mono(join(silence(0.2, RATE), speechLike(1.5, RATE), silence(0.3, RATE)), RATE));
const settings = {
  trim_silence: true,
  padding_ms: 50,
  loudness_lufs: -16,
  true_peak_dbtp: -1,
  fade_ms: 5,
  sample_rate: 24_000,
  channels: 1,
  format: 'mp3',
  bitrate_kbps: 64,
} as const;

const pools: AudioPool[] = [];
function open(options: Partial<AudioPoolOptions> = {}): AudioPool {
  const pool = createAudioPool({ threads: 1, ...options });
  pools.push(pool);
  return pool;
}
const faulty = (options: Partial<AudioPoolOptions> = {}) =>
  open({ worker_url: new URL('./support/faulty-worker.ts', import.meta.url), ...options });
const order = (code: number) => Uint8Array.of(code);

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

test('a file is inspected on another thread', async () => {
  const facts = await open().inspect(wav);
  expect(facts).toMatchObject({ format: 'wav', sample_rate: RATE, channels: 1, duration_ms: 2000 });
  expect(facts.peaks).toHaveLength(200);
  expect(facts.lufs).toBeLessThan(0);
});

test('a file is mastered and encoded, with its properties and its report', async () => {
  const { bytes, ...facts } = await open().master(wav, settings);
  expect(facts).toMatchObject({ format: 'mp3', content_type: 'audio/mpeg', sample_rate: 24_000 });
  expect(Math.abs((facts.report.lufs_after ?? 0) + 16)).toBeLessThan(0.5);
  expect((await open().inspect(bytes)).duration_ms).toBe(facts.duration_ms);
});

test('a file is converted to another format', async () => {
  const pool = open();
  const flac = await pool.encode(wav, { format: 'flac', bitrate_kbps: null });
  expect(await pool.inspect(flac)).toMatchObject({ format: 'flac', duration_ms: 2000 });
});

test('the bytes of the caller remain usable', async () => {
  const copy = wav.slice();
  await open().inspect(copy);
  expect(copy).toEqual(wav);
});

test('the bytes of a Buffer that is a view of a larger one remain usable', async () => {
  const whole = Buffer.concat([Buffer.from('before'), wav, Buffer.from('after')]);
  const part = whole.subarray(6, 6 + wav.length);
  expect((await open().inspect(part)).duration_ms).toBe(2000);
  expect(part.equals(wav)).toBe(true);
});

test('broken audio rejects with a typed error and a short message', async () => {
  await expect(open().inspect(new TextEncoder().encode('{"error":1}'))).rejects.toMatchObject({
    name: 'AudioError',
    code: 'unsupported',
    message: expect.stringContaining('JSON'),
  });
});

test('the text of an internal error is its cause, not its message', async () => {
  const cuts = [{ start_ms: 0, end_ms: 1, recording: undefined as unknown as Uint8Array }];
  const error = await open()
    .cutIn(wav, cuts)
    .catch((fault: unknown) => fault);
  expect(error).toMatchObject({ code: 'crashed', message: INTERNAL_ERROR });
  expect((error as Error).cause).toMatch(/^TypeError/);
});

test('all tasks complete when there are more tasks than threads', async () => {
  const pool = open({ threads: 2 });
  const facts = await Promise.all(Array.from({ length: 9 }, () => pool.inspect(wav)));
  expect(new Set(facts.map((fact) => fact.duration_ms))).toEqual(new Set([2000]));
});

test.each([
  ['exits', 1, 'crashed'],
  ['throws', 2, 'crashed'],
  ['runs out of memory', 4, 'crashed'],
  ['never ends', 3, 'timeout'],
])('a thread that %s fails only its own task', async (_name, code, expected) => {
  const pool = faulty({ timeout_ms: code === 3 ? 3_000 : 60_000 });
  const failing = pool.inspect(order(code));
  // On a busy machine, the start of the next thread can take longer than the short limit.
  const inspectSound = (): Promise<unknown> =>
    pool.inspect(order(9)).catch((error: { code?: string }) => {
      if (code === 3 && error.code === 'timeout') return inspectSound();
      throw error;
    });
  const waiting = inspectSound();
  const error = await failing.catch((fault: unknown) => fault);
  expect(error).toMatchObject({ name: 'AudioError', code: expected });
  expect((error as Error).message.length).toBeLessThan(250);
  expect(await waiting).toBe(9);
});

test('an abort stops a running task and frees its thread', async () => {
  const pool = faulty();
  const controller = new AbortController();
  const endless = pool.inspect(order(3), controller.signal);
  const waiting = pool.inspect(order(9));
  controller.abort();
  await expect(endless).rejects.toMatchObject({ code: 'aborted' });
  expect(await waiting).toBe(9);
});

test('an abort removes a waiting task from the queue', async () => {
  const pool = faulty();
  const [first, second] = [new AbortController(), new AbortController()];
  const endless = pool.inspect(order(3), first.signal);
  const waiting = pool.inspect(order(9), second.signal);
  second.abort();
  await expect(waiting).rejects.toMatchObject({ code: 'aborted' });
  first.abort();
  await expect(endless).rejects.toMatchObject({ code: 'aborted' });
});

test('a task that is aborted before it starts never runs', async () => {
  await expect(faulty().inspect(order(9), AbortSignal.abort())).rejects.toMatchObject({ code: 'aborted' });
});

test('closing the pool ends running and waiting tasks, and rejects new ones', async () => {
  const pool = faulty();
  const tasks = [pool.inspect(order(3)), pool.inspect(order(9))];
  const settled = Promise.allSettled(tasks);
  await pool.close();
  for (const result of await settled) expect(result).toMatchObject({ reason: { code: 'closed' } });
  await expect(pool.inspect(order(9))).rejects.toMatchObject({ code: 'closed' });
});
