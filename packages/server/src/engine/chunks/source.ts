import { charactersOver, countCharacters } from '@voiceloom/text';
import { sql } from 'kysely';
import { inBatches } from '../../db/batches.ts';
import type { Db } from '../../db/index.ts';
import type { TokenItem } from '../../db/rows.ts';
import { storable } from '../../db/storable.ts';
import { together } from '../../db/together.ts';
import type { EngineApp } from '../engine-app.ts';
import { type LoadedChunk, NodeFailure } from '../model.ts';
import type { SourceLine, SourceRead } from '../node-types.ts';
import { discardAudio } from '../nodes/index.ts';
import { type PlanEdge, weightOf } from '../plan.ts';
import { addToLocales, lockRun, takeLineNumbers } from '../runs/row.ts';
import { follow, lineKey } from '../sources/script-lines.ts';
import { duplicateAcrossSources, findSourceRanges, offsetOf } from '../sources/source-places.ts';
import { chunkSize, translatorChunkSize } from './chunk-size.ts';
import { type Arrival, insertArrivals } from './dispatch.ts';
import {
  advanceRun,
  closeSteps,
  countersOfDoneChunk,
  markChunkDone,
  planChunks,
  updateStep,
} from './finish.ts';

/**
 * Completes a source once. Removes stored audio for lines that another attempt inserted or that no attempt
 * will insert.
 */
export async function finishSource(app: EngineApp, chunk: LoadedChunk, read: SourceRead): Promise<void> {
  try {
    if (!(await enterSource(app, chunk, read))) await discardAudio(app, read.lines);
  } catch (error) {
    // If the database is unavailable, it is unknown whether the objects are in use.
    if (error instanceof NodeFailure) await discardAudio(app, read.lines);
    throw error;
  }
}

/**
 * Inserts the lines and plans their first chunks in one transaction. Returns false if another attempt already
 * did.
 */
function enterSource(app: EngineApp, chunk: LoadedChunk, read: SourceRead): Promise<boolean> {
  const now = app.clock();
  return app.db.transaction().execute(async (tx) => {
    const run = await lockRun(tx, chunk.run.id);
    const done = run.status === 'running' && (await markChunkDone(tx, chunk.id));
    if (!done) return false;
    const edges = [...chunk.node.ports.values()].flat();
    const lines = await afterOtherSources(tx, chunk, read.lines);
    const first = await insertLines(tx, chunk, { lines, edges });
    const recorded = await insertRecordings(tx, chunk, { lines, first, now });
    const arrivals = arrivalsOf(app, chunk, { lines, first, edges });
    for (const arrival of arrivals) if (arrival.node.joins) await insertArrivals(tx, chunk.run.id, arrival);
    const lines_dropped = edges.length > 0 ? 0 : lines.length;
    const locales = Map.groupBy(lines, (line) => line.locale_code);
    const added = Array.from(locales, ([locale_code, { length }]) => ({
      locale_code,
      lines: length,
      finished_lines: lines_dropped > 0 ? length : 0,
    }));
    const [made] = await together([
      planChunks(app, tx, run, arrivals),
      addToLocales(tx, chunk.run.id, added),
      countRead(tx, chunk, read, now),
    ]);
    const counters = {
      ...countersOfDoneChunk(made.length),
      lines_total: lines.length,
      lines_dropped,
      total_steps: recorded + lines.length * weightOf(chunk.run.plan, edges),
      finished_steps: recorded,
    };
    const events = await closeSteps(tx, chunk.run, chunk.node, now);
    const first_audio_at = recorded > 0 ? now : undefined;
    await advanceRun(app, tx, run, { counters, events, first_audio_at, now });
    return true;
  });
}

/**
 * Lines of a further source follow the existing ones. If both sources use the same line id, the run fails.
 */
