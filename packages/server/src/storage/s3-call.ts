import { StorageError } from './storage-error.ts';

/** A deadline for the headers of the response, retries included. The body can arrive later. */
export async function translated<T>(
  key: string,
  send: (signal: AbortSignal) => Promise<T>,
  deadline_ms: number,
): Promise<T> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), deadline_ms);
  try {
    return await send(abort.signal);
  } catch (error) {
    throw toStorageError(error, key);
  } finally {
    clearTimeout(timer);
  }
}

export function toStorageError(error: unknown, key: string): StorageError {
  const status = statusOf(error);
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

/** What S3 services call a bucket or disk without room: QuotaExceeded, XMinioStorageFull, InsufficientStorage, … */
const OUT_OF_ROOM =
  /quota.*exceed|exceed.*quota|storage.*full|insufficient.*(?:storage|space)|(?:disk|entity)full/i;

/** An error that the store returned carries its status; a broken connection has none. */
function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('$metadata' in error)) return undefined;
  const metadata = error.$metadata as { httpStatusCode?: number } | undefined;
  return metadata?.httpStatusCode;
}
