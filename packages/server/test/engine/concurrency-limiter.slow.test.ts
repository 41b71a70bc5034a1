import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Db } from '../../src/db/index.ts';
import { createConcurrencyLimiter } from '../../src/engine/index.ts';
import { concurrencyLimits } from '../../src/engine/jobs.ts';
import type { ConcurrencyLimiter } from '../../src/engine/ports.ts';
import { handWorker } from '../support/claims.ts';
import { numberedLines, shortPipeline } from '../support/definitions.ts';
import { auditRun, type Engine, eventually, runRow, startEngine } from '../support/engine.ts';
import { giveKey } from '../support/own-keys.ts';
import { spawnWorker, type WorkerProcess } from '../support/processes.ts';
import { runHousekeeping } from '../support/run-job.ts';
import { openaiCompatibleEmulator as emulator } from '../support/speech-emulators/openai-compatible.ts';
import { type EmulatorServer, startSpeechEmulator } from '../support/speech-emulators/server.ts';

const never = new AbortController().signal;
let keys = 0;

describe('the slots of one credential', () => {
  let engine: Engine;
  let processes: ConcurrencyLimiter[];
  let now: Date;
  let credentials: { api_key: string };
  beforeAll(async () => {
    engine = await startEngine({ worker: false });
  });
  beforeEach(() => {
    now = new Date();
    processes = [];
    credentials = { api_key: `key-${++keys}` };
  });
  afterEach(() => Promise.all(processes.map((limiter) => limiter.close())));
  afterAll(() => engine.close());

  /** Concurrency limits as in another process of the same service. */
  const keyLimiter = (initial_slots: number, db: Db = engine.app.db) => {
    const limiter = createConcurrencyLimiter({ db, clock: () => now, secret: Buffer.from('secret') });
    processes.push(limiter);
    return limiter.forKey({ provider: 'openai_compatible', credentials, initial_slots });
  };
  const limitRow = () =>
    sql<{ id: string; slots: number; leased: number }>`
      select id, slots, (select coalesce(sum(slots), 0)::int from provider_slot_lease where concurrency_id = id) as leased
      from provider_concurrency order by updated_at desc, id limit 1`
      .execute(engine.app.db)
      .then(({ rows }) => rows[0]);

  test('are never exceeded by requests of two processes', async () => {
    const [one, two] = [keyLimiter(3), keyLimiter(3)];
    const [first] = await Promise.all([one.acquire(never), one.acquire(never), one.acquire(never)]);
    let got = false;
    const other = two.acquire(never).then((release) => {
      got = true;
      return release;
    });
    await eventually(async () => (await limitRow())?.leased === 3);
    expect(got).toBe(false);
    first('done');
    (await other)('done');
  });

  test('go to the first request that waits, and not to one that stopped waiting', async () => {
    const one = keyLimiter(1);
    const release = await one.acquire(never);
    const gone = new AbortController();
    const [left, next] = [one.acquire(gone.signal), one.acquire(never)];
    gone.abort(new Error('not any more'));
    await expect(left).rejects.toThrow('not any more');
    release('done');
    (await next)('done');
    await expect(one.acquire(AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late');
  });

  test('go first to repeated calls, and keep the order among them', async () => {
    const one = keyLimiter(1);
    const release = await one.acquire(never);
    const order: string[] = [];
    const take = async (name: string, first: boolean) => {
      const done = await one.acquire(never, first);
      order.push(name);
      done('done');
    };
    const calls = [take('new', false), take('again 1', true), take('newer', false), take('again 2', true)];
    release('done');
    await Promise.all(calls);
    expect(order).toEqual(['again 1', 'again 2', 'new', 'newer']);
  });

  test('go to other calls once in four times while calls that go first keep coming', async () => {
    const one = keyLimiter(1);
    const release = await one.acquire(never);
    let repeated = 0;
    const other = one.acquire(never).then((done) => {
      done('done');
      return repeated;
    });
    const repeat = async (): Promise<void> => {
      const done = await one.acquire(never, true);
      if (++repeated < 20) void repeat();
      done('done');
    };
    const calls = [repeat(), repeat()];
    release('done');
    expect(await other).toBeLessThan(4);
    await Promise.all(calls);
  });

  test('are released after the lease of a process that no longer exists', async () => {
    const dead = keyLimiter(2);
    await Promise.all([dead.acquire(never), dead.acquire(never)]);
    const lost = processes.pop();
    const two = keyLimiter(2);
    const waiting = Promise.all([two.acquire(never), two.acquire(never)]);
    await eventually(async () => (await limitRow())?.leased === 2);
    // A dead process does not renew its leases.
    await sql`update provider_slot_lease set expires_at = ${now} where slots = 2`.execute(engine.app.db);
    for (const release of await waiting) release('done');
    await lost?.close();
  });

  test('are halved when the provider reports too many requests', async () => {
    const one = keyLimiter(8);
    const releases = await Promise.all(Array.from({ length: 8 }, () => one.acquire(never)));
    for (const release of releases) release('concurrency');
    await eventually(async () => (await limitRow())?.slots === 4);
  });

  test('become fewer when the provider is busy, down to the initial number', async () => {
    const one = keyLimiter(2);
    (await one.acquire(never))('done');
    await sql`update provider_concurrency set slots = 9 where id = ${(await limitRow())?.id}`.execute(
      engine.app.db,
    );
    const release = await one.acquire(never);
    release('busy');
    await eventually(async () => (await limitRow())?.slots === 8);
  });

  test('are requested again by a process that released its own while it was idle', async () => {
    const [one, two] = [keyLimiter(1), keyLimiter(1)];
    (await one.acquire(never))('done');
    // The other process waits until the first, which needs no slots anymore, releases its slot at the next
    // renewal.
    const other = await two.acquire(never);
    const next = one.acquire(never);
    other('done');
    (await next)('done');
  });

  test('are shared with a process that starts later, however busy the first one is', async () => {
    const [one, two] = [keyLimiter(2), keyLimiter(2)];
    let isOver = false;
    const busy = async (): Promise<void> => {
      while (!isOver) {
        const release = await one.acquire(never);
        await new Promise(setImmediate);
        // This error does not change the concurrency limit.
        release('invalid_input');
      }
    };
    const lines = Promise.all(Array.from({ length: 8 }, busy));
    await eventually(async () => (await limitRow())?.leased === 2);
    (await two.acquire(never))('done');
    isOver = true;
    await lines;
  });

  test('cost one statement for many lines, not one for each line', async () => {
    let transactions = 0;
    const counting = new Proxy(engine.app.db, {
      get(db, name) {
        if (name === 'transaction') transactions += 1;
        const value: unknown = Reflect.get(db, name, db);
        return typeof value === 'function' ? value.bind(db) : value;
      },
    });
    const one = keyLimiter(4, counting);
    const line = async (): Promise<void> => {
      for (let count = 0; count < 500; count++) (await one.acquire(never))('done');
    };
    await Promise.all([line(), line(), line(), line()]);
    expect(transactions).toBeLessThan(40);
  });

  test('are deleted when nobody has used them for a long time', async () => {
    const monthLater = new Date(now.getTime() + 30 * 86_400_000 + 1);
    const release = await keyLimiter(2).acquire(never);
    const id = (await limitRow())?.id ?? '';
    const count = () =>
      engine.app.db
        .selectFrom('provider_concurrency')
        .select('id')
        .where('id', '=', id)
        .execute()
        .then((rows) => rows.length);
    await runHousekeeping(engine.app, concurrencyLimits, monthLater);
    expect(await count()).toBe(1);
    release('done');
    await Promise.all(processes.splice(0).map((limiter) => limiter.close()));
    await runHousekeeping(engine.app, concurrencyLimits, monthLater);
    expect(await count()).toBe(0);
  });
});

test('lines of a lost worker are requested before lines that already wait for the provider', async () => {
  const provider = await startSpeechEmulator(emulator);
  onTestFinished(() => provider.close());
  const config = {
    provider_urls: { openai_compatible: provider.url },
    provider_allowed_hosts: [provider.host],
  };
  const engine = await startEngine({ worker: false, config });
  onTestFinished(() => engine.close());
  const worker = handWorker(engine);
  onTestFinished(() => worker.close());
  const start = async (lines: number, words: string) => {
    // Owners with the same key share its slots.
    const owner = await engine.owner();
    await giveKey(engine.app, owner, { provider: 'openai_compatible', credentials: emulator.credentials });
    const generator = { provider: 'openai_compatible', concurrency: lines };
    const id = await engine.start(owner, shortPipeline({ text: numberedLines(lines, words), generator }));
    const [source = ''] = await worker.queued(id);
    await worker.work(id, source);
    const chunks = await worker.queued(id);
    return {
      id,
      work: (tries: number) => Promise.all(chunks.map((chunk) => worker.work(id, chunk, { tries }))),
    };
  };
  const [queued, lost] = [await start(20, 'waits its turn'), await start(3, 'waited for a worker')];
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  provider.decide(() => ({ act: 'wait', until: gate }));
  const demandOf = (lines: number) =>
    eventually(async () => {
      const leases = await engine.app.db.selectFrom('provider_slot_lease').select('demand').execute();
      return leases.some((lease) => lease.demand >= lines);
    });
  const waiting = queued.work(0);
  await demandOf(20);
  await eventually(() => provider.active() === 4);
  const takenOver = lost.work(1);
  await demandOf(23);
  open();
  await Promise.all([waiting, takenOver]);
  const spoken = provider.requests.filter((request) => emulator.isSpeech(request)).map(({ body }) => body);
  // The first four had slots already. Requests that are sent together may arrive in another order.
  expect(spoken.slice(4, 10).filter((body) => body.includes('waited for a worker'))).toHaveLength(3);
  for (const { id } of [queued, lost]) {
    await worker.finish(id);
    expect(await auditRun(engine.app, id)).toEqual([]);
  }
});

describe('two worker processes with one key that allows four requests at once', () => {
  const cleanups: (() => Promise<unknown> | unknown)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });

  test('never exceed the limit; when one is killed, the other uses all slots', async () => {
    const provider: EmulatorServer = await startSpeechEmulator(emulator);
    cleanups.push(() => provider.close());
    const config = {
      provider_urls: { openai_compatible: provider.url },
      provider_allowed_hosts: [provider.host],
    };
    const engine = await startEngine({ worker: false, config });
    cleanups.push(() => engine.close());
    const owner = await engine.owner();
    await giveKey(engine.app, owner, { provider: 'openai_compatible', credentials: emulator.credentials });
    const worker = (): WorkerProcess => {
      const child = spawnWorker({
        DATABASE_URL: engine.database_url,
        DATA_DIR: engine.directory,
        PROVIDER_URLS: `openai_compatible=${provider.url}`,
        PROVIDER_ALLOWED_HOSTS: provider.host,
        WORKER_CONCURRENCY: '3',
        LINES_PER_CHUNK: '5',
        SIGNING_SECRET: 'a secret that both of the processes share',
      });
      cleanups.push(() => child.kill());
      return child;
    };
    // Each request waits until the next one arrives.
    let open = (): void => undefined;
    let gate = new Promise<void>((resolve) => (open = resolve));
    provider.decide(() => ({ act: 'wait', until: gate }));
    const [victim] = [worker(), worker()];
    const text = numberedLines(80, 'waits for its turn');
    const generator = { provider: 'openai_compatible', concurrency: 4 };
    const runId = await engine.start(owner, shortPipeline({ text, generator }));
    const leases = () => engine.app.db.selectFrom('provider_slot_lease').selectAll().execute();
    await eventually(
      async () => provider.active() === 4 && (await leases()).some(({ demand }) => demand > 4),
    );
    for (let turns = 0; turns < 3; turns++) {
      const release = open;
      gate = new Promise<void>((resolve) => (open = resolve));
      release();
      await eventually(() => provider.active() === 4);
    }
    expect(provider.peak()).toBe(4);
    await victim.kill();
    provider.decide(undefined);
    open();
    const run = await engine.until(runId, ['completed', 'failed'], 90_000);
    expect(run).toMatchObject({ status: 'completed', lines_delivered: 80, credits: 80 });
    expect(await auditRun(engine.app, runId)).toEqual([]);
    // Requests of a killed process can still be running while the other process already has its slots.
    expect(provider.peak()).toBe(4);
    expect((await runRow(engine.app, runId)).status).toBe('completed');
  }, 150_000);
});
