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
  /** Whether the name of the speaker may be written before the text. */
  is_prose?: boolean;
};

/** Receives what a reader finds. `weak_ids`: whether ambiguous names may be ids. */
export type Sink = { add: (raw: RawLine) => void; notes: ReadingNotes; weak_ids: boolean };

const MAX_ID_LENGTH = 200;

/**
 * Converts raw lines for `visit`: skips blanks, assigns ids and locales, rejects duplicates and excess lines.
 */
export function createLineCollector(
  { source_language, max_lines = 100_000 }: { source_language: string | null; max_lines?: number },
  notes: ReadingNotes,
  visit: (line: ScriptLine) => void,
) {
  const sourceLanguage = source_language?.trim() || null;
  const defaultLocale = sourceLanguage && requireLocale(sourceLanguage, { field: 'source_language' });
  const total = { line_count: 0, char_count: 0, generated_id_count: 0 };
  const assignIds = createLineIds();
  const locales = createLineLocales(notes);
  const openLimits = createOpenLimits(notes);

  const add = (raw: RawLine): void => {
    const script = cleanScript(raw.script);
    if (script === '') return;
    if (total.line_count >= max_lines) {
      const limit = max_lines.toLocaleString('en');
      const message = `The script has more than ${limit} lines. The limit is reached before row ${raw.row}. Split the script.`;
      throw new ScriptError(message, { code: 'TOO_MANY_LINES', row: raw.row });
    }
    const { is_generated, ...ids } = assignIds(raw);
    if (!is_generated && raw.has_weak_id) locales.expectDuplicates();
    const locale_code = readLocale(raw, script) ?? defaultLocale ?? detectLanguage(script) ?? '';
    total.generated_id_count += Number(is_generated);
    total.line_count += 1;
    total.char_count += countCharacters(script);
    checkSpreadsheetText(raw, notes);
    const line: ScriptLine = { ...ids, locale_code, script, ...readFacts(raw) };
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
    return total;
  };
  return { add, finish };
}

/** Gives each line its ID, and an index that it shares with the lines of the same ID and with its source. */
function createLineIds() {
  const indexes = new Map<string, number>();
  let [entryCount, lastEntry, indexCount] = [0, 0, 0];
  return (raw: RawLine) => {
    const entry = raw.entry ?? raw.row;
    if (entry !== lastEntry) entryCount += 1;
    lastEntry = entry;
    const fileId = cleanText(raw.line_id).replace(/\s+/g, ' ');
    if ([...fileId].length > MAX_ID_LENGTH) {
      if (raw.has_weak_id) throw new WeakIdError();
      const message = `The line ID is longer than ${MAX_ID_LENGTH} characters.`;
      throw new ScriptError(message, { code: 'INVALID_LINE_ID', row: raw.row });
    }
    const line_id = fileId || `L${String(entryCount).padStart(5, '0')}`;
    const source_line_id = cleanText(raw.source_line_id).replace(/\s+/g, ' ');
    const source_index = source_line_id === line_id ? undefined : indexes.get(source_line_id);
    let line_index = indexes.get(line_id) ?? source_index;
    if (line_index === undefined) {
      line_index = indexCount;
      indexCount += 1;
    }
    indexes.set(line_id, line_index);
    const ids = { line_id, line_index, is_generated: fileId === '' };
    // A line with the index of its source names it.
    return source_index === line_index ? { ...ids, source_line_id } : ids;
  };
}

/** The stored form of a text; empty if it is missing. */
const cleanText = (text = ''): string => cleanScript(text);

type LineFacts = Omit<ScriptLine, 'line_id' | 'source_line_id' | 'line_index' | 'locale_code' | 'script'>;

/** The fields of a line that depend on nothing else. Controls, a source and markup appear only if there are any. */
function readFacts(raw: RawLine): LineFacts {
  const facts: LineFacts = {
    character_name: cleanText(raw.character_name) || null,
    max_duration_ms: raw.max_duration_ms ?? null,
    max_characters: raw.max_characters ?? null,
    notes: cleanText(raw.notes) || null,
    direction: cleanText(raw.direction) || null,
    start_ms: raw.start_ms ?? null,
    row: raw.row,
  };
  if (raw.controls && Object.keys(raw.controls).length > 0) facts.controls = raw.controls;
  const source_script = cleanText(raw.source?.script);
  const source_locale_code = normalizeLocale(raw.source?.locale ?? '');
  if (source_script !== '' && source_locale_code !== null)
    Object.assign(facts, { source_script, source_locale_code });
  if (raw.markup) facts.markup = raw.markup;
  return facts;
}

/** The locale that the file gives a line; null if it gives none. Throws if it is unknown. */
function readLocale(raw: RawLine, script: string): string | null {
  const tag = raw.locale?.trim() ?? '';
  if (tag === '') return null;
  const locale = normalizeLocale(tag);
  if (locale !== null) return locale;
  throw new ScriptError(`${unknownLocale(tag)} The line is ${quoteForMessage(script)}.`, {
    code: 'UNKNOWN_LOCALE',
    row: raw.row,
    column: raw.locale_column,
  });
}
