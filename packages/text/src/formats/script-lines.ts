import { countText } from '../count-text.ts';
import { cleanScript, countCharacters } from '../locales/characters.ts';
import { detectLanguage } from '../locales/detect-language.ts';
import { normalizeLocale } from '../locales/locale.ts';
import { checkSpreadsheetText } from './csv/spreadsheet-text.ts';
import type { LineControls } from './line-controls.ts';
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
  start_ms?: number;
};

/** Receives what a reader finds. `weak_ids`: whether ambiguous names may be ids. */
export type Sink = { add: (raw: RawLine) => void; notes: ReadingNotes; weak_ids: boolean };

/** The ambiguous id column is not unique, so it does not contain ids. */
export class WeakIdError extends Error {}

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
  const rows = new Map<string, number>();
  const position = { count: 0, entry: 0, rows: 0, generated: 0 };
  /** The number of lines of each locale. */
  const counts = new Map<string, number>();
  /** Lines whose language cannot be detected. */
  const undecided: ScriptLine[] = [];
  let has_weak_ids = false;

  const placeLine = (line_id: string, locale_code: string, row: number): void => {
    const key = `${locale_code}\u0000${line_id}`;
    const earlier = rows.get(key);
    if (earlier !== undefined) {
      if (has_weak_ids) throw new WeakIdError();
      throw duplicateLine({ line_id, locale_code, earlier, row });
    }
    rows.set(key, row);
    counts.set(locale_code, (counts.get(locale_code) ?? 0) + 1);
  };

  const add = (raw: RawLine): void => {
    const script = cleanScript(raw.script);
    if (script === '') return;
    if (total.line_count >= max_lines) throw tooManyLines(raw.row, max_lines);
    const entry = raw.entry ?? raw.row;
    if (position.entry !== entry) Object.assign(position, { count: position.count + 1, entry });
    const own_id = readLineId(raw);
    has_weak_ids ||= own_id !== '' && raw.has_weak_id === true;
    const line_id = own_id || `L${String(position.count).padStart(5, '0')}`;
    const locale_code = readLocale(raw, script) ?? defaultLocale ?? detectLanguage(script);
    if (locale_code !== null) placeLine(line_id, locale_code, raw.row);
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
    if (locale_code === null) undecided.push(line);
    visit(line);
  };

  /** Gives the lines whose language cannot be detected the language of the file: that of most of its lines. */
  const decideLocales = (): void => {
    const [first] = undecided;
    if (first === undefined) return;
    const [most] = [...counts].sort(([, one], [, other]) => other - one);
    const locale_code = most?.[0] ?? detectLanguage(sampleOf(undecided)) ?? undecidable(first);
    for (const line of undecided) {
      placeLine(line.line_id, locale_code, line.row);
      line.locale_code = locale_code;
    }
    const count = undecided.length;
    const message = `The language of ${countText(count, 'line')} cannot be detected. ${count === 1 ? 'It is' : 'They are'} read as ${locale_code}, the language of the file. To choose another one, set the source language.`;
    notes.doubtful({ row: first.row, code: 'guessed_locale', message });
  };

  /** `generated_id_count`: the number of lines with a positional id. */
  const finish = () => {
    if (total.line_count === 0)
      throw new ScriptError('The script has no lines to speak.', { code: 'EMPTY_SCRIPT' });
    decideLocales();
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

const SAMPLE_LENGTH = 400;

/** The beginning of a text that consists of short lines. */
function sampleOf(lines: readonly ScriptLine[]): string {
  let sample = '';
  for (const { script } of lines) {
    if (sample.length >= SAMPLE_LENGTH) break;
    sample += `${script.slice(0, SAMPLE_LENGTH)}\n`;
  }
  return sample;
}

function undecidable({ line_id, script, row }: ScriptLine): never {
  throw new ScriptError(
    `The language of line ${quoteForMessage(line_id)} (${quoteForMessage(script)}) cannot be detected, and no other line shows it. ` +
      'Set the source language, or give the script a locale column.',
    { code: 'UNDECIDABLE_LOCALE', row },
  );
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

type Duplicate = { line_id: string; locale_code: string; earlier: number; row: number };

function duplicateLine({ line_id, locale_code, earlier, row }: Duplicate): ScriptError {
  const where = earlier === row ? `twice in row ${row}` : `in rows ${earlier} and ${row}`;
  const message = `Line ${quoteForMessage(line_id)} in ${locale_code} is a duplicate: it is ${where}.`;
  return new ScriptError(message, { code: 'DUPLICATE_LINE_ID', row });
}
