import { Readable } from 'node:stream';
import { type ExportInput, listFiles } from './files.ts';
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
  const time = Date.parse(input.run.completed_at ?? input.run.started_at ?? '');
  // ZIP dates begin in 1980.
  const mtime = new Date(Number.isNaN(time) ? Date.UTC(1980, 0, 1) : time);
  const pass: Pass = { input, mtime, audio: null, closed: false };
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

async function* listEntries(pass: Pass): AsyncGenerator<ZipEntry> {
  const { mtime } = pass;
  for await (const file of listFiles(pass.input)) {
    const { name } = file;
    if (file.item === null) {
      yield { name, mtime, content: file.pieces(), compress: true };
      continue;
    }
    const audio = await file.openAudio();
    pass.audio = audio;
    try {
      if (pass.closed) return;
      yield { name, mtime, content: await readAhead(audio, WHOLE_FILE_BYTES), compress: false };
    } finally {
      pass.audio = null;
      audio.destroy();
    }
  }
}
