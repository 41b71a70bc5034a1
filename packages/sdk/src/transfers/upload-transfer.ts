import { onServer } from '../core/options.ts';
import { asConnectionError, type Core } from '../core/request.ts';
import { InputError, TimeoutError } from '../errors/errors.ts';
import type { CreatedUpload, Upload, UploadsOperations } from '../generated/types.ts';
import { abortErrorOf, sleep, timerOf } from '../transport/deadline.ts';
import type { ServiceResponse } from '../transport/fetch.ts';
import { readError, redirectError } from '../transport/response.ts';
import { backoffMs, isBroken, waitsTooLong } from '../transport/retry.ts';
import { type PreparedSource, prepareSource, type UploadFile } from './upload-source.ts';
import { hasXhr, putByXhr } from './upload-xhr.ts';

type Transfer = { core: Core; source: PreparedSource; file: UploadFile; created: CreatedUpload };

/** An error from `onProgress`: it ends the upload and is passed on unchanged. */
class CallbackFailure {
  readonly error: unknown;
  constructor(error: unknown) {
    this.error = error;
  }
}

/** Receives the number of bytes sent so far. */
type Sent = (bytes: number) => void;

/** The request that sends the bytes: as a whole in a browser, else as a stream that counts them. */
function requestInit({ source, created }: Transfer, onSent: Sent): RequestInit {
  const headers: Record<string, string> = { 'content-type': created.upload.content_type };
  if (!onServer() && source.whole) return { method: 'PUT', headers, body: source.whole, redirect: 'manual' };
  if (source.sizeBytes !== undefined) headers['content-length'] = String(source.sizeBytes);
  let bytes = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      onSent(bytes);
      controller.enqueue(chunk);
    },
  });
  const body = source.stream().pipeThrough(counter);
  // Node buffers everything it sends in case of a redirect, unless redirects are manual and there is no
  // window.
  return { method: 'PUT', headers, body, duplex: 'half', redirect: 'error', window: null } as RequestInit;
}

/** Sends the bytes once. */
function send(transfer: Transfer, signal: AbortSignal, onSent: Sent): Promise<ServiceResponse> {
  const { core, source, created } = transfer;
  const { upload_url: url, upload } = created;
  // Browsers cannot stream a request over HTTP/1.1, so they get the Blob, which they read in chunks.
  if (!onServer() && source.whole && hasXhr()) {
    return putByXhr(url, {
      headers: { 'content-type': upload.content_type },
      body: source.whole,
      signal,
      onSent,
    });
  }
  return core.fetchSigned(url, { ...requestInit(transfer, onSent), signal });
}

/** Sends the bytes once. Ends if nothing is sent for too long, or if the caller aborts. */
async function putOnce(transfer: Transfer): Promise<void> {
  const { core, source, file } = transfer;
  const controller = new AbortController();
  const onIdle = () =>
    controller.abort(new TimeoutError(`The upload made no progress for ${core.idleTimeoutMs} ms.`));
  let timer = timerOf(onIdle, core.idleTimeoutMs);
  /** Restarts the time without progress. */
  const restartTimer = () => {
    clearTimeout(timer);
    if (!controller.signal.aborted) timer = timerOf(onIdle, core.idleTimeoutMs);
  };
  const onSent = (bytes: number) => {
    restartTimer();
    try {
      file.onProgress?.({ bytes, totalBytes: source.sizeBytes ?? null });
    } catch (error) {
      controller.abort(new CallbackFailure(error));
    }
  };
  const onAbort = () => controller.abort(abortErrorOf(file.signal as AbortSignal));
  file.signal?.addEventListener('abort', onAbort);
  try {
    if (file.signal?.aborted) throw abortErrorOf(file.signal);
    const response = await send(transfer, controller.signal, onSent);
    const failure = redirectError(response) ?? (response.ok ? undefined : await readError(response));
    if (failure) throw failure;
    await response.body?.cancel();
  } catch (error) {
    const failure = controller.signal.aborted ? controller.signal.reason : error;
    // Storage may respond before it has read everything, and a connection may fail before any data is read.
    // Close the file in both cases.
    controller.abort(failure);
    throw failure instanceof CallbackFailure ? failure : asConnectionError(failure, 'The upload');
  } finally {
    clearTimeout(timer);
    file.signal?.removeEventListener('abort', onAbort);
  }
}

/** Sends the bytes; retries from the start after temporary failures. */
async function put(transfer: Transfer): Promise<void> {
  const { core, source, file } = transfer;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await putOnce(transfer);
    } catch (error) {
      if (error instanceof CallbackFailure) throw error.error;
      if (!isBroken(error) || attempt >= core.maxRetries || waitsTooLong(error, core)) throw error;
      if (!source.repeatable) {
        error.message +=
          ' It was not retried, because a stream can be read only once: use a Blob, bytes or fileFrom().';
        throw error;
      }
      await sleep(error.retryAfterMs ?? backoffMs(attempt), file.signal);
    }
  }
}

/** The time limit for deleting an upload that failed. */
const TIDY_MS = 5_000;

/** Announces a file, sends its bytes and confirms it. */
export async function upload(core: Core, operations: UploadsOperations, file: UploadFile): Promise<Upload> {
  // For JavaScript callers: the service would report these errors only after all bytes were sent.
  if (typeof file !== 'object' || file === null)
    throw new InputError('upload() requires { file, category, workflowId }.');
  for (const name of ['category', 'workflowId'] as const) {
    if (typeof file[name] !== 'string' || file[name] === '')
      throw new InputError(`${name} is required and must be a string.`);
  }
  const source = prepareSource(file.file);
  const filename = file.filename ?? source.filename;
  if (!filename) throw new InputError('filename is required, because this file has no name.');
  const { signal, workspaceId } = file;
  const options = { ...(signal && { signal }), ...(workspaceId && { workspaceId }) };
  const checksum = await source.sha256?.();
  const announced = {
    filename,
    category: file.category,
    ...(source.sizeBytes && { size_bytes: source.sizeBytes }),
    ...(checksum && { checksum_sha256: checksum }),
  };
  const created = await operations.create(announced, options);
  const { id } = created.upload;
  try {
    await put({ core, source, file, created });
  } catch (error) {
    // Otherwise it would count as pending until it expires. Not awaited, so that the error is reported at
    // once.
    const soon = { maxRetries: 0, timeoutMs: TIDY_MS, ...(workspaceId && { workspaceId }) };
    operations.delete(id, soon).catch(() => {});
    throw error;
  }
  const context = { context_type: 'workflow', context_id: file.workflowId } as const;
  return operations.confirm(id, context, options);
}
