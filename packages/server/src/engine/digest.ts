import { createHash } from 'node:crypto';

/** A SHA-256 digest of unambiguously separated parts. */
export function digestParts(...parts: unknown[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}
