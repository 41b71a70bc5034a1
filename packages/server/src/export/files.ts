import type { Readable } from 'node:stream';
import { writeSrt, writeVtt } from '@voiceloom/text';
import { collectCue, type LocaleCues, placeCues } from './cues.ts';
import { type ExportItem, type ExportLine, type ExportRow, type ExportRun, lineKey } from './export-line.ts';
import { foldName, renderFileName } from './file-names.ts';
import { writeManifestCsv, writeManifestJson } from './manifest.ts';
import { writeReport } from './report/report.ts';

export type ExportInput = {
  run: ExportRun;
  /**
   * Called once per pass (audio, manifests, report); every pass must yield the same lines in the same order. Only the
   * report and the list of pick-ups need decisions.
   */
  items: (needs?: { decisions: boolean }) => AsyncIterable<ExportItem>;
  options: {
    file_pattern: string;
    manifest: boolean;
    subtitles: readonly ('srt' | 'vtt')[];
    /** Default: whole lines as cues. */
    subtitle_timing?: 'line' | 'word';
    report: boolean;
  };
};

/** A file of an export: the audio of a line, or a text that is generated while it is read. */
export type ExportFile =
  | { name: string; item: ExportItem; openAudio: () => Promise<Readable> }
  | { name: string; item: null; pieces: () => AsyncGenerator<Buffer> };

/** Names at the root of an export that no audio file may take. */
const RESERVED_NAMES = ['manifest.csv', 'manifest.json', 'report.html', 'subtitles'];
const PIECE_LENGTH = 64 * 1024;
const SUBTITLE_WRITERS = { srt: writeSrt, vtt: writeVtt };

/**
 * The files of an export in order, not yet opened: the audio of every line, then the files about all lines.
 * Only the names and subtitle texts of the lines stay in memory.
 */
export async function* listFiles(input: ExportInput): AsyncGenerator<ExportFile> {
  const { options, run, items } = input;
  const files = new Map<string, string>();
  const cues: LocaleCues = new Map();
  const createName = createNamer(options.file_pattern, run);
  for await (const item of items()) {
    const { openAudio } = item;
    if (item.status !== 'delivered' || openAudio === null) continue;
    const name = createName(item);
    files.set(lineKey(item), name);
    if (options.subtitles.length > 0) collectCue(cues, item, options.subtitle_timing ?? 'line');
    yield { name, item, openAudio };
  }
  const rows = async function* (needs?: { decisions: boolean }): AsyncGenerator<ExportRow> {
    for await (const { openAudio: _, ...line } of items(needs)) {
      yield { line, file: files.get(lineKey(line)) ?? null };
    }
  };
  if (options.manifest) {
    yield createTextFile('manifest.csv', () => writeManifestCsv(rows));
    yield createTextFile('manifest.json', () => writeManifestJson(run, rows));
  }
  for (const [locale, lines] of cues) {
    for (const format of options.subtitles) {
      yield createTextFile(`subtitles/${locale}.${format}`, () => SUBTITLE_WRITERS[format](placeCues(lines)));
    }
  }
  if (options.report)
    yield createTextFile('report.html', () => writeReport({ run, rows: () => rows({ decisions: true }) }));
}

/** Every line of an export, with its decision and the path of its audio in the export. */
export async function* listRows({ run, items, options }: ExportInput): AsyncGenerator<ExportRow> {
  const createName = createNamer(options.file_pattern, run);
  for await (const { openAudio, ...line } of items({ decisions: true })) {
    let file: string | null = null;
    if (line.status === 'delivered' && openAudio !== null) file = createName(line);
    yield { line, file };
  }
}

type NamedLine = Pick<
  ExportLine,
  'locale_code' | 'character_name' | 'line_id' | 'line_index' | 'voice_name' | 'ext'
>;

/** Returns a function that names delivered lines by a pattern. Call it in the order of the export. */
export function createNamer(
  pattern: string,
  run: Pick<ExportRun, 'workflow_name' | 'run_number'>,
): (line: NamedLine) => string {
  const paths = new Set(RESERVED_NAMES.map(foldName));
  return (line) => {
    const values = {
      locale: line.locale_code,
      character: line.character_name,
      line_id: line.line_id,
      line_index: line.line_index,
      workflow: run.workflow_name,
      run: String(run.run_number),
      voice: line.voice_name,
      ext: line.ext,
    };
    return renderFileName(pattern, values, paths);
  };
}

/** A file of the archive that belongs to no line. */
function createTextFile(name: string, write: () => Iterable<string> | AsyncIterable<string>): ExportFile {
  return { name, item: null, pieces: () => inPieces(write()) };
}

/** Joins small texts into pieces that are large enough to send efficiently. */
export async function* inPieces(pieces: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Buffer> {
  let waiting = '';
  for await (const piece of pieces) {
    waiting += piece;
    if (waiting.length < PIECE_LENGTH) continue;
    yield Buffer.from(waiting);
    waiting = '';
  }
  if (waiting !== '') yield Buffer.from(waiting);
}
