import { createHash } from 'node:crypto';
import type { Clock } from '../config/clock.ts';
import type { BlobStore, BlobStoreConfig } from './blob-store.ts';
import type { Measurements } from './meter.ts';
import type { ForeignOptions, ForeignPlace } from './s3-foreign.ts';
import { isStorageError, isStorageFull } from './storage-error.ts';

export type * from './blob-store.ts';
export { BucketError } from './bucket-error.ts';
export { attachmentDisposition, getContentType } from './content-type.ts';
export { within } from './key.ts';
export type { ForeignBucket, ForeignOptions, ForeignPlace } from './s3-foreign.ts';
export {
  isStorageError,
  isStorageFull,
  StorageError,
  type StorageErrorCode,
  toUnavailable,
} from './storage-error.ts';
export { readTicket, signTicket, type Ticket, type TicketReading } from './ticket.ts';

/**
 * Opens the folder or the bucket. The adapter is loaded on demand: a server on the default folder never loads the AWS
 * SDK. `onError` is told which call failed and why, except for an object that does not exist.
 */
export async function createBlobStore(
  config: BlobStoreConfig,
  clock: Clock,
  onError: (operation: string, reason: string) => void = () => undefined,
): Promise<BlobStore> {
  let store: BlobStore;
  if (config.kind === 's3') store = (await import('./s3.ts')).createS3Store(config, clock);
  else store = await (await import('./folder.ts')).createFolderStore(config, clock);
  const reportedCalls = REPORTED_CALLS.map((operation) => {
    const call = store[operation] as (...args: unknown[]) => Promise<unknown>;
    const reportAndThrow = (error: unknown): never => {
      let reason = 'unknown';
      if (isStorageFull(error)) reason = 'full';
      else if (isStorageError(error)) reason = error.code.toLowerCase();
      if (reason !== 'not_found') onError(operation, reason);
      throw error;
    };
    return [operation, (...args: unknown[]) => call(...args).catch(reportAndThrow)];
  });
  return { ...store, ...Object.fromEntries(reportedCalls) };
}

/** The calls whose errors are reported. */
export const REPORTED_CALLS = [
  'put',
  'get',
  'head',
  'remove',
  'removeMany',
  'list',
  'copy',
  'check',
] as const;

/** A bucket of a customer. Loaded on demand, as above. */
export async function openForeignBucket(place: ForeignPlace, options: ForeignOptions) {
  return (await import('./s3-foreign.ts')).openForeignBucket(place, options);
}

/** Reads the whole object, because not every store provides its checksum. */
export async function digestBlob(store: Pick<BlobStore, 'get'>, key: string): Promise<Measurements> {
  const { stream } = await store.get(key);
  const hash = createHash('sha256');
  let size_bytes = 0;
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    hash.update(chunk);
    size_bytes += chunk.length;
    freeBytes(chunk);
  }
  return { size_bytes, sha256: hash.digest('hex') };
}

/**
 * Frees the memory at once. Otherwise, up to 100 MB wait for the garbage collector, and every 10 MB start it. Bytes
 * that share their buffer are not freed.
 */
export function freeBytes({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

/** How long a signed URL is valid, in seconds. URLs for the files of a delivery are valid longer. */
export const SIGNED_URL_S = 15 * 60;

export type StorageState = 'ok' | 'full' | 'unavailable';

/** Whether the storage responds and has free space. Never throws. */
export async function storageState(storage: Pick<BlobStore, 'check'>): Promise<StorageState> {
  try {
    await storage.check();
    return 'ok';
  } catch (error) {
    return isStorageFull(error) ? 'full' : 'unavailable';
  }
}
