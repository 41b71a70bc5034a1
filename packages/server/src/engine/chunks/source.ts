import { charactersOver, countCharacters } from '@voiceloom/text';
import { sql } from 'kysely';
import { inBatches } from '../../db/batches.ts';
import type { Db, NewRow } from '../../db/index.ts';
import type { ChunkItem } from '../../db/rows.ts';
import { toStorableJson } from '../../db/storable.ts';
import { together } from '../../db/together.ts';
import type { EngineApp } from '../engine-app.ts';
import { type LoadedChunk, type NewAudio, NodeFailure } from '../model.ts';
import type { SourceLine, SourceRead } from '../node-types.ts';
import { discardAudio } from '../nodes/index.ts';
import { type PlanEdge, sumPlannedVisits } from '../plan.ts';
import { addToLocales, lockRun, takeLineNumbers } from '../runs/row.ts';
import { lineKey, shiftLines } from '../sources/script-lines.ts';
import { describeDuplicate, findOffset, findSourceRanges } from '../sources/source-places.ts';
import { advanceRun } from './advance.ts';
import { countDoneChunk, markChunkDone } from './complete.ts';
import { type Arrival, insertArrivals } from './dispatch.ts';
import { computeChunkSize, planChunks } from './enqueue.ts';
import { closeSteps, updateStep } from './progress.ts';

/**
 * Completes a source once. Removes stored audio for lines that another attempt inserted or that no attempt
 * will insert.
 */
export async function finishSource(
  app: EngineApp,
  chunk: LoadedChunk,
  sourceRead: SourceRead,
): Promise<void> {
  try {
    if (!(await insertSource(app, chunk, sourceRead))) await discardAudio(app, sourceRead.lines);
  } catch (error) {
    // If the database is unavailable, it is unknown whether the objects are in use.
    if (error instanceof NodeFailure) await discardAudio(app, sourceRead.lines);
    throw error;
  }
}

/**
 * Inserts the lines and plans their first chunks in one transaction. Returns false if another attempt already
 * did.
 */
function insertSource(app: EngineApp, chunk: LoadedChunk, sourceRead: SourceRead): Promise<boolean> {
  const now = app.clock();
  return app.db.transaction().execute(async (tx) => {
    const run = await lockRun(tx, chunk.run.id);
    const isDone = run.status === 'running' && (await markChunkDone(tx, chunk.id));
    if (!isDone) return false;
    const edges = [...chunk.node.ports.values()].flat();
    const lines = await placeAfterOtherSources(tx, chunk, sourceRead.lines);
    // Continues the line numbers of earlier sources.
    const firstLineNo = await takeLineNumbers(tx, chunk.run.id, lines.length);
    const rows = lines.map(({ audio: _audio, ...line }, index) => ({
      run_id: chunk.run.id,
      no: firstLineNo + index,
      node_id: chunk.node.id,
      ...line,
      markup: line.markup && toStorableJson(line.markup),
      controls: line.controls && toStorableJson(line.controls),
      characters: countCharacters(line.script),
      characters_over: charactersOver(line),
      status: edges.length > 0 ? 'active' : 'dropped',
      open_tokens: edges.length,
    }));
    for (const batch of inBatches(rows, 1_000)) await tx.insertInto('run_line').values(batch).execute();
    const recordingCount = await insertRecordings(tx, chunk, { lines, firstLineNo, now });
    const arrivals = createArrivals(app, chunk, { lines, firstLineNo, edges });
    for (const arrival of arrivals)
      if (arrival.node.has_several_paths) await insertArrivals(tx, chunk.run.id, arrival);
    const lines_dropped = edges.length > 0 ? 0 : lines.length;
    const byLocale = Map.groupBy(lines, (line) => line.locale_code);
    const locales = Array.from(byLocale, ([locale_code, { length }]) => ({
      locale_code,
      lines: length,
      finished_lines: lines_dropped > 0 ? length : 0,
    }));
    // The source's own step: one visit, the number of lines, and how its files were read.
    const countStep = updateStep(tx, chunk).set({
      total: sourceRead.lines.length,
      done: sourceRead.lines.length,
      passed: sourceRead.lines.length,
      open_chunks: sql`open_chunks - 1`,
      started_at: sql<Date>`coalesce(started_at, ${now})`,
      readings: sourceRead.readings ? toStorableJson(sourceRead.readings) : null,
    });
    const [newChunks] = await together([
      planChunks(app, tx, run, arrivals),
      addToLocales(tx, chunk.run.id, locales),
      countStep.execute(),
    ]);
    const counters = {
      ...countDoneChunk(newChunks.length),
      lines_total: lines.length,
      lines_dropped,
      total_steps: recordingCount + lines.length * sumPlannedVisits(chunk.run.plan, edges),
      finished_steps: recordingCount,
    };
    const events = await closeSteps(tx, chunk.run, chunk.node, now);
    const first_audio_at = recordingCount > 0 ? now : undefined;
    await advanceRun(app, tx, run, { counters, events, first_audio_at, now });
    return true;
  });
}

