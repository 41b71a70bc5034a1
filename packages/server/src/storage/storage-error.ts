export type StorageErrorCode =
  | 'NOT_FOUND'
  | 'INVALID_KEY'
  | 'RANGE_NOT_SATISFIABLE'
  | 'SIZE_MISMATCH'
  | 'TOO_LARGE'
  | 'CHECKSUM_MISMATCH'
  | 'UNAVAILABLE';

/** Every error of a blob store. An error of the caller's own stream passes through unchanged. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly code: StorageErrorCode;
  /** The store is available but full. It accepts writes again when there is free space. */
  readonly isFull: boolean;

  constructor(code: StorageErrorCode, message: string, options?: { cause?: unknown; isFull?: boolean }) {
    super(message, options);
    this.code = code;
    this.isFull = options?.isFull ?? false;
  }
}

export function isStorageError(error: unknown, code?: StorageErrorCode): error is StorageError {
  return error instanceof StorageError && (code === undefined || error.code === code);
}

/** Whether a write failed because the store is full or accepts no writes at the moment. */
export function isStorageFull(error: unknown): boolean {
  return isStorageError(error, 'UNAVAILABLE') && error.isFull;
}

/** An unknown error of the store, such as a connection that broke while an object was read. A retry may succeed. */
export function toUnavailable(error: unknown, message: string): StorageError {
  return isStorageError(error) ? error : new StorageError('UNAVAILABLE', message, { cause: error });
}

/** Codes of a file system that is full, over quota, or read-only, as after a disk error on Linux. */
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', 'EROFS']);

/** Converts an error of a write: a full disk becomes UNAVAILABLE, everything else stays as it is. */
export function toFolderError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (error instanceof StorageError || !NO_ROOM.has(code)) return error;
  return new StorageError('UNAVAILABLE', `The storage folder cannot store more data (${code}).`, {
    cause: error,
    isFull: true,
  });
}

/** Translates an error of the SDK. `key`: the object, for the message. */
export function toStorageError(error: unknown, key: string): StorageError {
  // The HTTP status that the store returned; undefined if the connection broke.
  let status: number | undefined;
  if (error instanceof Error && '$metadata' in error)
    status = (error.$metadata as { httpStatusCode?: number } | undefined)?.httpStatusCode;
  const name = error instanceof Error ? error.name : 'unknown';
  if (status === 404 && name !== 'NoSuchBucket') {
    return new StorageError('NOT_FOUND', `There is no object "${key}".`, { cause: error });
  }
  if (status === 416) {
    return new StorageError('RANGE_NOT_SATISFIABLE', `The object "${key}" has no such range.`, {
      cause: error,
    });
  }
  const isFull = status === 507 || OUT_OF_ROOM.test(name);
  return new StorageError('UNAVAILABLE', `The request to the object store failed (${name}).`, {
    cause: error,
    isFull,
  });
}

/** The codes of S3 services for a full bucket or disk: QuotaExceeded, XMinioStorageFull, InsufficientStorage, … */
const OUT_OF_ROOM =
  /quota.*exceed|exceed.*quota|storage.*full|insufficient.*(?:storage|space)|(?:disk|entity)full/i;
