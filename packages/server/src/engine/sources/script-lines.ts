import { buffer } from 'node:stream/consumers';
import type { NodeConfig } from '@voiceloom/contract';
import {
  countCharacters,
  isScriptFormat,
  type ParsedScript,
  ScriptError,
  type ScriptFormat,
  type ScriptLine,
} from '@voiceloom/text';
import pLimit from 'p-limit';
import type { FileReading } from '../../db/rows.ts';
import type { EngineApp } from '../engine-app.ts';
import { createSourceFailure, findUploads, getUpload } from './uploads.ts';

export type SourceConfig = NodeConfig<'source_script'>;

/** The maximum number of lines of one source. */
export const MAX_SOURCE_LINES = 100_000;

/** The lines of a source, and how each of its files was read. */
export type ReadScript = { lines: ScriptLine[]; readings: FileReading[] };

/**
 * Reads every line of a script source, from text or files. Errors name the field, the file and the row.
 * `is_cached`: the script will probably be read again soon, so it is cached. `first_lines`: how many lines of
 * each file the caller needs.
 */
export async function readScript(
  app: Pick<EngineApp, 'db' | 'storage' | 'texts'>,
  workspaceId: string,
  request: { config: SourceConfig; is_cached?: boolean; first_lines?: number },
): Promise<ReadScript> {
  const { config, is_cached = false, first_lines } = request;
  if (config.input_type === 'text') {
    const { lines, reading } = await parseScript(app, new TextEncoder().encode(config.text), {
      config,
      format: 'txt',
      field: 'text',
      name: 'The text',
    });
    return { lines, readings: [{ upload_id: null, filename: null, reading }] };
  }
  const uploads = await findUploads(app.db, workspaceId, config.upload_ids);
  const lines: ScriptLine[] = [];
  const readings: FileReading[] = [];
  for (const [index, id] of config.upload_ids.entries()) {
    const field = `upload_ids.${index}`;
    const upload = getUpload(uploads, id, field);
    const { filename, format, object_key } = upload;
    if (!isScriptFormat(format)) {
      const message = `${filename}: this file format is not supported for scripts.`;
      throw createSourceFailure('unsupported_format', message, field);
    }
    const parsing = { config, format, field, name: filename, upload_id: id, first_lines };
    const limit = (upload.size_bytes ?? 0) > LARGE_BYTES ? limits.large : limits.small;
    const parseFile = () =>
      limit(async () => {
        const { stream } = await app.storage.get(object_key);
        return parseScript(app, await buffer(stream), parsing);
      });
    // Cached by everything that its lines depend on, including the name and field in error messages.
    const { csv_column, csv_has_header, columns, source_language } = config;
    const options = [
      csv_column,
      csv_has_header,
      columns,
      source_language,
      format,
      field,
      filename,
      first_lines,
    ];
    let script: ParsedScript;
    if (is_cached) script = await parseOnce(app.storage, { object_key, options }, parseFile);
    else script = await parseFile();
    appendLines(lines, script.lines, { name: filename, field });
    readings.push({ upload_id: id, filename, reading: script.reading });
  }
  return { lines, readings };
}

/** A larger file needs up to a gigabyte and several seconds, so smaller files do not wait for it. */
const LARGE_BYTES = 8 * 1024 * 1024;
const limits = { small: pLimit(4), large: pLimit(1) };

/** Appends the lines of the next file. A duplicate id is an error of the second file. */
function appendLines(
  lines: ScriptLine[],
  newLines: ScriptLine[],
  file: { name: string; field: string },
): void {
  const keys = new Set(lines.map(lineKey));
  const offset = lines.reduce((nextIndex, line) => Math.max(nextIndex, line.line_index + 1), 0);
  for (const line of shiftLines(newLines, offset)) {
    if (keys.has(lineKey(line))) {
      const message = `${file.name}, row ${line.row}: an earlier file also has the line ID "${line.line_id}" (${line.locale_code}).`;
      throw createSourceFailure('duplicate_line_id', message, file.field);
    }
    lines.push(line);
  }
  if (lines.length > MAX_SOURCE_LINES) {
    throw createSourceFailure(
      'too_many_lines',
      `The scripts have more than ${MAX_SOURCE_LINES} lines.`,
      'upload_ids',
    );
  }
}

/** The identity of a line: its id and locale. */
export function lineKey(line: { line_id: string; locale_code: string }): string {
  return `${line.line_id}\n${line.locale_code}`;
}

/** Moves the positions of lines by `offset`, and renumbers IDs that only express the position. */
export function shiftLines<Line extends { line_id: string; line_index: number }>(
  lines: Line[],
  offset: number,
): Line[] {
  return lines.map((line) => {
    const line_index = line.line_index + offset;
    let { line_id } = line;
    if (line_id === createPositionId(line.line_index)) line_id = createPositionId(line_index);
    return { ...line, line_index, line_id };
  });
}

/** The id that the text package assigns to a line without one: its position, counted from 1. */
export function createPositionId(lineIndex: number): string {
  return `L${String(lineIndex + 1).padStart(5, '0')}`;
}

/** What messages call a row of each format. */
const ROWS: Partial<Record<ScriptFormat, string>> = { json: 'entry', arb: 'entry', docx: 'paragraph' };