/**
 * Lines of a further source follow the existing ones. If both sources use the same line id, the run fails.
 */
async function placeAfterOtherSources(
  tx: Db,
  chunk: LoadedChunk,
  newLines: SourceLine[],
): Promise<SourceLine[]> {
  if (chunk.run.plan.sources.length < 2) return newLines;
  const otherRanges = await findSourceRanges(tx, chunk.run.id);
  const earlierRanges = await findSourceRanges(tx, chunk.run.retry_of);
  const lines = shiftLines(
    newLines,
    findOffset({
      node_id: chunk.node.id,
      lines: newLines,
      otherRanges: otherRanges,
      earlierRanges: earlierRanges,
    }),
  );
  const rows = await tx
    .selectFrom('run_line')
    .select(['line_id', 'locale_code'])
    .where('run_id', '=', chunk.run.id)
    .where(sql<boolean>`line_id = any(${lines.map((line) => line.line_id)}::text[])`)
    .execute();
  const keys = new Set(rows.map(lineKey));
  const duplicate = lines.find((line) => keys.has(lineKey(line)));
  if (!duplicate) return lines;
  const message = describeDuplicate(duplicate);
  throw new NodeFailure('duplicate_line_id', message, [{ field: `lines.${duplicate.line_id}`, message }]);
}

/** The arrivals of all lines, with their recordings if they have any, at each node that an edge leads to. */
function createArrivals(
  app: Pick<EngineApp, 'config'>,
  { run, iteration }: LoadedChunk,
  { lines, firstLineNo, edges }: { lines: SourceLine[]; firstLineNo: number; edges: PlanEdge[] },
): Arrival[] {
  if (lines.length === 0) return [];
  const items = lines.map(({ audio }, index): ChunkItem => [firstLineNo + index, audio?.id ?? '']);
  const arrivals: Arrival[] = [];
  for (const { target } of edges) {
    const node = run.plan.nodes.get(target);
    if (node) arrivals.push({ node, iteration, items, size: computeChunkSize(app, node, items.length) });
  }
  return arrivals;
}

/**
 * Inserts the recordings of the lines as their takes, and the visits of the lines at the source. No provider made these
 * takes, so they do not count as spoken. Returns the number of visits.
 */
async function insertRecordings(
  tx: Db,
  chunk: LoadedChunk,
  { lines, firstLineNo, now }: { lines: SourceLine[]; firstLineNo: number; now: Date },
): Promise<number> {
  const visit = { run_id: chunk.run.id, node_id: chunk.node.id, iteration: chunk.iteration };
  const attempts: NewRow<'attempt'>[] = [];
  const newAudio: NewAudio[] = [];
  for (const [index, { audio }] of lines.entries()) {
    if (!audio) continue;
    const line_no = firstLineNo + index;
    attempts.push({ ...visit, line_no, input_id: '', port: 'audio', output_id: audio.id, created_at: now });
    if (audio.row) newAudio.push(audio.row);
  }
  for (const audio of inBatches(newAudio, 500)) await tx.insertInto('audio').values(audio).execute();
  for (const rows of inBatches(attempts, 1_000)) await tx.insertInto('attempt').values(rows).execute();
  return attempts.length;
}