async function afterOtherSources(tx: Db, chunk: LoadedChunk, read: SourceLine[]): Promise<SourceLine[]> {
  if (chunk.run.plan.sources.length < 2) return read;
  const taken = await findSourceRanges(tx, chunk.run.id);
  const earlier = await findSourceRanges(tx, chunk.run.retry_of);
  const lines = follow(read, offsetOf({ node_id: chunk.node.id, lines: read, taken, earlier }));
  const same = await tx
    .selectFrom('run_line')
    .select(['line_id', 'locale_code'])
    .where('run_id', '=', chunk.run.id)
    .where(sql<boolean>`line_id = any(${lines.map((line) => line.line_id)}::text[])`)
    .execute();
  const known = new Set(same.map(lineKey));
  const double = lines.find((line) => known.has(lineKey(line)));
  if (!double) return lines;
  const message = duplicateAcrossSources(double);
  throw new NodeFailure('duplicate_line_id', message, [{ field: `lines.${double.line_id}`, message }]);
}

/** Continues the line numbers of earlier sources; returns the first new number. */
async function insertLines(
  tx: Db,
  chunk: LoadedChunk,
  { lines, edges }: { lines: SourceLine[]; edges: PlanEdge[] },
): Promise<number> {
  const first = await takeLineNumbers(tx, chunk.run.id, lines.length);
  const rows = lines.map(({ audio: _audio, ...line }, index) => ({
    run_id: chunk.run.id,
    no: first + index,
    node_id: chunk.node.id,
    ...line,
    markup: line.markup && storable(line.markup),
    controls: line.controls && storable(line.controls),
    characters: countCharacters(line.script),
    characters_over: charactersOver(line),
    status: edges.length > 0 ? 'active' : 'dropped',
    open_tokens: edges.length,
  }));
  for (const batch of inBatches(rows, 1_000)) await tx.insertInto('run_line').values(batch).execute();
  return first;
}

function arrivalsOf(
  app: Pick<EngineApp, 'config'>,
  chunk: LoadedChunk,
  { lines, first, edges }: { lines: SourceLine[]; first: number; edges: PlanEdge[] },
): Arrival[] {
  const small = chunkSize(app, lines.length);
  const items = lines.map(({ audio }, index): TokenItem => [first + index, audio?.id ?? '']);
  return edges.flatMap((edge) => {
    const node = chunk.run.plan.nodes.get(edge.target);
    const size = node?.fan_out === undefined ? small : translatorChunkSize(app, node);
    return node && items.length > 0 ? [{ node, iteration: chunk.iteration, items, size }] : [];
  });
}

/** The source's own step: one visit, the number of lines, and how its files were read. */
async function countRead(
  tx: Db,
  chunk: LoadedChunk,
  { lines: { length: lines }, readings }: SourceRead,
  now: Date,
): Promise<void> {
  await updateStep(tx, chunk)
    .set({
      total: lines,
      done: lines,
      passed: lines,
      open_chunks: sql`open_chunks - 1`,
      started_at: sql<Date>`coalesce(started_at, ${now})`,
      readings: readings ? storable(readings) : null,
    })
    .execute();
}

/**
 * Inserts the recordings of the lines as their takes, and the visits of the lines at the source. No provider made these
 * takes, so they do not count as spoken. Returns the number of visits.
 */
async function insertRecordings(
  tx: Db,
  chunk: LoadedChunk,
  { lines, first, now }: { lines: SourceLine[]; first: number; now: Date },
): Promise<number> {
  const place = { run_id: chunk.run.id, node_id: chunk.node.id, iteration: chunk.iteration };
  const common = { ...place, input_id: '', port: 'audio', created_at: now };
  const attempts = lines.flatMap(({ audio }, index) =>
    audio ? [{ ...common, line_no: first + index, output_id: audio.id }] : [],
  );
  const made = lines.flatMap(({ audio }) => audio?.made ?? []);
  for (const audio of inBatches(made, 500)) await tx.insertInto('audio').values(audio).execute();
  for (const rows of inBatches(attempts, 1_000)) await tx.insertInto('attempt').values(rows).execute();
  return attempts.length;
}
