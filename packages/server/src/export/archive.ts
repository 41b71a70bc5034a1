import { Readable } from 'node:stream';
import type { ExportRun } from './export-line.ts';
import { type ExportFile, type ExportInput, listFiles } from './files.ts';
import { readAhead } from './read-ahead.ts';
import { writeZip, type ZipEntry } from './zip.ts';

/** `audio` is the one file that is open at the moment. */
type Pass = { input: ExportInput; mtime: Date; audio: Readable | null; closed: boolean };

const PIECE_LENGTH = 64 * 1024;
const WHOLE_FILE_BYTES = 4 * 1024 * 1024;

/**
 * The ZIP of a run, built while it is read. One audio file is open at a time, and only names and subtitles of the lines
 * stay in memory. An error, or a reader that closes, also closes the open audio.
 */
export function streamArchive(input: ExportInput): Readable {
  const pass: Pass = { input, mtime: modifiedAt(input.run), audio: null, closed: false };
  const pieces = writeZip(listEntries(pass));
  return new Readable({
    highWaterMark: PIECE_LENGTH,
    read() {
      pieces.next().then(
        ({ done, value }) => this.push(done ? null : value),
        (error) => this.destroy(error instanceof Error ? error : new Error(String(error))),
      );
    },
    destroy(error, done) {
      pass.closed = true;
      // Otherwise, a source that hangs would keep the generator open.
      pass.audio?.destroy();
      pieces.return(undefined).catch(() => {});
      done(error);
    },
  });
}

function modifiedAt(run: ExportRun): Date {
  const time = Date.parse(run.completed_at ?? run.started_at ?? '');
  // ZIP dates begin in 1980.
  return new Date(Number.isNaN(time) ? Date.UTC(1980, 0, 1) : time);
}

async function* listEntries(pass: Pass): AsyncGenerator<ZipEntry> {
  const { mtime } = pass;
  for await (const file of listFiles(pass.input)) {
    if (file.item === null) yield { name: file.name, mtime, content: file.pieces(), compress: true };
    else yield* audioEntry(pass, file);
  }
}

async function* audioEntry(
  pass: Pass,
  { name, openAudio }: Extract<ExportFile, { openAudio: unknown }>,
): AsyncGenerator<ZipEntry> {
  const audio = await openAudio();
  pass.audio = audio;
  try {
    if (pass.closed) return;
    const content = await readAhead(audio, WHOLE_FILE_BYTES);
    yield { name, mtime: pass.mtime, content, compress: false };
  } finally {
    pass.audio = null;
    audio.destroy();
  }
}
