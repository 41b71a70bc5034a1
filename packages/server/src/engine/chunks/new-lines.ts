import { charactersOver, countCharacters } from '@voiceloom/text';
import { inBatches } from '../../db/batches.ts';
import type { Db } from '../../db/index.ts';
import { toStorableJson } from '../../db/storable.ts';
import { lineErrorFields } from '../../errors.ts';
import { type LoadedChunk, MAX_RUN_LINES, NodeFailure, type Settlement, TOO_MANY_LINES } from '../model.ts';
import type { NewRunEvent } from '../runs/events.ts';
import { addToLocales, type RunCounters, takeLineNumbers } from '../runs/row.ts';

/**
 * Inserts the lines that a group of results created. Results count once, so their lines are inserted in the same
 * transaction. They leave the chunk together with the original lines. The caller holds the run's row lock, and adds the
 * counters to the run.
 */
export async function insertNewLines(
  tx: Db,
  chunk: LoadedChunk,
  newResults: readonly Settlement[],
): Promise<{ counters: RunCounters; events: NewRunEvent[] }> {
  const { run, node } = chunk;
  const newLines = newResults.flatMap(({ work, outcome }) =>
    (outcome.lines ?? []).map((line) => ({ ...line, original: work.line })),
  );
  if (newLines.length === 0) return { counters: {}, events: [] };
  const firstLineNo = await takeLineNumbers(tx, run.id, newLines.length);
  if (firstLineNo + newLines.length > MAX_RUN_LINES)
    throw new NodeFailure('too_many_lines', TOO_MANY_LINES, [
      { field: 'target_languages', message: TOO_MANY_LINES },
    ]);
  const rows = newLines.map(({ original, error, translation, ...newLine }, index) => ({
    ...newLine,
    run_id: run.id,
    no: firstLineNo + index,
    node_id: node.id,
    source_no: original.no,
    origin_chunk_id: chunk.id,
    source_line_id: original.line_id,
    line_index: original.line_index,
    character_name: original.character_name,
    max_duration_ms: original.max_duration_ms,
    max_characters: original.max_characters,
    start_ms: original.start_ms,
    notes: original.notes,
    direction: original.direction,
    controls: original.controls && toStorableJson(original.controls),
    characters: countCharacters(newLine.script),
    characters_over: charactersOver({ ...newLine, max_characters: original.max_characters }),
    status: error ? 'failed' : 'active',
    // Its one open path is at this node; it leaves with the chunk.
    open_tokens: error ? 0 : 1,
    error: error ? toStorableJson(error) : null,
    translation: translation ? toStorableJson(translation) : null,
  }));
  for (const batch of inBatches(rows, 1_000)) await tx.insertInto('run_line').values(batch).execute();
  const byLocale = Map.groupBy(newLines, (line) => line.locale_code);
  const locales = Array.from(byLocale, ([locale_code, localeLines]) => ({
    locale_code,
    lines: localeLines.length,
    finished_lines: localeLines.filter((line) => line.error).length,
  }));
  await addToLocales(tx, run.id, locales);
  const events: NewRunEvent[] = [];
  for (const { line_id, locale_code, original, error } of newLines) {
    if (!error) continue;
    const { code, message } = error;
    const fields = lineErrorFields({ code, message, node_id: node.id, details: [] });
    const { line_index } = original;
    events.push({
      type: 'line.failed',
      data: { line_id, line_index, locale_code, node_id: node.id, ...fields },
    });
  }
  return { counters: { lines_total: newLines.length, lines_failed: events.length }, events };
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
      chunk.items.map(([lineNo]) => lineNo),
    )
    .where('origin_chunk_id', '=', chunk.id)
    .where('status', '=', 'active')
    .orderBy('no')
    .execute();
  return rows.map((row) => row.no);
}
