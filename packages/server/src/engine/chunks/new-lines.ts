import { charactersOver, countCharacters } from '@voiceloom/text';
import { inBatches } from '../../db/batches.ts';
import type { Db } from '../../db/index.ts';
import type { LineFailure } from '../../db/rows.ts';
import { storable } from '../../db/storable.ts';
import { lineErrorFields } from '../../errors.ts';
import {
  type LineWork,
  type LoadedChunk,
  MAX_RUN_LINES,
  type NewLine,
  NodeFailure,
  type Settlement,
  TOO_MANY_LINES,
} from '../model.ts';
import type { NewRunEvent } from '../runs/events.ts';
import { addToLocales, type RunCounters, takeLineNumbers } from '../runs/row.ts';

interface Born extends NewLine {
  of: LineWork;
  no: number;
}

/**
 * Inserts the lines that a group of results created. Results count once, so their lines are inserted in the same
 * transaction. They leave the chunk together with the original lines. The caller holds the run's row lock, and adds the
 * counters to the run.
 */
export async function insertNewLines(
  tx: Db,
  chunk: LoadedChunk,
  fresh: readonly Settlement[],
): Promise<{ counters: RunCounters; events: NewRunEvent[] }> {
  const wanted = fresh.flatMap(({ work, outcome }) =>
    (outcome.lines ?? []).map((line) => ({ ...line, of: work })),
  );
  if (wanted.length === 0) return { counters: {}, events: [] };
  const first = await takeNumbers(tx, chunk, wanted.length);
  const born = wanted.map((line, index): Born => ({ ...line, no: first + index }));
  await insertLines(tx, chunk, born);
  const locales = Map.groupBy(born, (line) => line.locale_code);
  const added = Array.from(locales, ([locale_code, own]) => ({
    locale_code,
    lines: own.length,
    finished_lines: own.filter((line) => line.error).length,
  }));
  await addToLocales(tx, chunk.run.id, added);
  const events = born.flatMap((line) => (line.error ? [failedEvent(chunk, line, line.error)] : []));
  return { counters: { lines_total: born.length, lines_failed: events.length }, events };
}

async function takeNumbers(tx: Db, chunk: LoadedChunk, count: number): Promise<number> {
  const first = await takeLineNumbers(tx, chunk.run.id, count);
  if (first + count <= MAX_RUN_LINES) return first;
  const message = TOO_MANY_LINES;
  throw new NodeFailure('too_many_lines', message, [{ field: 'target_languages', message }]);
}

async function insertLines(tx: Db, chunk: LoadedChunk, born: readonly Born[]): Promise<void> {
  const rows = born.map(({ of: { line }, no, error, translation, ...own }) => ({
    ...own,
    run_id: chunk.run.id,
    no,
    node_id: chunk.node.id,
    source_no: line.no,
    origin_chunk_id: chunk.id,
    source_line_id: line.line_id,
    line_index: line.line_index,
    character_name: line.character_name,
    max_duration_ms: line.max_duration_ms,
    max_characters: line.max_characters,
    start_ms: line.start_ms,
    notes: line.notes,
    direction: line.direction,
    controls: line.controls && storable(line.controls),
    characters: countCharacters(own.script),
    characters_over: charactersOver({ ...own, max_characters: line.max_characters }),
    status: error ? 'failed' : 'active',
    // Its one open path is at this node; it leaves with the chunk.
    open_tokens: error ? 0 : 1,
    error: error ? storable(error) : null,
    translation: translation ? storable(translation) : null,
  }));
  for (const batch of inBatches(rows, 1_000)) await tx.insertInto('run_line').values(batch).execute();
}

function failedEvent({ node }: LoadedChunk, line: Born, { code, message }: LineFailure): NewRunEvent {
  const { line_id, locale_code } = line;
  const { line_index } = line.of.line;
  const error = lineErrorFields({ code, message, node_id: node.id, details: [] });
  return { type: 'line.failed', data: { line_id, line_index, locale_code, node_id: node.id, ...error } };
}

/** The lines that the chunk created and that can continue. */
export async function findNewLines(tx: Db, chunk: LoadedChunk): Promise<number[]> {
  if (chunk.node.fan_out === undefined) return [];
  const rows = await tx
    .selectFrom('run_line')
    .select('no')
    .where('run_id', '=', chunk.run.id)
    .where(
      'source_no',
      'in',
      chunk.items.map((item) => item[0]),
    )
    .where('origin_chunk_id', '=', chunk.id)
    .where('status', '=', 'active')
    .orderBy('no')
    .execute();
  return rows.map((row) => row.no);
}
