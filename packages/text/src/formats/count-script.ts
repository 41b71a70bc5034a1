import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createEncodingFinder, createTextDecoder, type Encoding } from '../encoding/encoding.ts';
import { CSV_HEAD_LENGTH } from './csv/csv.ts';
import { WeakIdError } from './line-locales.ts';
import type { TextReader } from './line-reader.ts';
import type { ScriptFormat, TextFormat } from './script.ts';
import { countCharacters, createTextReader, isTextFormat, parseScript, ScriptError } from './script.ts';
import { createLineCollector } from './script-lines.ts';
import { createReading } from './script-reading.ts';

export type ScriptCounts = { char_count: number; line_count: number };
export type CountedScript<Format extends ScriptFormat = ScriptFormat> = {
  format: Format;
  size_bytes: number;
  /** Reads the bytes from the start; may be called several times. */
  read: () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
};

// Counting needs no language, but naming one prevents detection for every line.
const OPTIONS = { csv_column: null, csv_has_header: true, source_language: 'en' };

/**
 * The number of characters and lines of a script file as a source node would read it; null if it cannot be
 * read. Text formats are streamed, so only a few chunks are in memory.
 */
export async function countScript({ format, ...script }: CountedScript): Promise<ScriptCounts | null> {
  try {
    if (isTextFormat(format)) return await countStreamedScript({ ...script, format });
    const { lines } = parseScript({ ...OPTIONS, format, bytes: await buffer(Readable.from(script.read())) });
    const char_count = lines.reduce((sum, line) => sum + countCharacters(line.script), 0);
    return { char_count, line_count: lines.length };
  } catch (error) {
    if (error instanceof ScriptError) return null;
    throw error;
  }
}

/** Counts a text format, which is read up to three times: for its encoding, with ambiguous IDs, and without them. */
async function countStreamedScript(script: CountedScript<TextFormat>): Promise<ScriptCounts> {
  const finder = createEncodingFinder(script.size_bytes);
  for await (const piece of script.read()) finder.write(piece);
  const encoding = finder.end();
  try {
    return await countLines(script, encoding, { weak_ids: true });
  } catch (error) {
    if (!(error instanceof WeakIdError)) throw error;
    return countLines(script, encoding, { weak_ids: false });
  }
}

/**
 * Counts the lines in one pass. Throws `WeakIdError` if a column that may have IDs (`weak_ids`) has none. The reader
 * starts once the beginning of the text, which shows the delimiter of a table, is complete.
 */
async function countLines(
  { format, read }: CountedScript<TextFormat>,
  encoding: Encoding,
  { weak_ids }: { weak_ids: boolean },
): Promise<ScriptCounts> {
  const options = { ...OPTIONS, format };
  const { notes } = createReading(format);
  const collector = createLineCollector(options, notes, () => {});
  const sink = { add: collector.add, notes, weak_ids };
  const decoder = createTextDecoder(encoding);
  let head = '';
  let reader: TextReader | undefined;
  const startReader = (): TextReader => {
    reader = createTextReader(options, sink, head);
    reader.write(head);
    return reader;
  };
  const write = (text: string): void => {
    if (reader) {
      reader.write(text);
      return;
    }
    head += text;
    if (head.length >= CSV_HEAD_LENGTH) startReader();
  };
  for await (const piece of read()) write(decoder.write(piece));
  write(decoder.end());
  (reader ?? startReader()).end();
  const { char_count, line_count } = collector.finish();
  return { char_count, line_count };
}
