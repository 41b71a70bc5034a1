import { Readable } from 'node:stream';
import { type DownloadLink, LocaleCode, type RunScriptQuery } from '@voiceloom/contract';
import {
  type ScriptUnit,
  type UnitMarkup,
  writeScriptCsv,
  writeXliff12,
  writeXliff20,
} from '@voiceloom/text';
import { sql } from 'kysely';
import { z } from 'zod';
import type { App } from '../../../app.ts';
import type { Db, Row } from '../../../db/index.ts';
import { ApiError, invalid, notFound } from '../../../errors.ts';
import { inPieces } from '../../../export/files.ts';
import { readLink, signLink } from '../links.ts';
import { getRun, type RunRef, type RunRow } from '../queries.ts';
import { hasEnded } from '../view.ts';
import { toFileStem } from './downloads.ts';

const Claims = z.object({
  workspace_id: z.string(),
  workflow_id: z.string(),
  run_id: z.string(),
  format: z.enum(['csv', 'xliff-1.2', 'xliff-2.0']),
  language: LocaleCode.nullable(),
});

type ScriptRequest = RunScriptQuery & { runRef: RunRef };

/** A signed URL for the script of a run. The file is created when it is read. */
export async function getScriptLink(
  app: Pick<App, 'db' | 'signingSecret' | 'baseUrl'>,
  request: ScriptRequest,
  now: Date,
): Promise<DownloadLink> {
  const { filename } = await findScript(app, request);
  const { runRef, format, language = null } = request;
  const claims: z.input<typeof Claims> = { ...runRef, format, language };
  return { ...signLink(app, { purpose: 'script', claims, now }), filename };
}

/** The ended run, the name of the file, and the locale pairs of its script; none for csv. */
async function findScript(
  { db }: Pick<App, 'db'>,
  { runRef, format, language }: ScriptRequest,
): Promise<{ run: RunRow; pairs: LocalePair[]; filename: string }> {
  const run = await getRun(db, runRef);
  if (!hasEnded(run)) {
    throw new ApiError('CONFLICT', `The run is ${run.status}. Its script is available once it has ended.`);
  }
  // The locales of a script row: that of its source, then those of its lines, in a stable order. If the first line is a
  // translation from the script file, it names the locale of its source; otherwise, it is the source itself.
  const { rows: localePairs } = await sql<LocalePair>`
    select distinct script_row.locales[1] as source, translation.target
    from (
      select array_remove(
        (array_agg(source_locale_code order by ${SOURCE_FIRST}))[1:1], null
      ) || array_agg(locale_code order by ${SOURCE_FIRST}) as locales
      from run_line where run_id = ${run.id} group by line_index
    ) as script_row
    left join lateral unnest(script_row.locales[2:]) as translation (target) on true
    order by source, target nulls first`.execute(db);
  if (localePairs.length === 0) throw notFound('script');
  const names = [run.workflow_name, `run-${run.run_number}`, language ?? ''];
  const stem = names.map(toFileStem).filter(Boolean).join('-');
  if (format === 'csv') return { run, pairs: [], filename: `${stem}.csv` };
  const pairs = selectPairs(localePairs, { format, language });
  return { run, pairs, filename: `${stem}.xliff` };
}

/** Opens the target of a signed URL. Loads the run again, because it may have been deleted since then. */
export async function openScript(
  app: Pick<App, 'db' | 'signingSecret' | 'clock'>,
  ticket: string,
): Promise<{ filename: string; content_type: string; stream: Readable }> {
  const { format, language, ...runRef } = Claims.parse(readLink(app, 'script', ticket));
  const request = { runRef, format, language: language ?? undefined };
  const { run, pairs, filename } = await findScript(app, request);
  const name = `${run.workflow_name} ${run.run_number}`;
  const { rows } = await sql<{ name: string }>`
    select distinct jsonb_object_keys(controls) as name from run_line
    where run_id = ${run.id} and controls is not null order by name limit ${MAX_CONTROLS}`.execute(app.db);
  const controls = rows.map(({ name }) => name);
  const text = scriptText(app.db, { run_id: run.id, name, format, language, pairs, controls });
  const content_type = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/xliff+xml; charset=utf-8';
  return { filename, content_type, stream: Readable.from(text, { objectMode: false }) };
}

/** The locale pairs of a file. XLIFF 2.0 supports only one pair, which must be unambiguous. */
function selectPairs(
  pairs: readonly LocalePair[],
  { format, language }: Pick<RunScriptQuery, 'format' | 'language'>,
): LocalePair[] {
  const parts: LocalePair[] = [];
  for (const source of new Set(pairs.map((pair) => pair.source))) {
    if (language !== undefined) {
      if (source !== language) parts.push({ source, target: language });
      continue;
    }
    const targets = pairs.filter((pair) => pair.source === source && pair.target !== source);
    const translations = targets.filter(({ target }) => target !== null);
    // A source locale is written once for each target locale, including its untranslated lines.
    if (translations.length === 0) parts.push({ source, target: null });
    else parts.push(...translations);
  }
  // The script has only lines in this language, so none is a translation into it.
  if (language !== undefined && parts.length === 0) parts.push({ source: language, target: null });
  if (format === 'xliff-1.2' || parts.length === 1) return parts;
  const sources = new Set(parts.map((part) => part.source));
  if (sources.size > 1) {
    throw invalid({
      field: 'query.format',
      message: `XLIFF 2.0 supports only one source language, but the run has ${list(sources)}. Use xliff-1.2.`,
    });
  }
  throw invalid({
    field: 'query.language',
    message: `XLIFF 2.0 supports only one target language, but the run has ${list(parts.map((part) => part.target ?? ''))}. Name one in \`language\`.`,
  });
}

