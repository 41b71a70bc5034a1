import { ConnectionError, InputError, ResponseError } from '../core/client-errors.ts';
import { VoiceloomError } from '../core/errors.ts';
import { onServer } from '../core/options.ts';
import { asConnectionError, type Core } from '../core/request.ts';
import type { DownloadLink } from '../generated/types.ts';
import { readChunks } from '../runs/chunks.ts';
import { sleep, withinDeadline } from '../transport/deadline.ts';
import type { ServiceResponse } from '../transport/fetch.ts';
import { readError, redirectError } from '../transport/response.ts';
import { asksTooMuch, backoffMs, isTransient } from '../transport/retry.ts';

/** How far a transfer is. */
export interface TransferProgress {
  /** Bytes so far. */
  bytes: number;
  /** Null where the size is not known beforehand. */
  totalBytes: number | null;
}

/** How to download. */
export interface DownloadOptions {
  /** Ends the download with AbortError. */
  signal?: AbortSignal;
  /** Called after every piece. */
  onProgress?: (progress: TransferProgress) => void;
}

/**
 * A file that is being downloaded. Read it once: as a stream, by `for await`, or whole. A second reading is refused.
 *
 * @example
 * ```ts
 * const download = await client.download(link);
 * await new Response(download.stream()).arrayBuffer();
 * const bytes = await (await client.download(link)).bytes();
 * ```
 */
export interface Download extends AsyncIterable<Uint8Array> {
  /** The name that the service gives it. */
  filename: string;
  /** Null where the service does not know the size beforehand. */
  sizeBytes: number | null;
  /** Its media type; null where the service does not say. */
  contentType: string | null;
  /** The SHA-256 in hexadecimal that its bytes must have; null where the service does not say. */
  sha256: string | null;
  /** The bytes as a web stream, not compared with `sha256`. */
  stream(): ReadableStream<Uint8Array>;
  /** All bytes, compared with `sha256`; for files that fit into memory. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
}

type Source = { core: Core; url: string; options: DownloadOptions };

function connectOnce(
  { core, url, options }: Source,
  headers: Record<string, string>,
): Promise<ServiceResponse> {
  const limits = { timeoutMs: core.idleTimeoutMs, signal: options.signal, name: 'Opening the download' };
  return withinDeadline(limits, async ({ signal }) => {
    try {
      const response = await core.fetchSigned(url, { headers, signal, redirect: 'manual' });
      const redirected = redirectError(response);
      if (redirected) throw redirected;
      if (!response.ok) throw await readError(response);
      return response;
    } catch (error) {
      throw asConnectionError(error, 'The download');
    }
  });
}

/** A page would have to ask a bucket whether it may say so; the service lets it. */
const mayAskForDigest = ({ core, url }: Source) =>
  onServer() || new URL(url, core.baseUrl).origin === new URL(core.baseUrl).origin;

async function connect(source: Source, part: Record<string, string> = {}): Promise<ServiceResponse> {
  const { core, options } = source;
  const headers = mayAskForDigest(source) ? { ...part, 'want-repr-digest': 'sha-256=1' } : part;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await connectOnce(source, headers);
    } catch (error) {
      const again = error instanceof VoiceloomError && isTransient(error) && !asksTooMuch(error, core);
      if (!again || attempt >= core.maxRetries) throw error;
      await sleep(error.retryAfterMs ?? backoffMs(attempt), options.signal);
    }
  }
}

function sizeOf({ headers }: ServiceResponse): number | null {
  const text = headers.get('content-length');
  return text === null || headers.has('content-encoding') ? null : Number(text);
}

/** The digest of the whole file (RFC 9530), also beside a part of it. */
function sha256Of({ headers }: ServiceResponse): string | null {
  const [, base64] = /(?:^|,)\s*sha-256=:([a-z0-9+/]{43}=):/i.exec(headers.get('repr-digest') ?? '') ?? [];
  return base64 === undefined ? null : hexOf(Uint8Array.from(atob(base64), (text) => text.charCodeAt(0)));
}

const hexOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The rest of a file after its first `from` bytes; undefined where the service cannot give it. */
async function reconnect(
  source: Source,
  first: ServiceResponse,
  from: number,
): Promise<ServiceResponse | undefined> {
  const etag = first.headers.get('etag');
  if (etag === null || etag.startsWith('W/') || first.headers.get('accept-ranges') !== 'bytes')
    return undefined;
  // Ranges count packed bytes, and `from` is of those that were unpacked.
  if (first.headers.has('content-encoding')) return undefined;
  const response = await connect(source, { range: `bytes=${from}-`, 'if-range': etag });
  const fits = response.status === 206 && response.headers.get('etag') === etag;
  // A page may not be shown the range; what came then fits as far as can be seen.
  const range = response.headers.get('content-range');
  if (fits && (range === null || range.startsWith(`bytes ${from}-`))) return response;
  response.body?.cancel().catch(() => {});
  return undefined;
}

