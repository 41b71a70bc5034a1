import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, type TestContext, test } from 'vitest';
import { createPool } from '../../src/db/index.ts';
import { numberedLines, shortPipeline } from '../support/definitions.ts';
import { auditRun, type Engine, eventually, runProgress, runRow, startEngine } from '../support/engine.ts';
import { spawnWorker, startCrashablePostgres, type WorkerProcess } from '../support/processes.ts';

/** Enough for three kills in the middle of the run, each while both workers are processing several chunks. */
const LINES = 600;
const TAKE_OVER_MS = 30_000;
/**
 * Twice as many as the run has chunks, so that chunks wait for a worker, but not for a slot. Each slot polls
 * every second.
 */
const FREE_SLOTS = 16;
/** How long a look at the workers takes on an idle machine. Any further time is caused by the machine. */
const LOOK_MS = 50;
/** The time for a run to end on a slow machine. */
const LONG_MS = 500_000;

/**
 * Resolves when the condition is true. Counts only time in which the machine was not overloaded, because its
 * load is not an error of the workers.
 */
async function soon(isSo: () => Promise<boolean>, within_ms: number): Promise<void> {
  for (let spent = 0; ; ) {
    const begun = performance.now();
    if (await isSo()) return;
    await delay(LOOK_MS / 2);
    spent += Math.min(LOOK_MS, performance.now() - begun);
    if (spent > within_ms) throw new Error('the work of the killed worker was not taken over in time');
  }
}

/**
 * `count` different lines of two syllables. Speaking and checking longer ones takes most of the time of a
 * run.
 */
function briefLines(count: number): string {
  const syllables = [...'bdfgklmnprstvz'].flatMap((consonant) =>
    [...'aeiou'].map((vowel) => consonant + vowel),
  );
  const lines = syllables.flatMap((first) => syllables.map((second) => `${first}${second}.`));
  return lines.slice(0, count).join('\n');
}

