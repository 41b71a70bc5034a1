import { buffer } from 'node:stream/consumers';
import type { NodeConfig } from '@voiceloom/contract';
import {
  isScriptFormat,
  type ParsedScript,
  ScriptError,
  type ScriptFormat,
  type ScriptLine,
} from '@voiceloom/text';
import pLimit, { type LimitFunction } from 'p-limit';
import type { FileReading } from '../../db/rows.ts';
import type { EngineApp } from '../engine-app.ts';
import { parseAside } from './parse-in-thread.ts';
import { parsedOnce } from './parsed-scripts.ts';
import { findUploads, scriptProblem, type Upload, uploadAt } from './uploads.ts';

export type SourceConfig = NodeConfig<'source_script'>;

/** The maximum number of lines of one source. */
export const MAX_SOURCE_LINES = 100_000;

/** The lines of a source, and how each of its files was read. */
export interface ReadScript {
  lines: ScriptLine[];
  readings: FileReading[];
}

/**
 * Reads every line of a script source, from text or files. Errors name the field, the file and the row.
 * `again`: the script will probably be read again soon. `first_lines`: how many lines of each file the caller
 * needs.
 */
export async function readScript(
  app: Pick<EngineApp, 'db' | 'storage'>,
  workspaceId: string,
  { config, again = false, first_lines }: { config: SourceConfig; again?: boolean; first_lines?: number },
): Promise<ReadScript> {
  if (config.input_type === 'text') {
    const { lines, reading } = await parse(new TextEncoder().encode(config.text), {
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
    const upload = uploadAt(uploads, id, field);
    const parsing = { config, format: formatOf(upload, field), field, name: upload.filename, first_lines };
    const read = () =>
      limitFor(upload)(async () => {
        const { stream } = await app.storage.get(upload.object_key);
        return parse(await buffer(stream), parsing);
      });
    const parsed = again ? await readAgain(app, upload, { parsing, read }) : await read();
    append(lines, parsed.lines, { name: upload.filename, field });
    readings.push({ upload_id: id, filename: upload.filename, reading: parsed.reading });
  }
  return { lines, readings };
}

/** A larger file takes up to a gigabyte and several seconds. Smaller files do not wait for it. */
const LARGE_BYTES = 8 * 1024 * 1024;
const limits = { small: pLimit(4), large: pLimit(1) };

function limitFor({ size_bytes }: Upload): LimitFunction {
  return (size_bytes ?? 0) > LARGE_BYTES ? limits.large : limits.small;
}

/** What the lines of a file depend on besides its bytes, including the position used in messages. */
function readAgain(
  { storage }: Pick<EngineApp, 'storage'>,
  { object_key }: Upload,
  { parsing, read }: { parsing: ParseOptions; read: () => Promise<ParsedScript> },
): Promise<ParsedScript> {
  const { csv_column, csv_has_header, columns, source_language } = parsing.config;
  const { format, field, name, first_lines } = parsing;
  const told = [csv_column, csv_has_header, columns, source_language, format, field, name, first_lines];
  return parsedOnce(storage, { object_key, told }, read);
}

/** Appends the lines of the next file. A duplicate id is an error of the second file. */
function append(lines: ScriptLine[], more: ScriptLine[], file: { name: string; field: string }): void {
  const taken = new Set(lines.map(lineKey));
  const offset = lines.reduce((most, line) => Math.max(most, line.line_index + 1), 0);
  for (const line of follow(more, offset)) {
    if (taken.has(lineKey(line))) {
      const message = `${file.name}, row ${line.row}: an earlier file also has the line ID "${line.line_id}" (${line.locale_code}).`;
      throw scriptProblem('duplicate_line_id', message, file.field);
    }
    lines.push(line);
  }
  if (lines.length > MAX_SOURCE_LINES) {
    throw scriptProblem(
      'too_many_lines',
      `The scripts have more than ${MAX_SOURCE_LINES} lines.`,
      'upload_ids',
    );
  }
}

type Placed = { line_id: string; line_index: number; locale_code: string };

/** The identity of a line: its id and locale. */
export function lineKey(line: Pick<Placed, 'line_id' | 'locale_code'>): string {
  return `${line.line_id}\n${line.locale_code}`;
}

/** Moves lines after those that were read before, and renumbers ids that only express the position. */
export function follow<Line extends Placed>(lines: Line[], offset: number): Line[] {
  return lines.map((line) => {
    const line_index = line.line_index + offset;
    const derived = line.line_id === positionId(line.line_index);
    return { ...line, line_index, line_id: derived ? positionId(line_index) : line.line_id };
  });
}

/** The id that the text package assigns to a line without one: its position, counted from 1. */
export function positionId(lineIndex: number): string {
  return `L${String(lineIndex + 1).padStart(5, '0')}`;
}

function formatOf(upload: Upload, field: string): ScriptFormat {
  if (isScriptFormat(upload.format)) return upload.format;
  throw scriptProblem(
    'unsupported_format',
    `${upload.filename}: this file format is not supported for scripts.`,
    field,
  );
}

/** What a row of a format is called in messages. */
const ROWS: Partial<Record<ScriptFormat, string>> = { json: 'entry', docx: 'paragraph' };

interface ParseOptions {
  config: SourceConfig;
  format: ScriptFormat;
  field: string;
  name: string;
  first_lines?: number | undefined;
}

async function parse(
  bytes: Uint8Array,
  { config, format, field, name, first_lines }: ParseOptions,
): Promise<ParsedScript> {
  const { csv_column, csv_has_header, columns, source_language } = config;
  try {
    return await parseAside({
      bytes,
      format,
      csv_column,
      csv_has_header,
      columns,
      source_language,
      max_lines: MAX_SOURCE_LINES,
      first_lines,
    });
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    const row = error.row === undefined ? '' : `, ${ROWS[format] ?? 'row'} ${error.row}`;
    const column =
      error.column === undefined ? '' : `, ${format === 'json' ? 'field' : 'column'} ${error.column}`;
    throw scriptProblem(
      error.code.toLowerCase(),
      `${name}${row}${column}: ${error.message}`,
      placeOf(error, field),
    );
  }
}

function placeOf(error: ScriptError, field: string): string {
  if (error.field !== undefined) return error.field;
  return error.row === undefined ? field : `${field}.rows.${error.row}`;
}
