import { Readable } from 'node:stream';
import { type ExportInput, listFiles } from './files.ts';
import { readAhead } from './read-ahead.ts';
import { writeZip, type ZipEntry } from './zip.ts';

const PIECE_LENGTH = 64 * 1024;
const WHOLE_FILE_BYTES = 4 * 1024 * 1024;

/**
 * The ZIP of a run, built while it is read. One audio file is open at a time, and only names and subtitles of the lines
 * stay in memory. An error, or a reader that closes, also closes the open audio.
 */
export function streamArchive(input: ExportInput): Readable {
  // ZIP dates begin in 1980.
  const mtime = new Date(input.run.completed_at ?? input.run.started_at ?? '1980-01-01');
  /** The one file that is open at the moment. */
  let audio: Readable | null = null;
  let isClosed = false;
  async function* listEntries(): AsyncGenerator<ZipEntry> {
    for await (const file of listFiles(input)) {
      const { name } = file;
      if (file.item === null) {
        yield { name, mtime, content: file.pieces(), compress: true };
        continue;
      }
      const source = await file.openAudio();
      audio = source;
      try {
        if (isClosed) return;
        yield { name, mtime, content: await readAhead(source, WHOLE_FILE_BYTES), compress: false };
      } finally {
        audio = null;
        source.destroy();
      }
    }
  }
  const pieces = writeZip(listEntries());
  return new Readable({
    highWaterMark: PIECE_LENGTH,
    read() {
      pieces.next().then(
        ({ done, value }) => this.push(done ? null : value),
        (error) => this.destroy(error instanceof Error ? error : new Error(String(error))),
      );
    },
    destroy(error, done) {
      isClosed = true;
      // Otherwise, a source that hangs would keep the generator open.
      audio?.destroy();
      pieces.return(undefined).catch(() => {});
      done(error);
    },
  });
}
