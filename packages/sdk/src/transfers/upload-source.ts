import { InputError } from '../errors/errors.ts';
import type { UploadCategory } from '../generated/types.ts';
import { sha256Of, streamOf } from '../transport/bytes.ts';
import type { TransferProgress } from './downloads.ts';

/** A file that can be read more than once, such as one on disk. */
export interface UploadSource {
  /** Its name, with an extension. */
  filename?: string;
  /** How many bytes it has. */
  sizeBytes: number;
  /** Its SHA-256 in hexadecimal, if available. */
  sha256?: () => Promise<string>;
  /** Its bytes, from the start, for every call. */
  stream: () => ReadableStream<Uint8Array>;
}

/**
 * What can be uploaded. A web or Node stream or an async iterable can be read only once, so such an upload
 * cannot be retried after a failure.
 */
export type Uploadable =
  | Blob
  | Uint8Array<ArrayBuffer>
  | ArrayBuffer
  | UploadSource
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>;

/** A file to upload and what it is for. */
export interface UploadFile {
  /** What to send. */
  file: Uploadable;
  /** The file name with its extension. Default: the name of the file, if it has one. */
  filename?: string;
  /** What it is used for. */
  category: UploadCategory;
  /** The workflow that the file belongs to. */
  workflowId: string;
  /** Called as bytes are sent. */
  onProgress?: (progress: TransferProgress) => void;
  /** Ends the upload with AbortError. */
  signal?: AbortSignal;
  /** The workspace of the workflow. */
  workspaceId?: string;
}

/** An upload as the transfer needs it. */
export interface PreparedSource extends Pick<UploadSource, 'filename' | 'sha256' | 'stream'> {
  sizeBytes: number | undefined;
  /** All bytes, for runtimes that cannot send a stream. */
  whole: Blob | undefined;
  repeatable: boolean;
}

/** Larger files are not read into memory for their checksum. */
const MAX_HASHED_BYTES = 16 * 1024 * 1024;

/** A source that can be read again. Its checksum is known if it is not too large. */
function fromBlob(blob: Blob): PreparedSource {
  // `crypto.subtle` is missing on pages without https.
  const canHash = blob.size <= MAX_HASHED_BYTES && globalThis.crypto?.subtle !== undefined;
  return {
    filename: blob instanceof File ? blob.name : undefined,
    sizeBytes: blob.size,
    sha256: canHash ? async () => sha256Of(await blob.arrayBuffer()) : undefined,
    stream: () => blob.stream(),
    whole: blob,
    repeatable: true,
  };
}

/** A source that can be read once. A Node stream knows its file path, a download its name. */
function readOnce(stream: ReadableStream<Uint8Array>, { path, filename }: Named = {}): PreparedSource {
  const name = filename ?? (typeof path === 'string' ? path.split(/[/\\]/).at(-1) : undefined);
  const rest = { sizeBytes: undefined, sha256: undefined, whole: undefined };
  return { ...rest, filename: name, stream: () => stream, repeatable: false };
}

type Named = { path?: unknown; filename?: string };

/** Converts any uploadable to the form that the transfer needs. */
export function prepareSource(file: Uploadable): PreparedSource {
  if (file instanceof Blob) return fromBlob(file);
  if (file instanceof ArrayBuffer || file instanceof Uint8Array) return fromBlob(new Blob([file]));
  if (file instanceof ReadableStream) return readOnce(file);
  if (typeof file === 'object' && file !== null && Symbol.asyncIterator in file)
    return readOnce(streamOf(file), file as Named);
  if (typeof file?.stream !== 'function') {
    throw new InputError('file must be a Blob, bytes, a stream, or the result of fileFrom().');
  }
  const { filename, sizeBytes, sha256, stream } = file;
  return { filename, sizeBytes, sha256, stream, whole: undefined, repeatable: true };
}
