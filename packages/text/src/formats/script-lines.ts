import { cleanScript, countCharacters } from '../locales/characters.ts';
import { detectLanguage } from '../locales/detect-language.ts';
import { normalizeLocale } from '../locales/locale.ts';
import { createOpenLimits, type OpenLimit } from './csv/line-limits.ts';
import { checkSpreadsheetText } from './csv/spreadsheet-text.ts';
import type { LineControls } from './line-controls.ts';
import { createLineLocales, WeakIdError } from './line-locales.ts';
import { quoteForMessage, requireLocale, ScriptError, unknownLocale } from './script-error.ts';
import type { ReadingNotes } from './script-reading.ts';
import type { UnitMarkup } from './xml/xliff-markup.ts';

export type ScriptLine = {
  /** The script's own id, else `L00001`, `L00002`, … by position. */
  line_id: string;
  /** The line that this one translates, if the script names it; both share a line_index. */
  source_line_id?: string | null;
  /** 0-based, in order of first appearance of the line_id: the locales of one line share it. */
  line_index: number;
  locale_code: string;
  script: string;
  character_name: string | null;
  max_duration_ms: number | null;
  /** The maximum number of characters of the text. */
  max_characters: number | null;
  notes: string | null;
  /** How the line should sound, for people and for models that take free text; it is not spoken. */
  direction: string | null;
  controls?: LineControls | null;
  /** The original text, if the file has both; it is not spoken. */
  source_script?: string | null;
  source_locale_code?: string | null;
  /** The file's inline markup, which the text does not contain. */
  markup?: UnitMarkup | null;
  /** The start time, for formats with times. */
  start_ms: number | null;
  row: number;
};

/** The content of one cell, cue or text line, before its locale and id are known. */
export type RawLine = {
  script: string;
  row: number;
  /** The number for positional ids, if a row can contain several lines; else the row. */
  entry?: number;
  line_id?: string;
  /** The name of the id column can also have another meaning. */
  has_weak_id?: boolean;
  /** Used if an earlier line has that id. */
  source_line_id?: string;
  locale?: string;
  /** Header of the column that `locale` came from, for messages. */
  locale_column?: string;
  character_name?: string;
  notes?: string;
  direction?: string;
  controls?: LineControls | undefined;
  /** The text that `script` translates, and its locale. */
  source?: { script: string; locale: string };
  markup?: UnitMarkup | null;
  max_duration_ms?: number | null;
  max_characters?: number | null;
  /** A limit without a unit. */
  open_limit?: OpenLimit;
  start_ms?: number;
};

/** Receives what a reader finds. `weak_ids`: whether ambiguous names may be ids. */
export type Sink = { add: (raw: RawLine) => void; notes: ReadingNotes; weak_ids: boolean };

const LONGEST_ID = 200;

/**
 * Converts raw lines for `visit`: skips blanks, assigns ids and locales, rejects duplicates and excess lines.
 */
