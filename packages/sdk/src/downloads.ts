import { readChunks } from './chunks.ts';
import { ConnectionError } from './client-errors.ts';
import { openDeadline, sleep } from './deadline.ts';
import { VoiceloomError } from './errors.ts';
import type { DownloadLink } from './generated/types.ts';
import { asConnectionError, type Core } from './request.ts';
import { readError } from './response.ts';
import { backoffMs } from './retry.ts';

/** How far a transfer is. `totalBytes` is null where the size is not known beforehand. */
export interface TransferProgress {
  bytes: number;
  totalBytes: number | null;
}

/** How to download. */
export interface DownloadOptions {
  signal?: AbortSignal;
  /** Called after every piece. */
  onProgress?: (progress: TransferProgress) => void;
}

/** A file that is being downloaded. Read it once: as a stream, by `for await`, or whole. */
export interface Download extends AsyncIterable<Uint8Array> {
  filename: string;
  /** Null where the service does not know the size beforehand. */
  sizeBytes: number | null;
  contentType: string | null;
  /** The bytes as a web stream. */
  stream(): ReadableStream<Uint8Array>;
  /** All bytes; for files that fit into memory. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
}

type Source = { core: Core; url: string; options: DownloadOptions };

async function connect({ core, url, options }: Source, headers: Record<string, string>): Promise<Response> {
  const { signal } = options;
  const deadline = openDeadline(core.idleTimeoutMs, signal, 'Opening the download');
  try {
    if (deadline.signal.aborted) throw deadline.signal.reason;
    const response = await deadline.guard(core.fetchSigned(url, { headers, signal: deadline.signal }));
    if (!response.ok) throw await deadline.guard(readError(response));
    return response;
  } catch (error) {
    throw asConnectionError(deadline.signal.aborted ? deadline.signal.reason : error, 'The download');
  } finally {
    deadline.close();
  }
}

function sizeOf({ headers }: Response): number | null {
  const text = headers.get('content-length');
  return text === null || headers.has('content-encoding') ? null : Number(text);
}

/** The rest of a file after its first `from` bytes; undefined where the service cannot give it. */
async function reconnect(source: Source, first: Response, from: number): Promise<Response | undefined> {
  const etag = first.headers.get('etag');
  if (etag === null || etag.startsWith('W/') || first.headers.get('accept-ranges') !== 'bytes')
    return undefined;
  const response = await connect(source, { range: `bytes=${from}-`, 'if-range': etag });
  if (response.status === 206 && response.headers.get('etag') === etag) return response;
  await response.body?.cancel();
  return undefined;
}

async function* readResuming(source: Source, first: Response): AsyncGenerator<Uint8Array, void, undefined> {
  const { core, options } = source;
  const totalBytes = sizeOf(first);
  let [response, bytes]: [Response, number] = [first, 0];
  for (let failures = 0; ; failures += 1) {
    try {
      const reading = { idleTimeoutMs: core.idleTimeoutMs, signal: options.signal };
      for await (const chunk of readChunks(response.body, reading)) {
        bytes += chunk.byteLength;
        yield chunk;
        options.onProgress?.({ bytes, totalBytes });
      }
      if (totalBytes === null || bytes === totalBytes) return;
      throw new ConnectionError(`The download ended after ${bytes} of ${totalBytes} bytes.`);
    } catch (error) {
      const broken = error instanceof VoiceloomError && ['CONNECTION_FAILED', 'TIMEOUT'].includes(error.code);
      if (!broken || failures >= core.maxRetries) throw error;
      await sleep(backoffMs(failures), options.signal);
      const rest = await reconnect(source, first, bytes);
      if (rest === undefined) throw error;
      response = rest;
    }
  }
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

/** Opens a signed address. No credential is sent to it. A dropped connection is resumed where that is possible. */
export async function openDownload(
  core: Core,
  link: Pick<DownloadLink, 'url' | 'filename'>,
  options: DownloadOptions = {},
): Promise<Download> {
  const source = { core, url: link.url, options };
  const response = await connect(source, {});
  const chunks = readResuming(source, response);
  return {
    filename: link.filename,
    sizeBytes: sizeOf(response),
    contentType: response.headers.get('content-type'),
    stream: () => toStream(chunks),
    bytes: async () => new Uint8Array(await new Response(toStream(chunks)).arrayBuffer()),
    [Symbol.asyncIterator]: () => chunks,
  };
}
