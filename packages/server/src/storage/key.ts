import { StorageError } from './storage-error.ts';

const MAX_KEY_BYTES = 512;
const UNSAFE = /[\p{Cc}\p{Noncharacter_Code_Point}\\]/u;

/** One rule for both adapters, so that a key that works in a folder works in a bucket and the reverse. */
export function assertKey(key: string): void {
  const fault = keyProblem(key);
  if (fault) throw new StorageError('INVALID_KEY', `The storage key ${fault}.`);
}

export function assertPrefix(prefix: string): void {
  if (prefix === '') return;
  // A prefix may end in the middle of a segment or right after a slash.
  const fault = keyProblem(prefix.endsWith('/') ? prefix.slice(0, -1) : prefix);
  if (fault && fault !== DOTS) throw new StorageError('INVALID_KEY', `The storage prefix ${fault}.`);
}

const DOTS = 'has a "." or ".." segment';

function keyProblem(key: string): string | undefined {
  if (key === '') return 'is empty';
  if (Buffer.byteLength(key) > MAX_KEY_BYTES) return `is longer than ${MAX_KEY_BYTES} bytes`;
  if (!key.isWellFormed()) return 'is not valid Unicode';
  if (UNSAFE.test(key)) return 'has a control character or a backslash';
  const segments = key.split('/');
  if (segments.includes('')) return 'has an empty segment or a slash at its start or end';
  if (segments.some((segment) => segment === '.' || segment === '..')) return DOTS;
  return undefined;
}