export function createLineCollector(
  { source_language, max_lines = 100_000 }: { source_language: string | null; max_lines?: number },
  notes: ReadingNotes,
  visit: (line: ScriptLine) => void,
) {
  const defaultLocale = readSourceLanguage(source_language);
  const total = { line_count: 0, char_count: 0 };
  const indexes = new Map<string, number>();
  const position = { count: 0, entry: 0, rows: 0, generated: 0 };
  const locales = createLineLocales(notes);
  const openLimits = createOpenLimits(notes);

  const add = (raw: RawLine): void => {
    const script = cleanScript(raw.script);
    if (script === '') return;
    if (total.line_count >= max_lines) throw tooManyLines(raw.row, max_lines);
    const entry = raw.entry ?? raw.row;
    if (position.entry !== entry) Object.assign(position, { count: position.count + 1, entry });
    const own_id = readLineId(raw);
    if (own_id !== '' && raw.has_weak_id === true) locales.expectDuplicates();
    const line_id = own_id || `L${String(position.count).padStart(5, '0')}`;
    const locale_code = readLocale(raw, script) ?? defaultLocale ?? detectLanguage(script);
    const source_line_id = cleanScript(raw.source_line_id ?? '').replace(/\s+/g, ' ');
    const source_index = source_line_id === line_id ? undefined : indexes.get(source_line_id);
    const line_index = indexes.get(line_id) ?? source_index ?? position.rows++;
    indexes.set(line_id, line_index);
    const of = source_index === line_index ? { source_line_id } : {};
    if (own_id === '') position.generated += 1;
    total.line_count += 1;
    total.char_count += countCharacters(script);
    const markup = raw.markup ? { markup: raw.markup } : {};
    const controls = Object.keys(raw.controls ?? {}).length > 0 ? { controls: raw.controls } : {};
    const own = { line_id, ...of, line_index, locale_code: locale_code ?? '', script };
    checkSpreadsheetText(raw, notes);
    const line = { ...own, ...factsOf(raw), ...controls, ...sourceOf(raw), ...markup };
    locales.add(line);
    if (raw.open_limit) openLimits.add(raw.open_limit, line);
    visit(line);
  };

  /** `generated_id_count`: the number of lines with a positional id. */
  const finish = () => {
    if (total.line_count === 0)
      throw new ScriptError('The script has no lines to speak.', { code: 'EMPTY_SCRIPT' });
    locales.finish();
    openLimits.finish();
    return { ...total, generated_id_count: position.generated };
  };
  return { add, finish };
}

function factsOf(
  raw: RawLine,
): Omit<ScriptLine, 'line_id' | 'source_line_id' | 'line_index' | 'locale_code' | 'script'> {
  return {
    character_name: textOrNull(raw.character_name),
    max_duration_ms: raw.max_duration_ms ?? null,
    max_characters: raw.max_characters ?? null,
    notes: textOrNull(raw.notes),
    direction: textOrNull(raw.direction),
    start_ms: raw.start_ms ?? null,
    row: raw.row,
  };
}

function sourceOf({ source }: RawLine): Pick<ScriptLine, 'source_script' | 'source_locale_code'> {
  const source_script = cleanScript(source?.script ?? '');
  const source_locale_code = normalizeLocale(source?.locale ?? '');
  return source_script === '' || source_locale_code === null ? {} : { source_script, source_locale_code };
}

function textOrNull(value: string | undefined): string | null {
  const clean = cleanScript(value ?? '');
  return clean === '' ? null : clean;
}

function readSourceLanguage(source_language: string | null): string | null {
  if (source_language === null || source_language.trim() === '') return null;
  return requireLocale(source_language, { field: 'source_language' });
}

function readLineId(raw: RawLine): string {
  const own = cleanScript(raw.line_id ?? '').replace(/\s+/g, ' ');
  if ([...own].length <= LONGEST_ID) return own;
  if (raw.has_weak_id) throw new WeakIdError();
  throw new ScriptError(`The line ID is longer than ${LONGEST_ID} characters.`, {
    code: 'INVALID_LINE_ID',
    row: raw.row,
  });
}

function readLocale(raw: RawLine, script: string): string | null {
  const own = raw.locale?.trim() ?? '';
  if (own === '') return null;
  const locale = normalizeLocale(own);
  if (locale !== null) return locale;
  throw new ScriptError(`${unknownLocale(own)} The line is ${quoteForMessage(script)}.`, {
    code: 'UNKNOWN_LOCALE',
    row: raw.row,
    column: raw.locale_column,
  });
}

function tooManyLines(row: number, max_lines: number): ScriptError {
  const limit = max_lines.toLocaleString('en');
  return new ScriptError(
    `The script has more than ${limit} lines. The limit is reached before row ${row}. Split the script.`,
    {
      code: 'TOO_MANY_LINES',
      row,
    },
  );
}
