import { setTimeout as delay } from 'node:timers/promises';
import type { ByteRange } from './blob-store.ts';
import { StorageError } from './storage-error.ts';

const MAX_KEY_BYTES = 512;
/** Control characters such as a line break, code points that are no characters such as U+FFFE, and backslashes. */
const UNSAFE = /[\p{Cc}\p{Noncharacter_Code_Point}\\]/u;

/** One rule for both adapters, so that a key works in a folder and in a bucket. */
export function assertKey(key: string): void {
  const problem = findProblem(key);
  if (problem) throw new StorageError('INVALID_KEY', `The storage key ${problem}.`);
}

/** Throws if no key can begin with the prefix. */
export function assertPrefix(prefix: string): void {
  if (prefix === '') return;
  // A prefix may end in the middle of a segment or right after a slash.
  const problem = findProblem(prefix.endsWith('/') ? prefix.slice(0, -1) : prefix);
  if (problem && problem !== DOTS) throw new StorageError('INVALID_KEY', `The storage prefix ${problem}.`);
}

const DOTS = 'has a "." or ".." segment';

/** Why a key is not allowed, as the end of a sentence; undefined if it is allowed. */
function findProblem(key: string): string | undefined {
  if (key === '') return 'is empty';
  if (Buffer.byteLength(key) > MAX_KEY_BYTES) return `is longer than ${MAX_KEY_BYTES} bytes`;
  if (!key.isWellFormed()) return 'is not valid Unicode';
  if (UNSAFE.test(key)) return 'has a control character or a backslash';
  const segments = key.split('/');
  if (segments.includes('')) return 'has an empty segment or a slash at its start or end';
  if (segments.some((segment) => segment === '.' || segment === '..')) return DOTS;
  return undefined;
}

/** As in HTTP, the range includes both ends, and an end past the object is cut. */
export function resolveRange(range: ByteRange, size_bytes: number): { start: number; end: number } {
  const { start, end = size_bytes - 1 } = range;
  if (!Number.isInteger(start) || start < 0 || start >= size_bytes || end < start) {
    throw new StorageError('RANGE_NOT_SATISFIABLE', `The object of ${size_bytes} bytes has no such range.`);
  }
  return { start, end: Math.min(end, size_bytes - 1) };
}

export const CHECK_DEADLINE_MS = 2_000;
const MAX_TICKET_S = 7 * 24 * 60 * 60;

/** Stops waiting at the deadline, for work without an abort signal, such as a mounted folder that hangs. */
export function within<T>(deadline_ms: number, work: Promise<T>): Promise<T> {
  const tooLate = delay(deadline_ms, undefined, { ref: false }).then(() => {
    throw new StorageError('UNAVAILABLE', `The store did not respond within ${deadline_ms} ms.`);
  });
  return Promise.race([work, tooLate]);
}

/** When a ticket expires; S3 signs for a week at most. */
export function ticketExpiry(now: Date, expires_in_s: number): Date {
  if (!Number.isInteger(expires_in_s) || expires_in_s < 1 || expires_in_s > MAX_TICKET_S) {
    throw new RangeError(
      `A ticket must expire after 1 to ${MAX_TICKET_S} whole seconds, not ${expires_in_s}.`,
    );
  }
  return new Date(now.getTime() + expires_in_s * 1000);
}