/** The languages without duplicates: `de-de, fr-fr`. */
function list(locales: Iterable<string>): string {
  return [...new Set(locales)].join(', ');
}

/** The file in pieces that are neither small nor large. */
export function scriptText(
  db: Db,
  script: {
    run_id: string;
    name: string;
    format: RunScriptQuery['format'];
    /** For csv: only lines in this language. */
    language: string | null;
    /** For XLIFF: the locale pairs. Each pair needs one pass over the lines. */
    pairs: readonly LocalePair[];
    /** For csv: the controls that the script uses, as columns. */
    controls?: readonly string[];
  },
): AsyncGenerator<Buffer> {
  const { run_id, name, format, language, pairs, controls } = script;
  if (format === 'csv') return inPieces(writeScriptCsv(listUnits(db, { run_id, language }), controls));
  const files = pairs.map((pair) => ({
    source_locale: pair.source,
    target_locale: pair.target,
    units: listPairUnits(db, run_id, pair),
  }));
  const [only] = files;
  if (format === 'xliff-2.0' && only) return inPieces(writeXliff20(name, only));
  return inPieces(writeXliff12(name, files));
}

/** The lines for csv: each source line, and each of its translations. */
async function* listUnits(
  db: Db,
  request: { run_id: string; language: string | null },
): AsyncGenerator<ScriptUnit> {
  for await (const { source, has_source_line, targets } of listScriptRows(db, request)) {
    if (has_source_line) yield buildUnit(source, null);
    for (const target of targets) yield buildUnit(source, target);
  }
}

/** The source lines of a pair, each with its translation if there is one. */
async function* listPairUnits(db: Db, run_id: string, pair: LocalePair): AsyncGenerator<ScriptUnit> {
  const language = pair.target ?? pair.source;
  for await (const { source, targets } of listScriptRows(db, { run_id, language })) {
    if (source.locale_code !== pair.source) continue;
    // Failed translations stay empty, so that a translator can fill them in.
    const target = targets.find((line) => line.locale_code === pair.target && line.script !== '');
    yield buildUnit(source, target ?? null);
  }
}

/** The locale of a line and the locale of its translation, or null. */
type LocalePair = { source: string; target: string | null };

/** The first line of a row is its source: the line of the script comes before translations, in insertion order. */
const SOURCE_FIRST = sql`source_line_id is not null, no`;

const MAX_CONTROLS = 100;

interface UnitLine {
  line_id: string;
  line_index: number;
  locale_code: string;
  script: string;
  character_name: string | null;
  max_duration_ms: number | null;
  max_characters: number | null;
  notes: string | null;
  direction: string | null;
  controls: Row<'run_line'>['controls'];
  source_script: string | null;
  source_locale_code: string | null;
  is_pseudo: boolean;
  markup: UnitMarkup | null;
  place: number;
}

const BATCH_ROWS = 200;

/**
 * The script of a run, row by row: the source and its translations. Holds no connection between reads; an ended run
 * does not change.
 */
async function* listScriptRows(
  db: Db,
  request: { run_id: string; language: string | null },
): AsyncGenerator<{
  source: UnitLine;
  /** Whether the source is a line of the run, or only the original text of a translation. */
  has_source_line: boolean;
  targets: UnitLine[];
}> {
  let lastIndex = -1;
  for (;;) {
    // The next script rows, each with its source and its translations into `language`, or into all languages.
    const { run_id, language } = request;
    const { rows: lines } = await sql<UnitLine>`
    select * from (
      select line_id, line_index, locale_code, script, character_name, max_duration_ms, max_characters, notes, direction,
        controls, source_script, source_locale_code, markup,
        coalesce(translation ->> 'kind' = 'pseudo', false) as is_pseudo,
        row_number() over (partition by line_index order by ${SOURCE_FIRST})::int as place
      from run_line
      where run_id = ${run_id} and line_index in (
        select distinct line_index from run_line
        where run_id = ${run_id} and line_index > ${lastIndex} order by line_index limit ${BATCH_ROWS}
      )
    ) as line
    where place = 1 or ${language}::text is null or locale_code = ${language}
    order by line_index, place`.execute(db);
    const lastLine = lines.at(-1);
    if (lastLine === undefined) return;
    for (const [first, ...others] of Map.groupBy(lines, (line) => line.line_index).values()) {
      if (!first) continue;
      // The first line of a row is its source, or contains the source text of the file.
      const { source_script: script, source_locale_code: locale_code } = first;
      if (script === null || locale_code === null) {
        yield { source: first, has_source_line: true, targets: others };
        continue;
      }
      const targets = [first, ...others].filter((line) => language === null || line.locale_code === language);
      const source = { ...first, script, locale_code, is_pseudo: false };
      yield { source, has_source_line: false, targets };
    }
    lastIndex = lastLine.line_index;
  }
}

/** The limits and notes of the translation, else those of the source. */
function buildUnit(source: UnitLine, target: UnitLine | null): ScriptUnit {
  const { character_name, max_duration_ms, max_characters, notes, direction, controls } = target ?? source;
  return { source, target, character_name, max_duration_ms, max_characters, notes, direction, controls };
}
