import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkLedgers } from '../../src/features/credits/index.ts';
import { workUntil } from '../support/death.ts';
import { numberedLines, shortPipeline } from '../support/definitions.ts';
import { auditRun, type Engine, runRow, startEngine } from '../support/engine.ts';
import { scriptedSpeech } from '../support/fake-speech.ts';
import { spawnNode } from '../support/processes.ts';
import { handleChunk } from '../support/run-job.ts';

/*
 * A worker dies between every two statements of the transaction that settles takes of two chunks, and another
 * worker takes over the chunks. In each case, every take is charged once. For the statements around the
 * commit, the test kills a process. For the others, the connections break and the worker does nothing
 * afterwards, because that is all that others notice of a kill.
 */
const LINES = 8;
/** The statement before which the first worker dies: the one after `begin`. */
const FIRST = 2;
/** Each worker handles its own run. */
const AT_ONCE = 3;
const WORKER = fileURLToPath(new URL('../support/dying-worker.ts', import.meta.url));

let engine: Engine;
beforeAll(async () => {
  const speech = scriptedSpeech({ durationMs: () => 300 });
  engine = await startEngine({
    speech,
    worker: false,
    settings: { concurrency: 2, lines_per_chunk: LINES / 2 },
  });
});
afterAll(async () => {
  await engine.close();
});

const queued = (runId: string) =>
  engine.app.db
    .selectFrom('run_chunk')
    .select(['id', 'run_id'])
    .where('run_id', '=', runId)
    .where('status', '=', 'queued')
    .orderBy('seq')
    .execute();

async function handleNext(runId: string): Promise<boolean> {
  const [chunk] = await queued(runId);
  if (!chunk) return false;
  const signal = new AbortController().signal;
  const job = { chunk_id: chunk.id, run_id: runId, tries: 1, signal };
  await handleChunk(engine.app, job);
  return true;
}

/**
 * A run whose first worker dies while it settles takes. Resolves to the number of results in the interrupted
 * settlement, or 0.
 */
async function runWithDeath(before: string, die = workUntil): Promise<number> {
  const owner = await engine.owner(1_000);
  const text = numberedLines(LINES, `survives ${before}`);
  const run_id = await engine.start(owner, shortPipeline({ text }));
  await handleNext(run_id);
  const chunk_ids = (await queued(run_id)).map(({ id }) => id);
  expect(chunk_ids).toHaveLength(2);
  const died = await die(engine, { chunk_ids, run_id, before });
  while (await handleNext(run_id));
  const run = await runRow(engine.app, run_id);
  expect(run).toMatchObject({ status: 'completed', lines_delivered: LINES, credits: LINES, hold: 0 });
  expect(await auditRun(engine.app, run_id)).toEqual([]);
  return died;
}

const killed: typeof workUntil = async ({ database_url, directory }, { chunk_ids, run_id, before }) => {
  const worker = spawnNode([WORKER], {
    ...{ DATABASE_URL: database_url, DATA_DIR: directory },
    ...{ CHUNK_IDS: chunk_ids.join(), RUN_ID: run_id, KILL_BEFORE: before },
  });
  const code = await worker.ended;
  if (code !== null && code !== 0) throw new Error(`The worker ended with ${code}:\n${worker.output()}`);
  return code === null ? Number.parseInt(worker.output(), 10) : 0;
};

test('a worker killed before any statement of a settlement, or before its response, costs nobody a credit', async () => {
  const deaths: number[] = [];
  while (deaths.length === 0 || deaths.slice(-AT_ONCE).some((lines) => lines > 0)) {
    const next = Array.from({ length: AT_ONCE }, (_, index) => String(deaths.length + index + FIRST));
    deaths.push(...(await Promise.all(next.map((before) => runWithDeath(before)))));
  }
  expect(deaths.indexOf(0)).toBeGreaterThan(8);
  const ends = ['commit', 'answer'].map((before) => runWithDeath(before, killed));
  deaths.push(...(await Promise.all(ends)));
  expect(new Set(deaths)).toEqual(new Set([LINES, 0]));
  const reports = await checkLedgers(engine.app, new Date());
  expect(reports.map(({ differences }) => differences)).toEqual([0, 0, 0, 0]);
}, 900_000);
