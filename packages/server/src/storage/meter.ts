import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { StorageError } from './storage-error.ts';

/** What the bytes must match. Otherwise, the put fails before the object is visible. */
export type Expectation = { size_bytes?: number; max_size_bytes?: number; sha256?: string };
export type Measurements = { size_bytes: number; sha256: string };

export type Meter = {
  chunks: AsyncGenerator<Uint8Array>;
  measurements: () => Measurements;
  /** The error of the caller's stream, as opposed to the store's. */
  failure: () => unknown;
};

/** Passes the bytes through while counting and hashing them. The stream fails if they do not match `expectation`. */
export function meter(body: Uint8Array | Readable, expectation: Expectation): Meter {
  const hash = createHash('sha256');
  const maxBytes = Math.min(expectation.size_bytes ?? Infinity, expectation.max_size_bytes ?? Infinity);
  let size_bytes = 0;
  let sha256 = '';
  let failure: unknown;

  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      for await (const piece of pieces(body)) {
        size_bytes += piece.length;
        if (size_bytes > maxBytes)
          throw new StorageError('TOO_LARGE', `The content is longer than ${maxBytes} bytes.`);
        hash.update(piece);
        yield piece;
      }
      sha256 = hash.digest('hex');
      const { size_bytes: expectedSize, sha256: expectedHash } = expectation;
      if (expectedSize !== undefined && size_bytes !== expectedSize)
        throw new StorageError('SIZE_MISMATCH', `Expected ${expectedSize} bytes and got ${size_bytes}.`);
      if (expectedHash !== undefined && sha256 !== expectedHash.toLowerCase())
        throw new StorageError(
          'CHECKSUM_MISMATCH',
          'The SHA-256 of the content does not match the expected one.',
        );
    } catch (error) {
      failure = error;
      throw error;
    }
  }

  return { chunks: chunks(), measurements: () => ({ size_bytes, sha256 }), failure: () => failure };
}

/** The body in pieces of bytes. */
async function* pieces(body: Uint8Array | Readable): AsyncGenerator<Uint8Array> {
  if (!(body instanceof Readable)) {
    yield body;
    return;
  }
  for await (const chunk of body)
    yield typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Uint8Array);
}