interface ParseOptions {
  config: SourceConfig;
  format: ScriptFormat;
  /** The config field that names the script. */
  field: string;
  /** What messages call the script. */
  name: string;
  upload_id?: string;
  /** How many lines the caller needs. */
  first_lines?: number | undefined;
}

/** The maximum number of characters of a line. No model speaks more at once. */
export const MAX_LINE_CHARACTERS = 10_000;
const TOO_LONG = `The line has more than ${MAX_LINE_CHARACTERS.toLocaleString('en')} characters. Split it into several lines.`;

/** The lines of one script. Throws a SourceFailure that names the place of an error. */
async function parseScript(
  { texts }: Pick<EngineApp, 'texts'>,
  bytes: Uint8Array,
  options: ParseOptions,
): Promise<ParsedScript> {
  const { config, format, field, name, upload_id, first_lines } = options;
  const { csv_column, csv_has_header, columns, source_language } = config;
  try {
    const { rows, facts } = await texts.read('script', {
      bytes,
      format,
      csv_column,
      csv_has_header,
      columns,
      source_language,
      max_lines: MAX_SOURCE_LINES,
      first_lines,
    });
    // A character has at most two UTF-16 units, so most lines need not be counted.
    const longRow = rows.find(
      ({ script }) =>
        script.length > MAX_LINE_CHARACTERS &&
        (script.length > 2 * MAX_LINE_CHARACTERS || countCharacters(script) > MAX_LINE_CHARACTERS),
    );
    if (longRow) throw new ScriptError(TOO_LONG, { code: 'LINE_TOO_LONG', row: longRow.row });
    return { lines: rows, reading: facts };
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    const row = error.row === undefined ? '' : `, ${ROWS[format] ?? 'row'} ${error.row}`;
    const columnName = format === 'json' || format === 'arb' ? 'field' : 'column';
    const column = error.column === undefined ? '' : `, ${columnName} ${error.column}`;
    const message = `${name}${row}${column}: ${error.message}`;
    let path = field;
    if (error.row !== undefined) path = `${field}.rows.${error.row}`;
    if (error.field !== undefined) path = error.field;
    const problem = createSourceFailure(error.code.toLowerCase(), message, path);
    if (error.reading && upload_id) problem.reading = { upload_id, filename: name, reading: error.reading };
    throw problem;
  }
}

/** The memory that a line needs in the cache. */
function estimateBytes(line: ScriptLine): number {
  const { line_id, source_line_id, script, source_script, character_name, notes, direction } = line;
  const texts = [line_id, source_line_id, script, source_script, character_name, notes, direction];
  const { markup, controls } = line;
  if (markup || controls) texts.push(JSON.stringify([markup, controls]));
  const length = texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
  // JavaScript stores up to two bytes per character.
  return LINE_BYTES + 2 * length;
}

type Storage = Pick<EngineApp, 'storage'>['storage'];

/** The memory limit of the cache. */
const MAX_CACHE_BYTES = 64 * 1024 * 1024;
/** The memory overhead per line: scripts with short lines need many times their file size. */
const LINE_BYTES = 200;
const CACHE_MS = 5 * 60_000;

interface CacheEntry {
  parsed: Promise<ParsedScript>;
  /** Set once the lines are parsed. */
  bytes: number;
  timer: NodeJS.Timeout;
}

/** Parsed scripts of this process, least recently used first. */
const caches = new WeakMap<Storage, Map<string, CacheEntry>>();

/**
 * The lines of a stored script. They are cached because an editor requests problems and prices after each
 * change of a workflow. Callers must not change them. The storage is checked each time, so the cache never
 * returns a deleted or replaced object.
 */
export async function parseOnce(
  storage: Storage,
  { object_key, options }: { object_key: string; options: unknown },
  parse: () => Promise<ParsedScript>,
): Promise<ParsedScript> {
  const head = await storage.head(object_key);
  if (!head || head.size_bytes > MAX_CACHE_BYTES) return parse();
  const cache = caches.get(storage) ?? new Map<string, CacheEntry>();
  caches.set(storage, cache);
  const key = JSON.stringify([object_key, head.etag, options]);
  const existingEntry = cache.get(key);
  const entry: CacheEntry = existingEntry ?? {
    parsed: parse(),
    bytes: 0,
    timer: setTimeout(() => cache.delete(key), CACHE_MS).unref(),
  };
  // Moves it to the end, as the most recently used one.
  cache.delete(key);
  cache.set(key, entry);
  if (existingEntry) return entry.parsed;
  entry.parsed.then(
    ({ lines }) => {
      for (const line of lines) entry.bytes += estimateBytes(line);
      // Removes the least recently used scripts until the others fit.
      let size = [...cache.values()].reduce((sum, { bytes }) => sum + bytes, 0);
      for (const [otherKey, { bytes, timer }] of cache) {
        if (size <= MAX_CACHE_BYTES) return;
        clearTimeout(timer);
        cache.delete(otherKey);
        size -= bytes;
      }
    },
    () => {
      // Failures are not cached.
      if (cache.get(key) !== entry) return;
      clearTimeout(entry.timer);
      cache.delete(key);
    },
  );
  return entry.parsed;
}
