import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { handleChunk } from '../../src/engine/chunks/handle.ts';
import { checkLedgers } from '../../src/features/credits/index.ts';
import { numberedLines, shortPipeline } from '../support/definitions.ts';
import { auditRun, type Engine, runRow, startEngine } from '../support/engine.ts';
import { scriptedSpeech } from '../support/fake-speech.ts';
import { spawnNode } from '../support/processes.ts';

/*
 * A process is killed between every two statements of the transaction that settles takes, and another one takes its
 * chunk over. Whatever the moment, each take is charged once.
 */
const LINES = 8;
/** The statement before which the first process is killed: the one after `begin`. */
const FIRST = 2;
/** Each process has a run of its own; starting it takes most of the time. */
const AT_ONCE = 3;
const WORKER = fileURLToPath(new URL('../support/dying-worker.ts', import.meta.url));

let engine: Engine;
beforeAll(async () => {
  const speech = scriptedSpeech({ durationMs: () => 300 });
  engine = await startEngine({ speech, worker: false, settings: { slots: 1 } });
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

/** Resolves to how the worker ended: null = it was killed. */
async function runWithDeath(killBefore: string): Promise<number | null> {
  const owner = await engine.owner(1_000);
  const text = numberedLines(LINES, `survives ${killBefore}`);
  const runId = await engine.start(owner, shortPipeline({ text }));
  await handleNext(runId);
  const [chunk] = await queued(runId);
  if (!chunk) throw new Error('The source left no chunk.');
  const worker = spawnNode([WORKER], {
    ...{ DATABASE_URL: engine.database_url, DATA_DIR: engine.directory },
    ...{ CHUNK_ID: chunk.id, RUN_ID: runId, KILL_BEFORE: killBefore },
  });
  const ended = await worker.ended;
  if (ended !== null && ended !== 0) throw new Error(`The worker ended with ${ended}:\n${worker.output()}`);
  while (await handleNext(runId));
  const run = await runRow(engine.app, runId);
  expect(run).toMatchObject({ status: 'completed', lines_delivered: LINES, credits: LINES, hold: 0 });
  expect(await auditRun(engine.app, runId)).toEqual([]);
  return ended;
}

test('a worker killed before any statement of a settlement, or before its answer, costs nobody a credit', async () => {
  const ends: (number | null)[] = [];
  while (!ends.includes(0)) {
    const next = Array.from({ length: AT_ONCE }, (_, index) => String(ends.length + index + FIRST));
    ends.push(...(await Promise.all(next.map(runWithDeath))));
  }
  // The first that was never reached: all before it were, and none after it.
  const reached = ends.indexOf(0);
  expect(reached).toBeGreaterThan(8);
  expect(ends.slice(reached).filter((end) => end === null)).toEqual([]);
  expect(await runWithDeath('answer')).toBeNull();
  const reports = await checkLedgers(engine.app, new Date());
  expect(reports.map(({ differences }) => differences)).toEqual([0, 0, 0, 0]);
}, 900_000);