async function* readResuming(
  source: Source,
  first: ServiceResponse,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { core, options } = source;
  const totalBytes = sizeOf(first);
  let [response, bytes]: [ServiceResponse, number] = [first, 0];
  let own: unknown;
  const report = () => {
    try {
      options.onProgress?.({ bytes, totalBytes });
    } catch (error) {
      own = error;
      throw error;
    }
  };
  for (let failures = 0; ; failures += 1) {
    try {
      const reading = { idleTimeoutMs: core.idleTimeoutMs, signal: options.signal };
      for await (const chunk of readChunks(response.body, reading)) {
        bytes += chunk.byteLength;
        yield chunk;
        report();
      }
      if (totalBytes === null || bytes === totalBytes) return;
      throw new ConnectionError(`The download ended after ${bytes} of ${totalBytes} bytes.`);
    } catch (error) {
      const broken = error instanceof VoiceloomError && ['CONNECTION_FAILED', 'TIMEOUT'].includes(error.code);
      // What the caller threw is none of the transfer, whatever its class.
      if (!broken || error === own || failures >= core.maxRetries) throw error;
      await sleep(backoffMs(failures), options.signal);
      const rest = await reconnect(source, first, bytes);
      if (rest === undefined) throw error;
      response = rest;
    }
  }
}

/**
 * Leaving `chunks` ends a read that hangs and closes the connection, also where nothing was read: a generator that was
 * not begun would not notice.
 */
function closing(
  chunks: AsyncGenerator<Uint8Array, void, undefined>,
  response: ServiceResponse,
  stop: AbortController,
): AsyncGenerator<Uint8Array, void, undefined> {
  const end = chunks.return.bind(chunks);
  chunks.return = (value) => {
    stop.abort();
    response.body?.cancel().catch(() => {});
    return end(value);
  };
  return chunks;
}

/** Gives `chunks` once. A second reader would find nothing, and take that for the file; it can only end the first. */
function once(chunks: AsyncGenerator<Uint8Array, void, undefined>, filename: string) {
  let isRead = false;
  const refuse = () => Promise.reject(new InputError(`${filename} has been read: download it again.`));
  return (): typeof chunks => {
    if (isRead) return Object.create(chunks, { next: { value: refuse } });
    isRead = true;
    return chunks;
  };
}

function toStream(chunks: AsyncGenerator<Uint8Array, void, undefined>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => {
      await chunks.return();
    },
  });
}

/** Throws ResponseError where the bytes of a download are not those that the service promised. */
export function checkDigest({ filename, sha256 }: Pick<Download, 'filename' | 'sha256'>, got: string): void {
  if (sha256 === null || sha256 === got) return;
  throw new ResponseError(`${filename} is damaged: its SHA-256 is ${got}, not ${sha256}.`);
}

async function allBytes(download: Download): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(await new Response(download.stream()).arrayBuffer());
  // `crypto.subtle` is missing on pages without https.
  const { subtle } = globalThis.crypto ?? {};
  if (download.sha256 !== null && subtle)
    checkDigest(download, hexOf(new Uint8Array(await subtle.digest('SHA-256', bytes))));
  return bytes;
}

/** Opens a signed address. No credential is sent to it. A dropped connection is resumed where that is possible. */
export async function openDownload(
  core: Core,
  link: Pick<DownloadLink, 'url' | 'filename'>,
  options: DownloadOptions = {},
): Promise<Download> {
  if (typeof link?.url !== 'string')
    throw new InputError('download() takes a link of the service: { url, filename }.');
  const stop = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
  const response = await connect({ core, url: link.url, options });
  const source = { core, url: link.url, options: { ...options, signal } };
  const read = once(closing(readResuming(source, response), response, stop), link.filename);
  const download: Download = {
    filename: link.filename,
    sizeBytes: sizeOf(response),
    contentType: response.headers.get('content-type'),
    sha256: sha256Of(response),
    stream: () => toStream(read()),
    bytes: () => allBytes(download),
    [Symbol.asyncIterator]: read,
  };
  return download;
}
