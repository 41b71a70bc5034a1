import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { explainFullDisk, ModelError } from './model-error.ts';

export interface Download {
  url: string;
  /** The file to write. A file that is there already is continued if it belongs to the same URL. */
  file: string;
  signal: AbortSignal;
  /** Called about once per megabyte. `total` is undefined if the server does not say it. */
  onProgress?(done: number, total: number | undefined): void;
  /** How long a server may send nothing. */
  idle_ms?: number;
  /** How often to continue after a cut connection, and the first pause before that. */
  tries?: number;
  pause_ms?: number;
  /** A larger file is refused. */
  max_bytes?: number;
}

/** What is known of a part of a file is beside it. */
export const noteFileOf = (file: string): string => `${file}.json`;

const IDLE_MS = 30_000;
const TRIES = 6;
const PAUSE_MS = 500;
const REPORTED_BYTES = 1_048_576;
/** Several times the largest model of the registry. */
const MAX_BYTES = 4 * 1_024 ** 3;

/** What is known of a part of a file, so that only the same file is continued. */
interface PartNote {
  url: string;
  /** A version that `If-Range` accepts. */
  version: string | null;
}

/** Downloads a file. After a cut connection, it goes on where it stopped, also in a later process. */
export async function download(request: Download): Promise<void> {
  const { file, signal, tries = TRIES, pause_ms = PAUSE_MS } = request;
  await mkdir(dirname(file), { recursive: true });
  for (let attempt = 1; ; attempt += 1) {
    signal.throwIfAborted();
    const before = await sizeOf(file);
    try {
      await downloadRest(request);
      return;
    } catch (error) {
      signal.throwIfAborted();
      const explained = explainFullDisk(error, dirname(file));
      if (explained instanceof ModelError) throw explained;
      // Progress proves that the server works, so only attempts without it count.
      if ((await sizeOf(file)) > before) attempt = 1;
      if (attempt >= tries) {
        const reason = error instanceof Error ? describe(error) : String(error);
        const message = `The download of ${request.url} failed: ${reason}. Repeat the command to continue it.`;
        throw new ModelError(message, { cause: error });
      }
      await delay(pause_ms * 2 ** (attempt - 1), undefined, { signal });
    }
  }
}

/** The size of the part of an earlier command, and the headers that request the rest of the same file. */
async function findPart({ url, file }: Download): Promise<{ done: number; headers: Record<string, string> }> {
  const note = await readNote(noteFileOf(file));
  const done = note?.url === url && note.version !== null ? await sizeOf(file) : 0;
  const headers: Record<string, string> = { 'accept-encoding': 'identity' };
  if (done > 0 && note?.version) {
    headers.range = `bytes=${done}-`;
    headers['if-range'] = note.version;
  }
  return { done, headers };
}

/** Requests what is missing, and appends it. */
async function downloadRest(request: Download): Promise<void> {
  const { url, file, signal, onProgress, idle_ms = IDLE_MS, max_bytes = MAX_BYTES } = request;
  const noteFile = noteFileOf(file);
  const requireSize = (bytes: number): void => {
    if (bytes > max_bytes)
      throw new ModelError(`${url} has more than ${Math.floor(max_bytes / 1_048_576)} MB.`);
  };
  const part = await findPart(request);
  const { headers } = part;
  let { done } = part;
  const idle = new AbortController();
  const timer = setTimeout(() => idle.abort(new Error(`no data for ${idle_ms / 1_000} s`)), idle_ms);
  try {
    const response = await fetch(url, { headers, signal: AbortSignal.any([signal, idle.signal]) });
    if (response.status === 416) {
      // The part of an earlier command was the whole file.
      if (done > 0 && response.headers.get('content-range') === `bytes */${done}`)
        return onProgress?.(done, done);
      // The file on the server is shorter than the part, so the part is of another one.
      await Promise.all([rm(file, { force: true }), rm(noteFile, { force: true })]);
      throw new Error('the server has a different file now');
    }
    if (response.status >= 400 && response.status < 500 && response.status !== 429)
      throw new ModelError(`${url} answered with status ${response.status}.`);
    if (!response.ok || !response.body) throw new Error(`status ${response.status}`);
    if (response.status !== 206) done = 0;
    const length = Number(response.headers.get('content-length'));
    const total = length > 0 ? done + length : undefined;
    requireSize(total ?? done);
    const etag = response.headers.get('etag');
    // A weak tag does not promise the same bytes.
    const version = etag?.startsWith('"') ? etag : response.headers.get('last-modified');
    await writeFile(noteFile, JSON.stringify({ url, version } satisfies PartNote));
    let reported = done;
    const { body } = response;
    const countedChunks = async function* (): AsyncGenerator<Uint8Array> {
      for await (const chunk of body) {
        timer.refresh();
        done += chunk.length;
        requireSize(done);
        if (done - reported >= REPORTED_BYTES) {
          reported = done;
          onProgress?.(done, total);
        }
        yield chunk;
      }
    };
    await pipeline(countedChunks, createWriteStream(file, { flags: done > 0 ? 'a' : 'w' }));
    if (total !== undefined && done < total) throw new Error('the connection was cut');
    onProgress?.(done, total);
  } finally {
    clearTimeout(timer);
  }
}

/** The size that a server states; undefined if it does not. */
export async function findDownloadSize(url: string, signal: AbortSignal): Promise<number | undefined> {
  try {
    const response = await fetch(url, { method: 'HEAD', signal });
    const length = Number(response.headers.get('content-length'));
    return response.ok && length > 0 ? length : undefined;
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}

async function readNote(noteFile: string): Promise<PartNote | undefined> {
  try {
    return JSON.parse(await readFile(noteFile, 'utf8')) as PartNote;
  } catch {
    // Without a note, the download starts again.
    return undefined;
  }
}

async function sizeOf(file: string): Promise<number> {
  const stats = await stat(file).catch(() => undefined);
  return stats?.size ?? 0;
}

/** `fetch` hides the reason in the cause. */
function describe(error: Error): string {
  return error.cause instanceof Error ? error.cause.message : error.message;
}
