import { decodeText } from '../encoding/encoding.ts';
import { createWrapCounter } from '../locales/wrapped-lines.ts';
import { CSV_HEAD_LENGTH, createCsvReader } from './csv/csv.ts';
import { checkNoColumns, type ScriptColumns } from './csv/csv-columns.ts';
import { readDocx } from './docx/docx.ts';
import { readJson } from './json/json.ts';
import { WeakIdError } from './line-locales.ts';
import { createLineReader, type TextReader } from './line-reader.ts';
import { ScriptError } from './script-error.ts';
import { createLineCollector, type ScriptLine, type Sink } from './script-lines.ts';
import { createReading, type ScriptReading } from './script-reading.ts';
import { createLabelSink } from './speaker-labels.ts';
import { createSubtitleReader } from './srt/srt.ts';
import { readXliff } from './xml/xliff.ts';

export { countCharacters } from '../locales/characters.ts';
export { ScriptError, type ScriptErrorCode } from './script-error.ts';
export type { ScriptLine } from './script-lines.ts';
export type { ScriptReading } from './script-reading.ts';

/** Extensions of the files that can be read. */
export type ScriptFormat = 'txt' | 'csv' | 'tsv' | 'srt' | 'vtt' | 'json' | 'arb' | 'xliff' | 'xlf' | 'docx';

export type ScriptInput = {
  bytes: Uint8Array;
  format: ScriptFormat;
  csv_column: string | null;
  csv_has_header: boolean;
  columns?: ScriptColumns;
  source_language: string | null;
  max_lines?: number;
};

/** The lines of a script file, and how it was read. */
export type ParsedScript = { lines: ScriptLine[]; reading: ScriptReading };

export type ReadOptions = Omit<ScriptInput, 'bytes'>;

/** Formats that are streamed. */
const TEXT_READERS = {
  txt: createTextLineReader,
  csv: createCsvReader,
  tsv: createCsvReader,
  srt: createSubtitleReader,
  vtt: createSubtitleReader,
} satisfies Partial<Record<ScriptFormat, (options: ReadOptions, sink: Sink, head: string) => TextReader>>;
export type TextFormat = keyof typeof TEXT_READERS;

const READERS: Record<Exclude<ScriptFormat, TextFormat>, (input: ScriptInput, sink: Sink) => void> = {
  json: readJsonScript,
  arb: readJsonScript,
  xliff: ({ bytes }, sink) => readXliff(bytes, sink),
  xlf: ({ bytes }, sink) => readXliff(bytes, sink),
  docx: ({ bytes, ...options }, sink) => readDocx(bytes, options, sink),
};

/** Formats without columns or fields that the config could name. */
const WITHOUT_COLUMNS: ReadonlySet<ScriptFormat> = new Set(['txt', 'srt', 'vtt', 'xliff', 'xlf']);

/** Whether scripts in files of this extension can be read. */
export function isScriptFormat(format: string): format is ScriptFormat {
  return Object.hasOwn(READERS, format) || isTextFormat(format);
}

/** Whether this format is streamed. */
export function isTextFormat(format: string): format is TextFormat {
  return Object.hasOwn(TEXT_READERS, format);
}

/** Archives are compressed, so their size does not indicate the reading time. */
export function isArchive(format: ScriptFormat): boolean {
  return format === 'docx';
}

/** The lines of a script file. Every error in the file is a ScriptError, with its row if known. */
export function parseScript(input: ScriptInput): ParsedScript {
  try {
    return parseOnce(input, { weak_ids: true });
  } catch (error) {
    if (!(error instanceof WeakIdError)) throw error;
    return parseOnce(input, { weak_ids: false });
  }
}

/** Reads a file in one pass. Throws `WeakIdError` if a column that may have IDs (`weak_ids`) has none. */
function parseOnce(input: ScriptInput, { weak_ids }: Pick<Sink, 'weak_ids'>): ParsedScript {
  const lines: ScriptLine[] = [];
  const reading = createReading(input.format);
  const collector = createLineCollector(input, reading.notes, (line) => lines.push(line));
  const sink = { add: collector.add, notes: reading.notes, weak_ids };
  try {
    if (WITHOUT_COLUMNS.has(input.format)) checkNoColumns(input, `a ${input.format} script has no columns`);
    if (isTextFormat(input.format)) {
      const text = decode(input.bytes, sink);
      const reader = createTextReader({ ...input, format: input.format }, sink, text);
      reader.write(text);
      reader.end();
    } else READERS[input.format](input, sink);
    return { lines, reading: reading.finish(lines, collector.finish().generated_id_count) };
  } catch (error) {
    if (error instanceof ScriptError) error.reading = reading.broken();
    throw error;
  }
}

/** `head`: the first CSV_HEAD_LENGTH characters of the text, or all of it. */
export function createTextReader(
  options: ReadOptions & { format: TextFormat },
  sink: Sink,
  head: string,
): TextReader {
  return TEXT_READERS[options.format](options, sink, head.slice(0, CSV_HEAD_LENGTH));
}

/** The text of a file. Reports its encoding. */
function decode(bytes: Uint8Array, { notes }: Pick<Sink, 'notes'>): string {
  const { text, encoding, guessed } = decodeText(bytes);
  notes.encoding(encoding, guessed);
  return text;
}

/** Reads the lines of a JSON file, which is decoded first. */
function readJsonScript({ bytes, ...options }: ScriptInput, sink: Sink): void {
  readJson(decode(bytes, sink), options, sink);
}

/** Reads plain text: one line of the script for each line with text. */
function createTextLineReader(options: ReadOptions, { notes, ...rest }: Sink): TextReader {
  const wraps = createWrapCounter();
  const labels = createLabelSink({ notes, ...rest }, options);
  const reader = createLineReader(/\r\n|[\r\n\u2028\u2029]/g, (script, row) => {
    wraps.add(script, row);
    labels.sink.add({ script, row, is_prose: true });
  });
  const end = (): void => {
    reader.end();
    labels.end();
    notes.wrapped(wraps.findWrapped());
  };
  return { write: reader.write, end };
}
