import { InputError, TimeoutError } from '../core/client-errors.ts';
import { VoiceloomError } from '../core/errors.ts';
import { onServer } from '../core/options.ts';
import { asConnectionError, type Core } from '../core/request.ts';
import type { UploadsOperations } from '../generated/operations.ts';
import type { CreatedUpload, Upload } from '../generated/types.ts';
import { abortErrorOf, sleep, timerOf } from '../transport/deadline.ts';
import type { ServiceResponse } from '../transport/fetch.ts';
import { readError, redirectError } from '../transport/response.ts';
import { asksTooMuch, backoffMs, isTransient } from '../transport/retry.ts';
import { type PreparedSource, prepareSource } from './upload-source.ts';
import { hasXhr, putByXhr } from './upload-xhr.ts';
import type { UploadFile } from './uploads.ts';

/** `source` with every byte counted on its way. */
function counted(source: PreparedSource, onBytes: (bytes: number) => void): ReadableStream<Uint8Array> {
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      onBytes(chunk.byteLength);
      controller.enqueue(chunk);
    },
  });
  return source.stream().pipeThrough(count);
}

type Transfer = { core: Core; source: PreparedSource; file: UploadFile; created: CreatedUpload };

/** What `onProgress` threw: it ends the upload as it is, and is no failure of the transfer. */
class CallbackFailure {
  readonly error: unknown;
  constructor(error: unknown) {
    this.error = error;
  }
}

/** Hears how many bytes are sent so far. */
type Sent = (bytes: number) => void;

function requestInit({ source, created }: Transfer, onSent: Sent): RequestInit {
  const headers: Record<string, string> = { 'content-type': created.upload.content_type };
  if (!onServer() && source.whole) return { method: 'PUT', headers, body: source.whole, redirect: 'manual' };
  if (source.sizeBytes !== undefined) headers['content-length'] = String(source.sizeBytes);
  let bytes = 0;
  const body = counted(source, (more) => {
    bytes += more;
    onSent(bytes);
  });
  // Node keeps a copy of all that was sent, unless it needs none: for a redirect, or for a window to ask.
  return { method: 'PUT', headers, body, duplex: 'half', redirect: 'error', window: null } as RequestInit;
}

/** Sends the bytes once. */
function send(transfer: Transfer, signal: AbortSignal, onSent: Sent): Promise<ServiceResponse> {
  const { core, source, created } = transfer;
  const { upload_url: url, upload } = created;
  // Browsers cannot send a stream over HTTP/1.1; they get the Blob, which they read piece by piece themselves.
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

async function putOnce(transfer: Transfer): Promise<void> {
  const { core, source, file } = transfer;
  const controller = new AbortController();
  const onIdle = () =>
    controller.abort(new TimeoutError(`The upload made no progress for ${core.idleTimeoutMs} ms.`));
  let timer = timerOf(onIdle, core.idleTimeoutMs);
  const touch = () => {
    clearTimeout(timer);
    if (!controller.signal.aborted) timer = timerOf(onIdle, core.idleTimeoutMs);
  };
  const onSent = (bytes: number) => {
    touch();
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
    // Storage may answer before it has read all, and a connection fail before anything is: the file is closed then.
    controller.abort(failure);
    throw failure instanceof CallbackFailure ? failure : asConnectionError(failure, 'The upload');
  } finally {
    clearTimeout(timer);
    file.signal?.removeEventListener('abort', onAbort);
  }
}

/** A connection that stood still is as good as broken. */
const isBroken = (error: unknown): error is VoiceloomError =>
  error instanceof VoiceloomError && (isTransient(error) || error.code === 'TIMEOUT');

/** Sends the bytes, from the start again after a failure that may pass. */
async function put(transfer: Transfer): Promise<void> {
  const { core, source, file } = transfer;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await putOnce(transfer);
    } catch (error) {
      if (error instanceof CallbackFailure) throw error.error;
      if (!isBroken(error) || attempt >= core.maxRetries || asksTooMuch(error, core)) throw error;
      if (!source.repeatable) throw onlyOnce(error);
      await sleep(error.retryAfterMs ?? backoffMs(attempt), file.signal);
    }
  }
}

function onlyOnce(error: VoiceloomError): VoiceloomError {
  error.message +=
    ' It was not retried, because a stream can be read only once: use a Blob, bytes or fileFrom().';
  return error;
}

/** How long an upload that failed may take to be taken back. */
const TIDY_MS = 5_000;

const isText = (value: unknown) => typeof value === 'string' && value !== '';

/** For programs without types: else the service would say so after all bytes were sent. */
function check(file: UploadFile): void {
  if (typeof file !== 'object' || file === null)
    throw new InputError('upload() takes { file, category, workflowId }.');
  const missing = (['category', 'workflowId'] as const).find((name) => !isText(file[name]));
  if (missing) throw new InputError(`${missing} is required and must be a string.`);
}

/** Announces a file, sends its bytes and confirms it. */
export async function upload(core: Core, operations: UploadsOperations, file: UploadFile): Promise<Upload> {
  check(file);
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
    // It would count as announced until it expires. The failure is told at once: nobody waits for this.
    const soon = { maxRetries: 0, timeoutMs: TIDY_MS, ...(workspaceId && { workspaceId }) };
    operations.delete(id, soon).catch(() => {});
    throw error;
  }
  const context = { context_type: 'workflow', context_id: file.workflowId } as const;
  return operations.confirm(id, context, options);
}
