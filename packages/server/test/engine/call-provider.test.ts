import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createConcurrencyLimiter } from '../../src/engine/index.ts';
import type { ConcurrencyLimiter, KeyLimiter } from '../../src/engine/ports.ts';
import { callProvider, type ProviderCall } from '../../src/engine/provider-calls/call-provider.ts';
import { ProviderError, type ProviderErrorKind } from '../../src/providers/provider-error.ts';
import { type Engine, startEngine } from '../support/engine.ts';

const TIMEOUT_MS = 60_000;
let keys = 0;

describe('a request to a provider', () => {
  let engine: Engine;
  let limiters: ConcurrencyLimiter;
  let limiter: KeyLimiter;
  let now: number;
  /** Every unsuccessful response. */
  let heard: ProviderErrorKind[];
  let asked: number;
  let waits: number[];
  /** Replaces the timer between two attempts. */
  let wait: (ms: number, signal: AbortSignal) => Promise<void>;
  beforeAll(async () => {
    engine = await startEngine({ worker: false });
  });
  beforeEach(() => {
    [now, heard, asked] = [Date.UTC(2026, 10, 21), [], 0];
    waits = [];
    wait = async (ms, signal) => {
      signal.throwIfAborted();
      waits.push(ms);
      now += ms;
    };
    limiters = createConcurrencyLimiter({
      ...{ db: engine.app.db, clock: () => new Date(now), secret: Buffer.from('secret') },
      timeout_ms: TIMEOUT_MS,
    });
    limiter = limiterFor(1);
  });
  afterEach(() => limiters.close());
  afterAll(() => engine.close());

  const limiterFor = (initial_slots: number) =>
    limiters.forKey({ provider: 'deepl', credentials: { api_key: `key-${++keys}` }, initial_slots });
  const fault = (kind: ProviderErrorKind, retry_after_ms?: number) =>
    new ProviderError(kind, `It is ${kind}.`, retry_after_ms === undefined ? {} : { retry_after_ms });
  /** Repeats a request until it succeeds or is given up. `answer` decides the response to each request. */
  const ask = (
    answer: (index: number) => ProviderError | 'served',
    more: Pick<Partial<ProviderCall>, 'waitsForRecovery' | 'signal' | 'aside' | 'unusable'> = {},
  ) =>
    callProvider(
      { provider: { id: 'deepl' }, credentials: undefined, limiter },
      {
        ...{ app: engine.app, run: { workspace_id: '' }, signal: new AbortController().signal },
        onError: (kind) => heard.push(kind),
        wait: (ms, signal) => wait(ms, signal),
        ...more,
      },
      () => {
        const answered = answer(asked++);
        return answered === 'served' ? Promise.resolve(answered) : Promise.reject(answered);
      },
    );
  /** Other requests with the same credential succeed. */
  const serve = async () => (await limiter.acquire(new AbortController().signal))('done');

  test('that throttles is retried after the requested wait, and after half a minute at most', async () => {
    const answers = [fault('busy', 7_000), fault('busy', 3_600_000), fault('concurrency', 2_000)];
    expect(await ask((index) => answers[index] ?? 'served')).toBe('served');
    const [said, hour, crowd] = waits;
    expect(said).toBeGreaterThanOrEqual(7_000);
    expect(said).toBeLessThanOrEqual(7_000 * 1.25);
    expect(hour).toBeGreaterThanOrEqual(30_000);
    expect(hour).toBeLessThanOrEqual(30_000 * 1.25);
    expect(crowd).toBeGreaterThanOrEqual(2_000);
    expect(heard).toEqual(['busy', 'busy', 'concurrency']);
  });

  test('that gives no wait time is retried with growing delays, up to some seconds', async () => {
    expect(await ask((index) => (index < 9 ? fault('transient') : 'served'))).toBe('served');
    const least = [250, 500, 1_000, 2_000, 4_000, 5_000, 5_000, 5_000, 5_000];
    expect(waits).toHaveLength(least.length);
    for (const [index, wait] of waits.entries()) {
      expect(wait).toBeGreaterThanOrEqual(least[index] ?? 0);
      expect(wait).toBeLessThanOrEqual((least[index] ?? 0) * 1.25);
    }
  });

  test('that was rejected is repeated before requests that were not made yet', async () => {
    const order: string[] = [];
    const { signal } = new AbortController();
    const holding = await limiter.acquire(signal);
    let isRejected = false;
    const rejected = ask(() => {
      if (isRejected) order.push('again');
      return isRejected ? 'served' : fault('busy');
    });
    const others: Promise<unknown>[] = [];
    wait = async () => {
      isRejected = true;
      const release = await limiter.acquire(signal);
      const next = limiter.acquire(signal);
      others.push(
        next.then((done) => {
          order.push('new');
          done('done');
        }),
      );
      setImmediate(() => release('done'));
    };
    holding('done');
    await rejected;
    await Promise.all(others);
    expect(order).toEqual(['again', 'new']);
  });

  test('that is unavailable for most of a minute succeeds when it is back, whatever the number of attempts', async () => {
    const begun = now;
    const isBack = () => now - begun > TIMEOUT_MS - 8_000;
    expect(await ask(() => (isBack() ? 'served' : fault('transient')))).toBe('served');
    expect(heard.length).toBeGreaterThan(8);
  });

  test('that is at its limit marks only the wait for a slot as idle time', async () => {
    const order: string[] = [];
    const aside = async <T>(wait: () => Promise<T>): Promise<T> => {
      order.push('waits');
      return wait().finally(() => order.push('has a slot'));
    };
    const answer = (index: number) => {
      order.push('asks');
      return index === 0 ? fault('busy') : 'served';
    };
    await ask(answer, { aside });
    expect(order).toEqual(['waits', 'has a slot', 'asks', 'waits', 'has a slot', 'asks']);
  });

  test('that never recovers fails at the wait limit, and later requests do not wait for it', async () => {
    const begun = now;
    await expect(ask(() => fault('transient'))).rejects.toMatchObject({ kind: 'transient' });
    // Its requests also took a moment.
    expect(now - begun).toBeGreaterThan(TIMEOUT_MS - 1_000);
    expect(now - begun).toBeLessThanOrEqual(TIMEOUT_MS);
    now += 1_000;
    expect([limiter.isGivenUp(), limiter.isWaitedFor('transient')]).toEqual([true, false]);
    // The next line has its own four attempts, but no second minute of waiting.
    [asked, waits] = [0, []];
    await expect(ask(() => fault('transient'))).rejects.toThrow('It is transient.');
    expect(asked).toBe(4);
  });

  test('that requests a longer wait than the limit is not retried', async () => {
    const begun = now;
    await expect(ask(() => fault('busy', 25_000))).rejects.toMatchObject({ kind: 'busy' });
    expect(asked).toBeLessThanOrEqual(3);
    expect(now - begun).toBeLessThanOrEqual(TIMEOUT_MS);
  });

  test('that hangs fails at the wait limit, including retries', async () => {
    const hasty = createConcurrencyLimiter({
      ...{ db: engine.app.db, clock: () => new Date(now), secret: Buffer.from('secret') },
      timeout_ms: 300,
    });
    const hastyLimiter = hasty.forKey({
      provider: 'deepl',
      credentials: { api_key: 'hangs' },
      initial_slots: 1,
    });
    const begun = performance.now();
    const asking = { app: engine.app, run: { workspace_id: '' }, signal: new AbortController().signal, wait };
    const hang = (signal: AbortSignal) =>
      new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    await expect(
      callProvider(
        { provider: { id: 'deepl' }, credentials: undefined, limiter: hastyLimiter },
        asking,
        hang,
      ),
    ).rejects.toMatchObject({ kind: 'transient', cause: { name: 'TimeoutError' } });
    // Without this timeout, it would wait for a minute.
    expect(performance.now() - begun).toBeLessThan(20_000);
    await hasty.close();
  });

  test('that fails for one line alone makes four attempts', async () => {
    wait = async (ms) => {
      now += ms;
      await serve();
    };
    await expect(ask(() => fault('transient'))).rejects.toMatchObject({ kind: 'transient' });
    expect([asked, heard.length]).toEqual([4, 4]);
  });

  test('does not count errors of an outage as attempts of a line', async () => {
    let served = false;
    wait = async (ms) => {
      now += ms;
      // After the outage, other requests succeed again, and the line meets its own error.
      if (asked > 8) await serve();
      served = asked > 8;
    };
    await expect(ask(() => fault('transient'))).rejects.toMatchObject({ kind: 'transient' });
    // The first attempt, eight during the outage, and three more.
    expect([served, asked]).toEqual([true, 12]);
  });

  test('waits for the end of an outage, even if the line failed twice before it', async () => {
    wait = async (ms) => {
      now += ms;
      if (asked <= 2) await serve();
    };
    expect(await ask((index) => (index < 8 ? fault('transient') : 'served'))).toBe('served');
  });

  test.each<ProviderErrorKind>(['auth', 'quota', 'gone', 'invalid_input', 'unsupported'])(
    'fails at once if waiting cannot help: %s',
    async (kind) => {
      await expect(ask(() => fault(kind))).rejects.toMatchObject({ kind });
      expect([asked, waits]).toEqual([1, []]);
    },
  );

  test('without a usable response is repeated until the response repeats, at most twice', async () => {
    const unusable = (message: string) => new ProviderError('unusable', message);
    await expect(ask(() => unusable('No quota.'))).rejects.toThrow('No quota.');
    expect(asked).toBe(2);
    asked = 0;
    await expect(ask((index) => unusable(`Error ${index}.`))).rejects.toThrow('Error 2.');
    expect(asked).toBe(3);
    asked = 0;
    expect(await ask((index) => (index === 0 ? unusable('No quota.') : 'served'))).toBe('served');
    // A server error is not a repeated response.
    asked = 0;
    const mixed = [unusable('No quota.'), fault('busy'), unusable('No quota.')];
    await expect(ask((index) => mixed[index] ?? 'served')).rejects.toThrow('No quota.');
    expect(asked).toBe(3);
  });

  test('without a usable response leaves one of the three calls of a line to the alternative provider', async () => {
    const different = (index: number) => new ProviderError('unusable', `Error ${index}.`);
    const unusable = { calls: 0 };
    await expect(ask(different, { waitsForRecovery: false, unusable })).rejects.toThrow('Error 1.');
    await expect(ask(different, { unusable })).rejects.toThrow('Error 2.');
    expect([asked, unusable.calls]).toEqual([3, 3]);
  });

  test('fails with a rejected key, also if the rejection cannot be recorded', async () => {
    const keyVerifier = { verify: () => Promise.reject(new Error('cannot be tried')) };
    const asking = callProvider(
      { provider: { id: 'deepl' }, credentials: { api_key: 'refused' }, limiter },
      {
        app: { ...engine.app, keyVerifier },
        ...{ run: { workspace_id: '' }, signal: new AbortController().signal },
      },
      () => Promise.reject(fault('auth')),
    );
    await expect(asking).rejects.toMatchObject({ kind: 'auth' });
  });

  test('with an alternative provider does not wait out an outage', async () => {
    await expect(ask(() => fault('transient'), { waitsForRecovery: false })).rejects.toThrow(
      'It is transient.',
    );
    expect(asked).toBe(4);
    // After the fifth failure in a row, the provider gets no more requests immediately.
    asked = 0;
    await expect(ask(() => fault('transient'), { waitsForRecovery: false })).rejects.toThrow(
      'It is transient.',
    );
    expect([asked, limiter.isOpen(), limiter.isGivenUp()]).toEqual([1, true, false]);
  });

  test('that exceeds the concurrency limit is repeated at most forty times', async () => {
    await expect(ask(() => fault('concurrency'))).rejects.toMatchObject({ kind: 'concurrency' });
    expect(asked).toBe(40);
  });

  test('holds no slot while it waits', async () => {
    wait = async (ms) => {
      now += ms;
      // There is only one slot, and the waiting request has released it.
      await serve();
    };
    expect(await ask((index) => (index < 3 ? fault('busy') : 'served'))).toBe('served');
  });

  test('stops waiting as soon as its run is canceled', async () => {
    const cancelled = new AbortController();
    wait = (_, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        cancelled.abort(new Error('cancelled'));
      });
    const { signal } = cancelled;
    await expect(ask(() => fault('busy', 30_000), { signal })).rejects.toThrow('cancelled');
    expect(asked).toBe(1);
  });

  test('counts a timeout like any other missing response', async () => {
    const timeout = new DOMException('The operation was aborted due to timeout', 'TimeoutError');
    const answers: unknown[] = [timeout];
    const served = await callProvider(
      { provider: { id: 'espeak' }, credentials: undefined, limiter: undefined },
      {
        ...{ app: engine.app, run: { workspace_id: '' }, signal: new AbortController().signal },
        onError: (kind) => heard.push(kind),
      },
      () => (answers.length > 0 ? Promise.reject(answers.shift()) : Promise.resolve('served')),
    );
    expect([served, heard]).toEqual(['served', ['transient']]);
  });
});
