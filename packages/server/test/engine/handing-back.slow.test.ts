import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CHUNK_RETRIES } from '../../src/engine/job-refs.ts';
import { runJobs } from '../../src/engine/jobs.ts';
import { createJobQueue, startWorker } from '../../src/jobs/index.ts';
import { createLog } from '../../src/telemetry/log.ts';
import { numberedLines, shortPipeline } from '../support/definitions.ts';
import { auditRun, type Engine, eventually, runRow, startEngine } from '../support/engine.ts';
import { scriptedSpeech } from '../support/fake-speech.ts';

let gate: (signal: AbortSignal) => Promise<void> = () => Promise.resolve();
const speech = scriptedSpeech({ before: (_request, signal) => gate(signal), durationMs: () => 300 });
let engine: Engine;
beforeAll(async () => {
  engine = await startEngine({ speech, worker: false });
});
afterAll(() => engine.close());

/** A worker of its own, as after a deploy. */
async function deploy(log = engine.app.log) {
  const app = { ...engine.app, log };
  const queue = createJobQueue({ connectionString: engine.database_url, role: 'worker', log });
  await queue.start(runJobs);
  return startWorker({ ...app, queue }, runJobs);
}

const jobs = async (runId: string) =>
  (
    await sql<{ state: string; tries_left: number }>`
      select state, retry_limit - retry_count as tries_left from pgboss.job
      where name = 'chunk' and data ->> 'run_id' = ${runId} and state in ('retry', 'active')`.execute(
      engine.app.db,
    )
  ).rows;

test('a starting process keeps existing queues, and updates one that an earlier release set up differently', async () => {
  const readQueues = async () =>
    (
      await sql<{
        name: string;
      }>`select name, retry_limit, updated_on from pgboss.queue order by name`.execute(engine.app.db)
    ).rows;
  const restart = async () => {
    const queue = createJobQueue({
      connectionString: engine.database_url,
      role: 'api',
      log: engine.app.log,
    });
    await queue.start(runJobs);
    await queue.stop(0);
  };
  const before = await readQueues();
  await restart();
  expect(await readQueues()).toEqual(before);
  await sql`update pgboss.queue set retry_limit = 1 where name = 'chunk'`.execute(engine.app.db);
  await restart();
  const [chunks] = (await readQueues()).filter(({ name }) => name === 'chunk');
  expect(chunks).toMatchObject({ retry_limit: CHUNK_RETRIES });
});

test('a chunk that deployments interrupt repeatedly keeps all of its attempts', async () => {
  const owner = await engine.owner();
  gate = (signal) =>
    new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
    );
  const runId = await engine.start(owner, shortPipeline({ text: numberedLines(1, 'meets many deploys') }));
  // Each of them would take a try away.
  for (let deploys = 1; deploys <= 3; deploys++) {
    const worker = await deploy();
    await eventually(() => speech.active() > 0);
    await worker.stop(50);
    await eventually(() => speech.active() === 0);
    // The next one need not wait for the pause after a fault; taking the chunk up again counts as a try then.
    await sql`update pgboss.job set start_after = now() where name = 'chunk' and state = 'retry'`.execute(
      engine.app.db,
    );
    expect(await jobs(runId)).toEqual([{ state: 'retry', tries_left: CHUNK_RETRIES + 1 }]);
  }
  gate = () => Promise.resolve();
  const last = await deploy();
  expect(await engine.until(runId, ['completed', 'failed'])).toMatchObject({
    status: 'completed',
    lines_failed: 0,
  });
  expect((await runRow(engine.app, runId)).credits).toBe(1);
  expect(await auditRun(engine.app, runId)).toEqual([]);
  await last.stop(1_000);
}, 120_000);

test('a chunk at its last attempt gets attempts back once one of its lines has a result', async () => {
  const owner = await engine.owner();
  const hold = (signal: AbortSignal) =>
    new Promise<void>((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
    );
  gate = hold;
  const runId = await engine.start(owner, shortPipeline({ text: numberedLines(2, 'outlives workers') }));
  const first = await deploy();
  await eventually(() => speech.active() > 0);
  await first.stop(50);
  await eventually(() => speech.active() === 0);
  await sql`update pgboss.job set retry_count = retry_limit - 1, start_after = now()
    where name = 'chunk' and state = 'retry'`.execute(engine.app.db);
  let spoken = 0;
  gate = (signal) => (spoken++ === 0 ? Promise.resolve() : hold(signal));
  const second = await deploy();
  await eventually(async () =>
    (await jobs(runId)).some(({ tries_left }) => tries_left === CHUNK_RETRIES - 1),
  );
  gate = () => Promise.resolve();
  await second.stop(50);
  const last = await deploy();
  await sql`update pgboss.job set start_after = now() where name = 'chunk' and state = 'retry'`.execute(
    engine.app.db,
  );
  expect(await engine.until(runId, ['completed', 'failed'])).toMatchObject({ status: 'completed' });
  await last.stop(1_000);
}, 120_000);

test('a stopping worker completes the lines in progress, starts no other, and the next requests none again', async () => {
  const owner = await engine.owner();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  gate = () => held;
  const before = speech.requests.length;
  const runId = await engine.start(owner, shortPipeline({ text: numberedLines(200, 'survives a deploy') }));
  const worker = await deploy();
  const { concurrency, line_concurrency } = engine.app.config.worker;
  await eventually(() => speech.active() === concurrency * line_concurrency);
  const stopped = worker.stop(60_000);
  release();
  await stopped;
  expect(speech.requests).toHaveLength(before + concurrency * line_concurrency);
  const next = await deploy();
  expect(await engine.until(runId, ['completed', 'failed'])).toMatchObject({ lines_delivered: 200 });
  await next.stop(1_000);
  const all = speech.requests.slice(before).map(({ text }) => text);
  expect(new Set(all).size).toBe(all.length);
  expect(await auditRun(engine.app, runId)).toEqual([]);
}, 120_000);

test('a job of a worker that no longer reports is requeued without the usual delay after an error', async () => {
  const owner = await engine.owner();
  gate = () => Promise.resolve();
  const runId = await engine.start(owner, shortPipeline({ text: numberedLines(1, 'outlives its worker') }));
  // A pause would last longer than the test.
  await sql`update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() - interval '15 seconds',
    retry_delay = 1000, retry_delay_max = 1000 where name = 'chunk' and data ->> 'run_id' = ${runId}`.execute(
    engine.app.db,
  );
  const worker = await deploy();
  expect(await engine.until(runId, ['completed', 'failed'])).toMatchObject({ lines_delivered: 1 });
  await worker.stop(1_000);
  expect(await auditRun(engine.app, runId)).toEqual([]);
}, 120_000);

test('the start of a run, and a stop that interrupts it, are logged once, at level info', async () => {
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  const owner = await engine.owner();
  gate = (signal) =>
    new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
    );
  const runId = await engine.start(owner, shortPipeline({ text: numberedLines(1, 'is interrupted once') }));
  const worker = await deploy(createLog({ level: 'info', version: 'test', role: 'all', stream }));
  await eventually(() => speech.active() > 0);
  await worker.stop(50);
  await eventually(() => speech.active() === 0);
  gate = () => Promise.resolve();
  const next = await deploy();
  await engine.until(runId, ['completed', 'failed']);
  await next.stop(1_000);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 30, msg: 'run started', run_id: runId },
    { level: 30, msg: 'jobs requeued for other workers', jobs: 1 },
  ]);
});
