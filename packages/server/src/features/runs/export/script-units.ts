import type { ScriptUnit, UnitMarkup } from '@voiceloom/text';
import { sql } from 'kysely';
import type { Db } from '../../../db/index.ts';

/** A locale of lines, and the locale of their translation, or null. */
export interface LocalePair {
  source: string;
  target: string | null;
}

/** The first line of a row is its source: the script's own before translations, in insertion order. */
const SOURCE_FIRST = sql`source_line_id is not null, no`;

/** The locale pairs of a run's lines, in a stable order. Empty = the run has no lines. */
export async function findLocalePairs(db: Db, runId: string): Promise<LocalePair[]> {
  const { rows } = await sql<LocalePair>`
    select distinct script_row.locales[1] as source, translation.target
    from (
      select array_remove(
        (array_agg(source_locale_code order by ${SOURCE_FIRST}))[1:1], null
      ) || array_agg(locale_code order by ${SOURCE_FIRST}) as locales
      from run_line where run_id = ${runId} group by line_index
    ) as script_row
    left join lateral unnest(script_row.locales[2:]) as translation (target) on true
    order by source, target nulls first`.execute(db);
  return rows;
}

interface UnitLine {
  line_id: string;
  line_index: number;
  locale_code: string;
  script: string;
  character_name: string | null;
  max_duration_ms: number | null;
  notes: string | null;
  direction: string | null;
  is_pseudo: boolean;
  source_script: string | null;
  source_locale_code: string | null;
  markup: UnitMarkup | null;
  place: number;
}

const BATCH_ROWS = 200;

/** The next script rows, each with its source and its translations into `language` or all languages. */
async function findUnitLines(
  db: Db,
  { run_id, language, after }: { run_id: string; language: string | null; after: number },
): Promise<UnitLine[]> {
  const { rows } = await sql<UnitLine>`
    select * from (
      select line_id, line_index, locale_code, script, character_name, max_duration_ms, notes, direction,
        source_script, source_locale_code, markup,
        coalesce(translation ->> 'kind' = 'pseudo', false) as is_pseudo,
        row_number() over (partition by line_index order by ${SOURCE_FIRST})::int as place
      from run_line
      where run_id = ${run_id} and line_index in (
        select distinct line_index from run_line
        where run_id = ${run_id} and line_index > ${after} order by line_index limit ${BATCH_ROWS}
      )
    ) as line
    where place = 1 or ${language}::text is null or locale_code = ${language}
    order by line_index, place`.execute(db);
  return rows;
}

/** A script row: its source and translations. */
export interface ScriptRow {
  source: UnitLine;
  /** Whether the source is a line of the run, or only the original text of a translation. */
  has_source_line: boolean;
  targets: UnitLine[];
}

/** The script of a run row by row. Holds no connection in between; an ended run does not change. */
export async function* scriptRows(
  db: Db,
  wanted: { run_id: string; language: string | null },
): AsyncGenerator<ScriptRow> {
  let after = -1;
  for (;;) {
    const lines = await findUnitLines(db, { ...wanted, after });
    const last = lines.at(-1);
    if (last === undefined) return;
    for (const [first, ...others] of Map.groupBy(lines, (line) => line.line_index).values()) {
      if (first) yield rowOf(first, { others, language: wanted.language });
    }
    after = last.line_index;
  }
}

/** The first line of a row is its source, or contains the source text from the file. */
function rowOf(
  first: UnitLine,
  { others, language }: { others: UnitLine[]; language: string | null },
): ScriptRow {
  const { source_script: script, source_locale_code: locale_code } = first;
  if (script === null || locale_code === null) {
    return { source: first, has_source_line: true, targets: others };
  }
  const targets = [first, ...others].filter((line) => language === null || line.locale_code === language);
  const source = { ...first, script, locale_code, is_pseudo: false };
  return { source, has_source_line: false, targets };
}

export function unitOf(source: UnitLine, target: UnitLine | null): ScriptUnit {
  const { character_name, max_duration_ms, notes, direction } = target ?? source;
  return { source, target, character_name, max_duration_ms, notes, direction };
}
