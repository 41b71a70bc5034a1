import { on } from 'node:events';
import { extname } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import {
  countScript,
  isArchive,
  isScriptFormat,
  isTextFormat,
  type ScriptCounts,
  type ScriptFormat,
} from '@voiceloom/text';
import pLimit from 'p-limit';
import type { App } from '../../app.ts';
import { type BlobStore, isStorageError } from '../../storage/index.ts';
import type { CountInput, CountMessage } from './count-worker.ts';
import { type Confirmation, setUploadCounts, type UploadRow } from './queries.ts';

type Counts = Pick<Confirmation, 'char_count' | 'line_count'>;

/** How long a confirmation waits for the counts. If counting takes longer, they are added later. */
const COUNTING_WAIT_MS = 10_000;
export const NO_COUNTS: Counts = { char_count: null, line_count: null };

/** The characters and lines of an uploaded script. Null if the file is not a script or cannot be read. */
export async function countUpload(
  { storage }: Pick<App, 'storage'>,
  { category, format }: UploadRow,
  { object_key, size_bytes }: { object_key: string; size_bytes: number },
): Promise<Counts> {
  if (category !== 'script' || !isScriptFormat(format)) return NO_COUNTS;
  return (await countStoredScript(storage, { object_key, size_bytes, format })) ?? NO_COUNTS;
}

/** Returns undefined if counting takes longer than a confirmation waits. */
export function waitForCounts<T>(counting: Promise<T>): Promise<T | undefined> {
  return Promise.race([counting, delay(COUNTING_WAIT_MS, undefined, { ref: false })]);
}

/** The counts of confirmed uploads that are still in progress. */
const pendingAdditions = new Map<string, Promise<Counts | undefined>>();

/** Records the counts of a confirmed upload when they are known. Never rejects: undefined if counting fails. */
export function addCountsLater(
  { db, log }: Pick<App, 'db' | 'log'>,
  id: string,
  counting: Promise<Counts>,
): Promise<Counts | undefined> {
  const addition = counting
    .then(async (counts) => {
      await setUploadCounts(db, id, counts);
      return counts;
    })
    .catch((error: unknown) => {
      // NOT_FOUND means that the upload has been deleted.
      if (!isStorageError(error, 'NOT_FOUND')) log.warn({ err: error, upload_id: id }, 'script not counted');
      return undefined;
    })
    .finally(() => pendingAdditions.delete(id));
  pendingAdditions.set(id, addition);
  return addition;
}

/** Counts a confirmed upload without counts, because the process that should add them may have ended. */
export async function addMissingCounts(
  app: Pick<App, 'db' | 'log' | 'storage'>,
  upload: UploadRow,
): Promise<UploadRow> {
  const { id, object_key, size_bytes } = upload;
  if (upload.category !== 'script' || upload.line_count !== null || size_bytes === null) return upload;
  const addition =
    pendingAdditions.get(id) ?? addCountsLater(app, id, countUpload(app, upload, { object_key, size_bytes }));
  const counts = await waitForCounts(addition);
  return { ...upload, ...counts };
}

// Even if every other byte begins a line, parsing takes a few milliseconds. Larger files would block other requests.
const INLINE_BYTES = 16_384;
/** Files up to this size do not wait behind larger ones. Larger files that must be read as a whole are not counted. */
const LARGE_BYTES = 8 * 1024 * 1024;
/** The maximum time for one file, without its time in the queue. */
const DEADLINE_MS = 120_000;
/** Without a limit, the young generation grows to more than a hundred megabytes. */
const HEAP = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 96 };

const limits = { inline: pLimit(8), small: pLimit(1), large: pLimit(1) };

/**
 * Counts a stored script with little memory. Large scripts and archives are counted in a thread, one after the other.
 * Null if the file cannot be read within the limits of memory and time.
 */
async function countStoredScript(
  storage: BlobStore,
  { object_key, size_bytes, format }: { object_key: string; size_bytes: number; format: ScriptFormat },
): Promise<ScriptCounts | null> {
  if (size_bytes > LARGE_BYTES && !isTextFormat(format)) return null;
  const input = { size_bytes, format };
  const openScript = async () => (await storage.get(object_key)).stream;
  if (size_bytes > INLINE_BYTES || isArchive(format)) {
    const limit = size_bytes > LARGE_BYTES ? limits.large : limits.small;
    return limit(() => countInThread(input, openScript));
  }
  return limits.inline(async () => {
    const bytes = await buffer(await openScript());
    return countScript({ ...input, read: () => [bytes] });
  });
}

/**
 * Counts the lines and characters of a script in a thread, which gets the file piece by piece. Null if it cannot be
 * read in time.
 */
async function countInThread(
  input: CountInput,
  openScript: () => Promise<Readable>,
): Promise<ScriptCounts | null> {
  const file = new URL(`./count-worker${extname(import.meta.url)}`, import.meta.url);
  // Without the environment of the service: even if a file exploits its reader, the thread contains no secrets.
  const worker = new Worker(file, { workerData: input, env: {}, resourceLimits: HEAP });
  let stream: Readable | undefined;
  let pieces: AsyncIterator<Uint8Array> | undefined;
  const stop = () => {
    stream?.destroy();
    return worker.terminate();
  };
  const timer = setTimeout(stop, DEADLINE_MS);
  try {
    for await (const [posted] of on(worker, 'message', { close: ['exit'] })) {
      // The thread requests piece after piece, and the first one again if it reads the file once more.
      const message: CountMessage = posted;
      if (typeof message === 'object') return message.counts;
      if (message === 'first') {
        stream?.destroy();
        stream = await openScript();
        pieces = stream[Symbol.asyncIterator]();
      }
      const piece: Uint8Array | undefined = (await pieces?.next())?.value;
      // Transfers the piece, so that its memory is freed without the garbage collector of this thread. Copies shared
      // memory first.
      const isWhole = piece?.buffer.byteLength === piece?.byteLength;
      const transferable = piece && !isWhole ? new Uint8Array(piece) : piece;
      worker.postMessage(transferable, transferable ? [transferable.buffer as ArrayBuffer] : []);
    }
    // The thread ended at the deadline.
    return null;
  } catch (error) {
    // If its reader rejects a file, the file is still confirmed, but without counts.
    if (isStorageError(error)) throw error;
    return null;
  } finally {
    clearTimeout(timer);
    await stop();
  }
}
