import { onServer } from '../core/options.ts';
import { asConnectionError, type Core } from '../core/request.ts';
import { ConnectionError, InputError, ResponseError, VoiceloomError } from '../errors/errors.ts';
import type { DownloadLink } from '../generated/types.ts';
import { hexOf, sha256Of, streamOf } from '../transport/bytes.ts';
import { sleep, withinDeadline } from '../transport/deadline.ts';
import type { ServiceResponse } from '../transport/fetch.ts';
import { readError, redirectError } from '../transport/response.ts';
import { backoffMs, isTransient, waitsTooLong } from '../transport/retry.ts';
import { readChunks } from './chunks.ts';

/** The progress of a transfer. */
export interface TransferProgress {
  /** Bytes so far. */
  bytes: number;
  /** Null if the size is not known in advance. */
  totalBytes: number | null;
}

/** How to download. */
export interface DownloadOptions {
  /** Ends the download with AbortError. */
  signal?: AbortSignal;
  /** Called after every chunk. */
  onProgress?: (progress: TransferProgress) => void;
}

/**
 * A file that is being downloaded. Read it once: as a stream, with `for await`, or as a whole. A second read
 * throws.
 *
 * @example
 * ```ts
 * const download = await client.download(link);
 * await new Response(download.stream()).arrayBuffer();
 * const bytes = await (await client.download(link)).bytes();
 * ```
 */
export interface Download extends AsyncIterable<Uint8Array> {
  /** The filename that the service assigned. */
  filename: string;
  /** Null if the service does not know the size in advance. */
  sizeBytes: number | null;
  /** The media type; null if the service does not send it. */
  contentType: string | null;
  /** The expected SHA-256 in hexadecimal; null if the service does not send it. */
  sha256: string | null;
  /** The bytes as a web stream, without a check of `sha256`. */
  stream(): ReadableStream<Uint8Array>;
  /** All bytes, checked against `sha256`. For files that fit into memory. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
}

type Source = { core: Core; url: string; options: DownloadOptions };

/** Opens the URL once. */
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

/** Opens the URL, and tries again after temporary failures. `part`: headers that request a part of the file. */
async function connect(source: Source, part: Record<string, string> = {}): Promise<ServiceResponse> {
  const { core, url, options } = source;
  const headers = { ...part };
  // In a browser, this header needs CORS permission: the service grants it, a bucket may not.
  if (onServer() || new URL(url, core.baseUrl).origin === new URL(core.baseUrl).origin)
    headers['want-repr-digest'] = 'sha-256=1';
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await connectOnce(source, headers);
    } catch (error) {
      const isRetryable = error instanceof VoiceloomError && isTransient(error) && !waitsTooLong(error, core);
      if (!isRetryable || attempt >= core.maxRetries) throw error;
      await sleep(error.retryAfterMs ?? backoffMs(attempt), options.signal);
    }
  }
}

/** The size of the file; null if it is unknown or compressed. */
function sizeOf({ headers }: ServiceResponse): number | null {
  const text = headers.get('content-length');
  if (text === null || headers.has('content-encoding')) return null;
  return Number(text);
}

/** The rest of a file after its first `from` bytes; undefined if the service cannot resume it. */
async function reconnect(
  source: Source,
  first: ServiceResponse,
  from: number,
): Promise<ServiceResponse | undefined> {
  const etag = first.headers.get('etag');
  if (etag === null || etag.startsWith('W/') || first.headers.get('accept-ranges') !== 'bytes')
    return undefined;
  // Ranges count compressed bytes, but `from` counts decompressed ones.
  if (first.headers.has('content-encoding')) return undefined;
  const response = await connect(source, { range: `bytes=${from}-`, 'if-range': etag });
  const isSameFile = response.status === 206 && response.headers.get('etag') === etag;
  const range = response.headers.get('content-range');
  // CORS may hide the range from a page. Accept the response then.
  const isRest = range === null || range.startsWith(`bytes ${from}-`);
  if (isSameFile && isRest) return response;
  response.body?.cancel().catch(() => {});
  return undefined;
}

/** The bytes of the file. After a broken connection, another one continues where it ended. */
async function* readResuming(
  source: Source,
  first: ServiceResponse,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { core, options } = source;
  const totalBytes = sizeOf(first);
  let [response, bytes]: [ServiceResponse, number] = [first, 0];
  let callbackError: unknown;
  const report = () => {
    try {
      options.onProgress?.({ bytes, totalBytes });
    } catch (error) {
      callbackError = error;
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
      // An error that the caller threw is not a transfer failure, whatever its class.
      const isTransferFailure =
        error !== callbackError &&
        error instanceof VoiceloomError &&
        ['CONNECTION_FAILED', 'TIMEOUT'].includes(error.code);
      if (!isTransferFailure || failures >= core.maxRetries) throw error;
      await sleep(backoffMs(failures), options.signal);
      const rest = await reconnect(source, first, bytes);
      if (rest === undefined) throw error;
      response = rest;
    }
  }
}

/**
 * Makes leaving `chunks` cancel a hanging read and close the connection. A generator that was never started
 * would not do so.
 */
function closeOnReturn(
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

/** Throws ResponseError if the bytes do not match the digest that the service sent. */
export function checkDigest({ filename, sha256 }: Pick<Download, 'filename' | 'sha256'>, got: string): void {
  if (sha256 === null || sha256 === got) return;
  throw new ResponseError(`${filename} is damaged: its SHA-256 is ${got}, not ${sha256}.`);
}

/** Opens a signed URL. Sends no credential. A dropped connection is resumed if possible. */
export async function openDownload(
  core: Core,
  link: Pick<DownloadLink, 'url' | 'filename'>,
  options: DownloadOptions = {},
): Promise<Download> {
  if (typeof link?.url !== 'string')
    throw new InputError('download() requires a link that the service returned: { url, filename }.');
  const stop = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
  const response = await connect({ core, url: link.url, options });
  const source = { core, url: link.url, options: { ...options, signal } };
  const { filename } = link;
  const chunks = closeOnReturn(readResuming(source, response), response, stop);
  let isRead = false;
  const read = (): typeof chunks => {
    if (!isRead) {
      isRead = true;
      return chunks;
    }
    // For a second reader, `next` rejects instead of returning an empty file, and `return` closes the first.
    const rejection = () =>
      Promise.reject(new InputError(`${filename} was already read: download it again.`));
    return Object.create(chunks, { next: { value: rejection } });
  };
  // The digest of the whole file (RFC 9530), even in a partial response.
  const digests = response.headers.get('repr-digest') ?? '';
  // `sha-256=:<base64>:`.
  const [, base64] = /(?:^|,)\s*sha-256=:([a-z0-9+/]{43}=):/i.exec(digests) ?? [];
  let sha256: string | null = null;
  if (base64 !== undefined) sha256 = hexOf(Uint8Array.from(atob(base64), (text) => text.charCodeAt(0)));
  return {
    filename,
    sizeBytes: sizeOf(response),
    contentType: response.headers.get('content-type'),
    sha256,
    stream: () => streamOf(read()),
    bytes: async () => {
      const bytes = new Uint8Array(await new Response(streamOf(read())).arrayBuffer());
      // `crypto.subtle` is missing on pages without https.
      const { subtle } = globalThis.crypto ?? {};
      if (sha256 !== null && subtle) checkDigest({ filename, sha256 }, await sha256Of(bytes));
      return bytes;
    },
    [Symbol.asyncIterator]: read,
  };
}
