import { cleanScript } from './characters.ts';
import { readCsv } from './csv.ts';
import { decodeText } from './encoding.ts';
import { ScriptError } from './script-error.ts';
import { createLineCollector, type RawLine, type ScriptLine } from './script-lines.ts';
import { parseCues } from './srt.ts';

export { countCharacters } from './characters.ts';
export { ScriptError, type ScriptErrorCode } from './script-error.ts';
export type { ScriptLine } from './script-lines.ts';

export type ScriptFormat = 'txt' | 'csv' | 'tsv' | 'srt';

export type ScriptInput = {
  bytes: Uint8Array;
  format: ScriptFormat;
  csv_column: string | null;
  csv_has_header: boolean;
  source_language: string | null;
  max_lines?: number;
};

type Reader = (text: string, input: ScriptInput, add: (raw: RawLine) => void) => void;

const DEFAULT_MAX_LINES = 100_000;

const READERS: Record<ScriptFormat, Reader> = {
  txt: readTextLines,
  csv: readCsv,
  tsv: readCsv,
  srt: readSubtitles,
};

/** The lines of a script file. Every fault of the file is a ScriptError that names its row where it has one. */
export function parseScript(input: ScriptInput): ScriptLine[] {
  const collector = createLineCollector({
    source_language: input.source_language,
    max_lines: input.max_lines ?? DEFAULT_MAX_LINES,
  });
  READERS[input.format](decodeText(input.bytes), input, collector.add);
  return collector.finish();
}

function readTextLines(text: string, _input: ScriptInput, add: (raw: RawLine) => void): void {
  let row = 0;
  for (const match of text.matchAll(/([^\r\n\u2028\u2029]*)(?:\r\n|[\r\n\u2028\u2029]|$)/g)) {
    row += 1;
    add({ script: match[1] ?? '', row });
  }
}

function readSubtitles(text: string, _input: ScriptInput, add: (raw: RawLine) => void): void {
  const cues = parseCues(text);
  if (cues.length === 0 && cleanScript(text) !== '') {
    throw new ScriptError('The file has no subtitle cue (no line with `-->`).', {
      code: 'BROKEN_FILE',
      row: 1,
    });
  }
  for (const cue of cues) {
    const length_ms = cue.end_ms - cue.start_ms;
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
