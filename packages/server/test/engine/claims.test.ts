import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Db } from '../../src/db/index.ts';
import { cancelRun } from '../../src/engine/index.ts';
import { SpeechError } from '../../src/providers/speech/index.ts';
import { StorageError } from '../../src/storage/index.ts';
import { type HandWorker, handWorker } from '../support/claims.ts';
import { fullPipeline, numberedLines, shortPipeline } from '../support/definitions.ts';
import { auditRun, type Engine, eventually, type Owner, runRow, startEngine } from '../support/engine.ts';
import { scriptedSpeech } from '../support/fake-speech.ts';
import { handleDeadChunk } from '../support/run-job.ts';

describe('a chunk that is claimed again', () => {
  let gate: (text: string, signal: AbortSignal) => Promise<void>;
  const speech = scriptedSpeech({
    before: (request, signal) => gate(request.text, signal),
    durationMs: () => 1_000,
  });
  let engine: Engine;
  let worker: HandWorker;
  let owner: Owner;
  beforeAll(async () => {
    engine = await startEngine({ speech, worker: false, settings: { concurrency: 0 } });
    worker = handWorker(engine);
  });
  afterAll(async () => {
    worker.close();
    await engine.close();
  });
  beforeEach(async () => {
    gate = () => Promise.resolve();
    owner = await engine.owner();
  });

  const untilAborted = (signal: AbortSignal): Promise<void> =>
    new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
    );

  /** A run whose script has been read: its first chunk is for the generator, one line at a time. */
  async function speakingRun(
    lines: number,
    words: string,
    credits?: number,
  ): Promise<{ id: string; chunk: string }> {
    if (credits !== undefined) owner = await engine.owner(credits);
    const text = numberedLines(lines, words);
    const id = await engine.start(owner, shortPipeline({ text, generator: { concurrency: 1 } }));
    const [source = ''] = await worker.queued(id);
    await worker.work(id, source);
    const [chunk = ''] = await worker.queued(id);
    return { id, chunk };
  }

  const linesOf = (runId: string) =>
    engine.app.db
      .selectFrom('run_line')
      .select(['line_id', 'status', 'error'])
      .where('run_id', '=', runId)
      .orderBy('no')
      .execute();

  const strayObjects = async (runId: string): Promise<string[]> => {
    const prefix = `workspaces/${owner.workspace_id}/runs/${runId}/`;
    const { keys } = await engine.app.storage.list(prefix);
    const rows = await engine.app.db
      .selectFrom('audio')
      .select('object_key')
      .where('run_id', '=', runId)
      .execute();
    const known = new Set(rows.map((row) => row.object_key));
    return keys.filter((key) => !known.has(key));
  };

  test('a line that crashed its worker 15 times fails, and its neighbors continue', async () => {
    const { id, chunk } = await speakingRun(2, 'may be deadly');
    // A dead worker: it never ends its work, not even after a signal.
    const dead: (() => void)[] = [];
    gate = (text) =>
      /number 1 /.test(text) ? new Promise((resolve) => dead.push(resolve)) : Promise.resolve();
    const deaths: Promise<void>[] = [];
    const recounted: number[] = [];
    const recount = async (tries: number) => void recounted.push(tries);
    for (let death = 1; death <= 15; death++) {
      deaths.push(worker.work(id, chunk, { tries: 2, recount }));
      await eventually(() => dead.length === death);
    }
    // From the second death on, the crash count of the line decides, not the attempts of the chunk.
    expect(recounted).toEqual(Array.from({ length: 14 }, () => 2));
    await worker.work(id, chunk, { tries: 2 });
    for (const end of dead) end();
    await Promise.all(deaths);
    await worker.finish(id);
    expect(await linesOf(id)).toMatchObject([
      { status: 'failed', error: { code: 'worker_crashed' } },
      { status: 'delivered', error: null },
    ]);
    expect(await runRow(engine.app, id)).toMatchObject({ credits: 1, lines_failed: 1 });
    expect(await auditRun(engine.app, id)).toEqual([]);
  });

  test('a worker that returns its chunk, like when it stops, is not counted as a crash', async () => {
    const { id, chunk } = await speakingRun(1, 'meets many restarts');
    gate = (_text, signal) => untilAborted(signal);
    for (const tries of [2, 3, 4]) {
      const stop = new AbortController();
      const work = worker.work(id, chunk, { tries, signal: stop.signal });
      await eventually(() => speech.active() > 0);
      stop.abort();
      await expect(work).rejects.toThrow();
      await eventually(() => speech.active() === 0);
    }
    gate = () => Promise.resolve();
    await worker.work(id, chunk, { tries: 5 });
    await worker.finish(id);
    expect(await runRow(engine.app, id)).toMatchObject({
      status: 'completed',
      lines_delivered: 1,
      credits: 1,
    });
  });

  test('a retried chunk gets its attempts back once one of its lines has a result', async () => {
    const { id, chunk } = await speakingRun(2, 'outlives many workers');
    const stop = new AbortController();
    gate = (text, signal) => (/number 1 /.test(text) ? Promise.resolve() : untilAborted(signal));
    const seen: [tries: number, credits: number][] = [];
    const recount = async (tries: number) => void seen.push([tries, (await runRow(engine.app, id)).credits]);
    const work = worker.work(id, chunk, { tries: 5, signal: stop.signal, recount });
    await eventually(() => seen.length > 0);
    stop.abort();
    await expect(work).rejects.toThrow();
    expect(seen).toEqual([[2, 1]]);
    gate = () => Promise.resolve();
    await worker.finish(id);
    expect(await auditRun(engine.app, id)).toEqual([]);
  });

  test('a chunk whose job failed finally fails its open lines and keeps the others', async () => {
    const { id, chunk } = await speakingRun(3, 'is given up late');
    const stop = new AbortController();
    gate = (text, signal) => (/number 1 /.test(text) ? Promise.resolve() : untilAborted(signal));
    const work = worker.work(id, chunk, { signal: stop.signal });
    await eventually(async () => (await runRow(engine.app, id)).credits === 1);
    stop.abort();
    await expect(work).rejects.toThrow();
    await handleDeadChunk(worker.app, { chunk_id: chunk, run_id: id });
    await handleDeadChunk(worker.app, { chunk_id: chunk, run_id: id });
    await worker.finish(id);
    const gaveUp = { status: 'failed', error: { code: 'attempts_exhausted' } };
    expect(await linesOf(id)).toMatchObject([{ status: 'delivered' }, gaveUp, gaveUp]);
    expect(await runRow(engine.app, id)).toMatchObject({ status: 'failed', lines_failed: 2, credits: 1 });
    expect(await auditRun(engine.app, id)).toEqual([]);
  });

  test('a chunk that two workers process at once counts once, and leaves no unknown audio behind', async () => {
    const pacing = { max_syllables_per_second: 0.1, max_retry: 1 };
    const id = await engine.start(
      owner,
      fullPipeline({ text: numberedLines(8, 'is worked on twice'), pacing }),
    );
    for (let chunks = await worker.queued(id); chunks.length > 0; chunks = await worker.queued(id)) {
      await Promise.all(chunks.flatMap((chunk) => [worker.work(id, chunk), worker.work(id, chunk)]));
    }
    expect(await runRow(engine.app, id)).toMatchObject({
      status: 'completed',
      lines_delivered: 8,
      retries: 8,
      credits: 16,
    });
    expect(await auditRun(engine.app, id)).toEqual([]);
    await eventually(async () => (await strayObjects(id)).length === 0);
  });

  test('a script whose job failed finally fails the run at its source', async () => {
    const id = await engine.start(owner, shortPipeline({ text: numberedLines(2) }));
    const [chunk = ''] = await worker.queued(id);
    await handleDeadChunk(worker.app, { chunk_id: chunk, run_id: id });
    const run = await runRow(engine.app, id);
    expect(run).toMatchObject({
      status: 'failed',
      error: { code: 'node_failed', node_id: expect.any(String) },
    });
    expect(await auditRun(engine.app, id)).toEqual([]);
  });

  test('audio whose commit succeeded without a response is kept', async () => {
    const { id, chunk } = await speakingRun(2, 'is committed unheard');
    const [lost, db] = losingAnswers(engine.app.db, async () => (await runRow(engine.app, id)).credits > 0);
    await worker.work(id, chunk, { parts: { db } });
    expect(lost()).toBe(true);
    await worker.finish(id);
    const audio = await engine.app.db
      .selectFrom('audio')
      .select('object_key')
      .where('run_id', '=', id)
      .execute();
    const heads = await Promise.all(audio.map((row) => engine.app.storage.head(row.object_key)));
    expect(heads.map((head) => head?.content_type)).toEqual(['audio/wav', 'audio/wav']);
    expect(await runRow(engine.app, id)).toMatchObject({ status: 'completed', credits: 2 });
    expect(await auditRun(engine.app, id)).toEqual([]);
  });

  test('audio stored while its run was canceled is deleted', async () => {
    const { id, chunk } = await speakingRun(1, 'comes too late');
    const stop = new AbortController();
    const { storage } = engine.app;
    const put: typeof storage.put = async (...put) => {
      const stored = await storage.put(...put);
      await cancelRun(engine.app, { workspace_id: owner.workspace_id, run_id: id });
      stop.abort();
      return stored;
    };
    await worker
      .work(id, chunk, { signal: stop.signal, parts: { storage: { ...storage, put } } })
      .catch(() => undefined);
    await eventually(async () => (await strayObjects(id)).length === 0);
    expect(await runRow(engine.app, id)).toMatchObject({ status: 'cancelled', credits: 0 });
    expect(await auditRun(engine.app, id)).toEqual([]);
  });

  test.each([
    ['full', true],
    ['away', false],
  ])(
    'storage that is %s costs no line and no second request, because the audio waits',
    async (state, isFull) => {
      const { id, chunk } = await speakingRun(3, `waits while the store is ${state}`);
      const { storage } = engine.app;
      const before = speech.requests.length;
      let tries = 0;
      const put: typeof storage.put = (...args) => {
        tries += 1;
        // More often than a provider is called for a line. The pauses double.
        if (tries > 4) return storage.put(...args);
        return Promise.reject(new StorageError('UNAVAILABLE', `The store is ${state}.`, { isFull }));
      };
      await worker.work(id, chunk, { parts: { storage: { ...storage, put } } });
      await worker.finish(id);
      expect(await runRow(engine.app, id)).toMatchObject({
        status: 'completed',
        lines_failed: 0,
        credits: 3,
      });
      expect([tries, speech.requests.length - before]).toEqual([7, 3]);
    },
  );

  test('a run that waits for space in storage can be canceled', async () => {
    const { id, chunk } = await speakingRun(1, 'is cancelled while it waits for room');
    const stop = new AbortController();
    const put = () => {
      setImmediate(() => stop.abort());
      return Promise.reject(new StorageError('UNAVAILABLE', 'There is no room.', { isFull: true }));
    };
    const parts = { storage: { ...engine.app.storage, put } };
    await expect(worker.work(id, chunk, { signal: stop.signal, parts })).rejects.toThrow();
    await worker.work(id, chunk, { tries: 1 });
    await worker.finish(id);
    expect(await runRow(engine.app, id)).toMatchObject({ status: 'completed', lines_failed: 0 });
  });

  test('an error of the whole node aborts requests in progress', async () => {
    const text = numberedLines(4, 'has no key');
    const id = await engine.start(owner, shortPipeline({ text, generator: { concurrency: 4 } }));
    const before = speech.requests.length;
    gate = async (line, signal) => {
      if (!/number 1 /.test(line)) return untilAborted(signal);
      await eventually(() => speech.active() === 4);
      throw new SpeechError('auth', 'The key is not valid.');
    };
    const [source = ''] = await worker.queued(id);
    await worker.work(id, source);
    const [chunk = ''] = await worker.queued(id);
    await worker.work(id, chunk);
    expect(speech.requests.length - before).toBe(4);
    await eventually(() => speech.active() === 0);
    expect(await runRow(engine.app, id)).toMatchObject({ status: 'failed', credits: 0 });
  });

  test('a provider that never responds in time fails only that line, after a limited number of requests', async () => {
    const { id, chunk } = await speakingRun(2, 'may never be answered');
    const before = speech.requests.length;
    gate = async (text) => {
      if (/number 1 /.test(text))
        throw new DOMException('The operation was aborted due to timeout', 'TimeoutError');
    };
    await worker.work(id, chunk);
    await worker.finish(id);
    expect(await linesOf(id)).toMatchObject([
      { status: 'failed', error: { code: 'provider_timeout' } },
      { status: 'delivered' },
    ]);
    expect(speech.requests.length - before).toBeLessThanOrEqual(5);
  });

  test('the credits of a failed line pay for the next one', async () => {
    const { id, chunk } = await speakingRun(2, 'shares one credit', 1);
    gate = async (text) => {
      if (/number 1 /.test(text)) throw new SpeechError('invalid_input', 'This text cannot be spoken.');
    };
    await worker.work(id, chunk);
    await worker.finish(id);
    expect(await linesOf(id)).toMatchObject([{ error: { code: 'invalid_input' } }, { status: 'delivered' }]);
    expect(await runRow(engine.app, id)).toMatchObject({ credits: 1 });
    expect(await auditRun(engine.app, id)).toEqual([]);
  });
});

/** A database that commits and then loses the connection, once, when `isTime` is true. */
function losingAnswers(db: Db, isTime: () => Promise<boolean>): [lost: () => boolean, db: Db] {
  let lost = false;
  const transaction = () => ({
    async execute<T>(work: (tx: Db) => Promise<T>): Promise<T> {
      const result = await db.transaction().execute(work);
      if (lost || !(await isTime())) return result;
      lost = true;
      throw Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });
    },
  });
  const losing = new Proxy(db, {
    get(target, key) {
      if (key === 'transaction') return transaction;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return [() => lost, losing];
}
