import type { ByteRange } from './blob-store.ts';
import { StorageError } from './storage-error.ts';

/** Both ends included, the end cut to the object, as HTTP does it. */
export function resolveRange(range: ByteRange, size_bytes: number): { start: number; end: number } {
  const { start, end = size_bytes - 1 } = range;
  if (!Number.isInteger(start) || start < 0 || start >= size_bytes || end < start) {
    throw new StorageError('RANGE_NOT_SATISFIABLE', `The object of ${size_bytes} bytes has no such range.`);
  }
  return { start, end: Math.min(end, size_bytes - 1) };
}
