import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { loadChunk, loadLines } from '../../src/engine/chunks/load.ts';
import { createSettler } from '../../src/engine/chunks/settler.ts';
import { ChunkGone, type LoadedChunk, type Settlement } from '../../src/engine/model.ts';
import { operatorGenerator } from '../../src/engine/nodes/generator/generator.ts';
import { createCommitTurns } from '../../src/engine/runs/commit-turns.ts';
import { numberedLines, shortPipeline } from '../support/definitions.ts';
import { auditRun, type Engine, runRow, startEngine } from '../support/engine.ts';
import { scriptedSpeech } from '../support/fake-speech.ts';
import { handleChunk } from '../support/run-job.ts';

/* Chunks of a run that one process handles at the same time share their commits, and nothing else. */
const LINES = 8;

let engine: Engine;
beforeAll(async () => {
  const settings = { concurrency: 2, lines_per_chunk: LINES / 2 };
  engine = await startEngine({ speech: scriptedSpeech(), worker: false, settings });
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => engine.close());

interface Work {
  chunk: LoadedChunk;
  results: Settlement[];
}

const queued = async (runId: string): Promise<string[]> => {
  const chunks = engine.app.db.selectFrom('run_chunk').select('id').where('run_id', '=', runId);
  const rows = await chunks.where('status', '=', 'queued').orderBy('seq').execute();
  return rows.map(({ id }) => id);
};

const signal = new AbortController().signal;
const handle = (run_id: string, chunk_id = '') =>
  handleChunk(engine.app, { chunk_id, run_id, tries: 1, signal });

/** A run with two waiting chunks of the generator. */
async function twoChunks(): Promise<{ run_id: string; chunks: [string, string] }> {
  const owner = await engine.owner(1_000);
  const run_id = await engine.start(owner, shortPipeline({ text: numberedLines(LINES, randomUUID()) }));
  await handle(run_id, (await queued(run_id))[0]);
  const [first = '', second = '', ...others] = await queued(run_id);
  expect(others).toEqual([]);
  return { run_id, chunks: [first, second] };
}

/** Speaks the lines of a chunk, as a worker does before it commits them. */
async function speak(chunk_id: string): Promise<Work> {
  const { app } = engine;
  const chunk = await loadChunk(app.db, chunk_id);
  if (!chunk) throw new Error('The chunk is gone.');
  const { run, node, iteration, items } = chunk;
  const numbers = items.map(([no]) => no);
  const lines = await loadLines(app.db, run.id, numbers);
  const works = [...lines.values()].map((line) => ({ line, input_id: '', input: undefined }));
  const speakLine = await operatorGenerator.open({ app, run, node, chunk_id, iteration, works, signal });
  const results = works.map(async (work) => ({ work, outcome: await speakLine(work) }));
  return { chunk, results: await Promise.all(results) };
}

/** Commits the results of all chunks together. Returns the outcomes in the same order. */
async function commit(...works: Work[]): Promise<unknown[]> {
  const turns = createCommitTurns();
  const settlers = works.map(({ chunk }) => createSettler(engine.app, chunk, { commitTurns: turns }));
  for (const [index, { results }] of works.entries())
    for (const result of results) await settlers[index]?.add(result);
  const ends = await Promise.allSettled(settlers.map((settler) => settler.finish()));
  return ends.map((end) => (end.status === 'rejected' ? end.reason : 'done'));
}

/** How many of the objects of these results are stored. */
async function storedCount({ results }: Work): Promise<number> {
  const { keys } = await engine.app.storage.list('');
  return results.filter(({ outcome }) => keys.includes(outcome.audio?.object_key ?? '')).length;
}

/** Handles the rest of the run and audits it. */
async function finishRun(run_id: string): Promise<void> {
  for (let [next] = await queued(run_id); next; [next] = await queued(run_id)) await handle(run_id, next);
  const ended = { status: 'completed', lines_delivered: LINES, credits: LINES, hold: 0, open_chunks: 0 };
  expect(await runRow(engine.app, run_id)).toMatchObject(ended);
  const chunks = engine.app.db.selectFrom('run_chunk').select('seq').where('run_id', '=', run_id);
  const numbers = (await chunks.execute()).map(({ seq }) => seq);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(await auditRun(engine.app, run_id)).toEqual([]);
}

test('chunks that end together commit in one transaction, and number the next chunks consecutively', async () => {
  const { run_id, chunks } = await twoChunks();
  const works = [await speak(chunks[0]), await speak(chunks[1])];
  const transactions = vi.spyOn(engine.app.db, 'transaction');
  expect(await commit(...works)).toEqual(['done', 'done']);
  expect(transactions).toHaveBeenCalledTimes(1);
  await finishRun(run_id);
});

test('a chunk that another worker has ended does not affect the others, and only its own audio is deleted', async () => {
  const { run_id, chunks } = await twoChunks();
  const [ended, late, other] = [await speak(chunks[0]), await speak(chunks[0]), await speak(chunks[1])];
  expect(await commit(ended)).toEqual(['done']);
  expect(await commit(late, other)).toEqual([expect.any(ChunkGone), 'done']);
  expect(await Promise.all([ended, late, other].map(storedCount))).toEqual([LINES / 2, 0, LINES / 2]);
  await finishRun(run_id);
});

test.each([
  ['ECONNRESET', 'the connection breaks after the commit'],
  ['57014', 'the commit ends by a timeout that comes too late'],
])('results are committed once if %s: %s', async (code) => {
  const { run_id, chunks } = await twoChunks();
  const works = [await speak(chunks[0]), await speak(chunks[1])];
  const { db } = engine.app;
  const begin = db.transaction.bind(db);
  const execute = async (work: Parameters<ReturnType<typeof begin>['execute']>[0]) => {
    await begin().execute(work);
    throw Object.assign(new Error('The answer was lost.'), { code });
  };
  vi.spyOn(db, 'transaction').mockImplementationOnce(() => Object.assign(begin(), { execute }));
  expect(await commit(...works)).toEqual([expect.any(ChunkGone), expect.any(ChunkGone)]);
  expect(await Promise.all(works.map(storedCount))).toEqual([LINES / 2, LINES / 2]);
  await finishRun(run_id);
});

test('a chunk whose commits always time out does not fail the others', async () => {
  const { run_id, chunks } = await twoChunks();
  const works = [await speak(chunks[0]), await speak(chunks[1])];
  await sql`
    create function time_out() returns trigger language plpgsql as $$
    begin raise 'too slow' using errcode = '57014'; end $$`.execute(engine.app.db);
  await sql`
    create trigger time_out before update on run_chunk for each row
    when (new.id = ${sql.lit(chunks[0])} and new.status = 'done') execute function time_out()`.execute(
    engine.app.db,
  );
  const busy = expect.objectContaining({ code: '57014' });
  expect(await commit(...works)).toEqual([busy, 'done']);
  await sql`drop function time_out() cascade`.execute(engine.app.db);
  await finishRun(run_id);
}, 60_000);
