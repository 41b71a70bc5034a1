import { Readable } from 'node:stream';
import { writeSrt, writeVtt } from '../text/subtitles.ts';
import { collectCue, type LocaleCues, placeCues } from './archive-cues.ts';
import type { ExportItem, ExportRow, ExportRun } from './export-line.ts';
import { foldName, renderFileName } from './file-names.ts';
import { writeManifestCsv, writeManifestJson } from './manifest.ts';
import { readAhead } from './read-ahead.ts';
import { writeReport } from './report.ts';
import { writeZip, type ZipEntry } from './zip-writer.ts';

export type ArchiveInput = {
  run: ExportRun;
  /** Called once per pass (audio, manifests, report); every pass must give the same lines in the same order. */
  items: () => AsyncIterable<ExportItem>;
  options: {
    file_pattern: string;
    manifest: boolean;
    subtitles: readonly ('srt' | 'vtt')[];
    /** Whole lines as cues where left out. */
    subtitle_timing?: 'line' | 'word';
    report: boolean;
  };
  signal?: AbortSignal;
};

/** `audio` is the one file that is open at the moment. */
type Pass = { input: ArchiveInput; mtime: Date; audio: Readable | null; closed: boolean };

/** Names at the root of the archive that no audio file may take. */
export const RESERVED_NAMES = ['manifest.csv', 'manifest.json', 'report.html', 'subtitles'];
const PIECE_LENGTH = 64 * 1024;
const WHOLE_FILE_BYTES = 4 * 1024 * 1024;

/**
 * The ZIP of a run, built while it is read: one audio file is open at a time, and of the lines only names
 * and subtitle texts stay in memory. A fault, an abort or a closed reader destroys it and the open audio.
 */
export function streamArchive(input: ArchiveInput): Readable {
  const pass: Pass = { input, mtime: modifiedAt(input.run), audio: null, closed: false };
  const pieces = writeZip(listEntries(pass));
  const { signal } = input;
  const abort = () => output.destroy(asError(signal?.reason ?? 'The archive was aborted.'));
  const output = new Readable({
    highWaterMark: PIECE_LENGTH,
    read() {
      pieces.next().then(
        ({ done, value }) => this.push(done ? null : value),
        (error) => this.destroy(asError(error)),
      );
    },
    destroy(error, done) {
      signal?.removeEventListener('abort', abort);
      pass.closed = true;
      // A hanging source would keep the generator from ending by itself.
      pass.audio?.destroy();
      pieces.return(undefined).catch(() => {});
      done(error);
    },
  });
  signal?.addEventListener('abort', abort, { once: true });
  if (signal?.aborted) abort();
  return output;
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}

function modifiedAt(run: ExportRun): Date {
  const time = Date.parse(run.completed_at ?? run.started_at ?? '');
  // ZIP dates begin in 1980.
  return new Date(Number.isNaN(time) ? Date.UTC(1980, 0, 1) : time);
}

async function* listEntries(pass: Pass): AsyncGenerator<ZipEntry> {
  const { options, run, items } = pass.input;
  const files = new Map<string, string>();
  const cues: LocaleCues = new Map();
  yield* listAudio(pass, files, cues);
  const rows = async function* (): AsyncGenerator<ExportRow> {
    for await (const { openAudio: _, ...line } of items()) {
      yield { line, file: files.get(keyOf(line)) ?? null };
    }
  };
  if (options.manifest) {
    yield textEntry(pass, 'manifest.csv', writeManifestCsv(rows));
    yield textEntry(pass, 'manifest.json', writeManifestJson(run, rows));
  }
  for (const [locale, lines] of cues) {
    const placed = placeCues(lines);
    for (const format of options.subtitles) {
      const write = format === 'srt' ? writeSrt : writeVtt;
      yield textEntry(pass, `subtitles/${locale}.${format}`, write(placed));
    }
  }
  if (options.report) yield textEntry(pass, 'report.html', writeReport({ run, rows }));
}

function keyOf(line: { locale_code: string; line_id: string }): string {
  return `${line.locale_code}\u0000${line.line_id}`;
}

async function* listAudio(
  pass: Pass,
  files: Map<string, string>,
  cues: LocaleCues,
): AsyncGenerator<ZipEntry> {
  const { input, mtime } = pass;
  const taken = new Set(RESERVED_NAMES.map(foldName));
  for await (const item of input.items()) {
    const opening = item.status === 'delivered' ? item.openAudio() : null;
    if (opening === null) continue;
    const audio = await opening;
    pass.audio = audio;
    try {
      if (pass.closed) return;
      const name = renderFileName(input.options.file_pattern, nameValues(item, input.run), taken);
      yield { name, mtime, content: await readAhead(audio, WHOLE_FILE_BYTES), compress: false };
      files.set(keyOf(item), name);
      if (input.options.subtitles.length > 0) collectCue(cues, item, input.options.subtitle_timing ?? 'line');
    } finally {
      pass.audio = null;
      audio.destroy();
    }
  }
}

function nameValues(item: ExportItem, run: ExportRun) {
  return {
    locale: item.locale_code,
    character: item.character_name,
    line_id: item.line_id,
    line_index: item.line_index,
    workflow: run.workflow_name,
    run: run.run_number === null ? run.run_id : String(run.run_number),
    voice: item.voice_name,
    ext: item.ext,
  };
}

function textEntry(pass: Pass, name: string, pieces: Iterable<string> | AsyncIterable<string>): ZipEntry {
  return { name, mtime: pass.mtime, content: batched(pieces), compress: true };
}

async function* batched(pieces: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Buffer> {
  let waiting = '';
  for await (const piece of pieces) {
    waiting += piece;
    if (waiting.length < PIECE_LENGTH) continue;
    yield Buffer.from(waiting);
    waiting = '';
  }
  if (waiting !== '') yield Buffer.from(waiting);
}
