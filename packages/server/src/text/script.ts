import { cleanScript } from './characters.ts';
import { readCsv } from './csv.ts';
import type { ScriptColumns } from './csv-columns.ts';
import { readDocx } from './docx.ts';
import { decodeText } from './encoding.ts';
import { readJson } from './json.ts';
import { ScriptError } from './script-error.ts';
import { createLineCollector, type ScriptLine, type Sink, WeakIdError } from './script-lines.ts';
import { createReading, type ScriptReading } from './script-reading.ts';
import { parseCues } from './srt.ts';
import { readXliff } from './xliff.ts';

export { countCharacters } from './characters.ts';
export { ScriptError, type ScriptErrorCode } from './script-error.ts';
export type { ScriptLine } from './script-lines.ts';
export type { ScriptReading } from './script-reading.ts';

/** Extensions of the files that can be read. */
export type ScriptFormat = 'txt' | 'csv' | 'tsv' | 'srt' | 'vtt' | 'json' | 'xliff' | 'xlf' | 'docx';

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

type TextReader = (text: string, input: ScriptInput, sink: Sink) => void;
type Reader = (input: ScriptInput, sink: Sink) => void;

const DEFAULT_MAX_LINES = 100_000;

const READERS: Record<ScriptFormat, Reader> = {
  txt: ofText(readTextLines),
  csv: ofText(readCsv),
  tsv: ofText(readCsv),
  srt: ofText(readSubtitles),
  vtt: ofText(readSubtitles),
  json: ofText((text, _input, sink) => readJson(text, sink)),
  xliff: ({ bytes }, sink) => readXliff(bytes, sink),
  xlf: ({ bytes }, sink) => readXliff(bytes, sink),
  docx: ({ bytes }, sink) => readDocx(bytes, sink),
};

/** Whether scripts in files of this extension can be read. */
export function isScriptFormat(format: string): format is ScriptFormat {
  return Object.hasOwn(READERS, format);
}

/** Archives say much in few bytes: their size does not tell how long reading them takes. */
export function isArchive(format: ScriptFormat): boolean {
  return format === 'docx';
}

/** The lines of a script file. Every fault of the file is a ScriptError that names its row where it has one. */
export function parseScript(input: ScriptInput): ParsedScript {
  try {
    return parseWith(input, { weak_ids: true });
  } catch (error) {
    if (!(error instanceof WeakIdError)) throw error;
    return parseWith(input, { weak_ids: false });
  }
}

function parseWith(input: ScriptInput, { weak_ids }: Pick<Sink, 'weak_ids'>): ParsedScript {
  const collector = createLineCollector({
    source_language: input.source_language,
    max_lines: input.max_lines ?? DEFAULT_MAX_LINES,
  });
  const reading = createReading(input.format);
  READERS[input.format](input, { add: collector.add, notes: reading.notes, weak_ids });
  const { lines, generated_id_count } = collector.finish();
  return { lines, reading: reading.finish(lines, generated_id_count) };
}

function ofText(read: TextReader): Reader {
  return (input, sink) => {
    const { text, encoding, guessed } = decodeText(input.bytes);
    sink.notes.encoding(encoding, guessed);
    read(text, input, sink);
  };
}

function readTextLines(text: string, _input: ScriptInput, { add }: Sink): void {
  let row = 0;
  for (const match of text.matchAll(/([^\r\n\u2028\u2029]*)(?:\r\n|[\r\n\u2028\u2029]|$)/g)) {
    row += 1;
    add({ script: match[1] ?? '', row });
  }
}

function readSubtitles(text: string, _input: ScriptInput, { add, notes }: Sink): void {
  let broken = 0;
  const cues = parseCues(text, (block) => {
    if (block.code === 'broken_cue') broken += 1;
    notes.skipped(block);
  });
  if (cues.length === 0 && broken > 0) {
    const message = 'The times of no cue can be read. They should look like `00:00:01,000 --> 00:00:02,500`.';
    throw new ScriptError(message, { code: 'BROKEN_FILE', row: 1 });
  }
  if (cues.length === 0 && cleanScript(text) !== '') {
    throw new ScriptError('The file has no subtitle cue (no line with `-->`).', {
      code: 'BROKEN_FILE',
      row: 1,
    });
  }
  for (const cue of cues) {
    const length_ms = cue.end_ms - cue.start_ms;
    if (cleanScript(cue.text) === '') {
      notes.skipped({ row: cue.row, code: 'no_text', message: 'The cue has no text to speak.' });
      continue;
    }
    add({
      script: joinCueLines(cue.text),
      row: cue.row,
      start_ms: cue.start_ms,
      max_duration_ms: length_ms > 0 ? length_ms : null,
      ...(cue.speaker === null ? {} : { character_name: cue.speaker }),
    });
  }
}

/** Lines of one cue are one spoken sentence; Chinese and Japanese put no space where a line breaks. */
function joinCueLines(text: string): string {
  return text
    .replace(/(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}。、！？])\n/gu, '')
    .replaceAll('\n', ' ');
}