// In parallel, because most of the time is spent waiting until other workers take over the jobs of killed
// processes.
describe.concurrent('machine failures during a run of 600 lines', () => {
  type Cleanup = TestContext['onTestFinished'];

  function worker(engine: Engine, onTestFinished: Cleanup, slots = 3): WorkerProcess {
    const child = spawnWorker({
      DATABASE_URL: engine.database_url,
      DATA_DIR: engine.directory,
      WORKER_CONCURRENCY: String(slots),
    });
    onTestFinished(() => child.kill());
    return child;
  }

  interface Claim {
    id: string;
    retry_count: number;
    /** As text, to the microsecond. */
    beat: string;
  }

  /** The claims of all workers. */
  const claims = async (engine: Engine): Promise<Claim[]> =>
    (
      await sql<Claim>`
        select id, retry_count, coalesce(heartbeat_on, started_on)::text as beat
        from pgboss.job where name = 'chunk' and state = 'active'`.execute(engine.app.db)
    ).rows;

  /** The claims that were neither finished nor taken over, and that no living worker holds. */
  const abandoned = async (engine: Engine, held: Claim[]): Promise<number> => {
    const rows = await sql<{ id: string }>`
      select held.id from unnest(${held.map((claim) => claim.id)}::uuid[],
        ${held.map((claim) => claim.retry_count)}::int[], ${held.map((claim) => claim.beat)}::timestamptz[])
        as held (id, retry_count, beat)
      join pgboss.job on job.name = 'chunk' and job.id = held.id
      where job.state <> 'completed' and not (job.state = 'active'
        and (job.retry_count > held.retry_count or coalesce(job.heartbeat_on, job.started_on) > held.beat))`.execute(
      engine.app.db,
    );
    return rows.rows.length;
  };

  test(
    'a killed worker is replaced within 30 seconds; every line ends once and the ledger equals the takes',
    async ({ onTestFinished }) => {
      const engine = await startEngine({ worker: false });
      onTestFinished(() => engine.close());
      const owner = await engine.owner();
      let victim = worker(engine, onTestFinished, FREE_SLOTS);
      worker(engine, onTestFinished, FREE_SLOTS);
      const runId = await engine.start(owner, shortPipeline({ text: briefLines(LINES) }));
      const goals = [0.3, 0.9, 1.5];
      for (const goal of goals) {
        await eventually(async () => (await runProgress(engine.app, runId)).finished_steps >= goal * LINES);
        await victim.kill();
        expect(await runProgress(engine.app, runId)).toMatchObject({ status: 'running' });
        const held = await claims(engine);
        await soon(async () => (await abandoned(engine, held)) === 0, TAKE_OVER_MS);
        // Only the other worker replaces the last one.
        if (goal !== goals.at(-1)) victim = worker(engine, onTestFinished, FREE_SLOTS);
      }
      const run = await engine.until(runId, ['completed', 'failed'], LONG_MS);
      expect(run).toMatchObject({ status: 'completed', lines_delivered: LINES, credits: LINES });
      expect(await auditRun(engine.app, runId)).toEqual([]);
    },
    2 * LONG_MS,
  );

  test(
    'a worker that was frozen and resumes does not change what others have done meanwhile',
    async ({ onTestFinished }) => {
      const engine = await startEngine({ worker: false });
      onTestFinished(() => engine.close());
      const owner = await engine.owner();
      const frozen = worker(engine, onTestFinished);
      const runId = await engine.start(owner, shortPipeline({ text: briefLines(120) }));
      await eventually(async () => (await runProgress(engine.app, runId)).finished_steps >= 24);
      frozen.signal('SIGSTOP');
      const other = worker(engine, onTestFinished);
      await engine.until(runId, ['completed'], LONG_MS);
      await other.kill();
      frozen.signal('SIGCONT');
      // Its claims are lost. A late result must not count. After it has released its claims, it takes new
      // work.
      const next = await engine.start(owner, shortPipeline({ text: numberedLines(30, 'is for the zombie') }));
      await engine.until(next, ['completed'], LONG_MS);
      expect(await runRow(engine.app, runId)).toMatchObject({
        status: 'completed',
        lines_delivered: 120,
        credits: 120,
      });
      expect(await auditRun(engine.app, runId)).toEqual([]);
    },
    2 * LONG_MS,
  );

  test(
    'a process that freezes inside a transaction does not block the run for the others',
    async ({ onTestFinished }) => {
      const engine = await startEngine();
      onTestFinished(() => engine.close());
      const owner = await engine.owner();
      const runId = await engine.start(owner, shortPipeline({ text: briefLines(60) }));
      await eventually(async () => (await runProgress(engine.app, runId)).finished_steps >= 10);
      const pool = createPool({ connectionString: engine.database_url, max: 1, onError: () => undefined });
      const frozen = await pool.connect();
      await frozen.query('begin');
      await frozen.query('select 1 from run where id = $1 for update', [runId]);
      expect(await engine.until(runId, ['completed'], LONG_MS)).toMatchObject({
        lines_delivered: 60,
        credits: 60,
      });
      expect(await auditRun(engine.app, runId)).toEqual([]);
      frozen.release(true);
      await pool.end();
    },
    2 * LONG_MS,
  );

  test(
    'a database that crashes for 10 seconds interrupts the run and costs no line',
    async ({ onTestFinished }) => {
      const directory = mkdtempSync(join(tmpdir(), 'voiceloom-crash-'));
      onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
      const postgres = await startCrashablePostgres(join(directory, 'postgres'));
      onTestFinished(() => postgres.stop());
      const engine = await startEngine({ database_url: postgres.url });
      onTestFinished(() => engine.close());
      const owner = await engine.owner();
      const runId = await engine.start(owner, shortPipeline({ text: briefLines(LINES) }));
      await eventually(async () => (await runProgress(engine.app, runId)).finished_steps >= 0.5 * LINES);
      await postgres.crash();
      await delay(10_000);
      await postgres.restart();
      const run = await engine.until(runId, ['completed', 'failed'], LONG_MS);
      expect(run).toMatchObject({
        status: 'completed',
        lines_delivered: LINES,
        lines_failed: 0,
        credits: LINES,
      });
      expect(await auditRun(engine.app, runId)).toEqual([]);
    },
    2 * LONG_MS,
  );
});
