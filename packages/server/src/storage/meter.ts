import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { StorageError } from './storage-error.ts';

/** What the bytes must match. Otherwise, the put fails before the object is visible. */
export type Expectation = { size_bytes?: number; max_size_bytes?: number; sha256?: string };
export type Measured = { size_bytes: number; sha256: string };

export type Meter = {
  chunks: AsyncGenerator<Uint8Array>;
  measured: () => Measured;
  /** The error of the caller's stream, as opposed to the store's. */
  failure: () => unknown;
};

/** Passes the bytes through while counting and hashing them. */
export function meter(body: Uint8Array | Readable, expectation: Expectation): Meter {
  const hash = createHash('sha256');
  let size_bytes = 0;
  let sha256 = '';
  let failure: unknown;

  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      for await (const piece of pieces(body)) {
        size_bytes += piece.length;
        assertNotTooLong(size_bytes, expectation);
        hash.update(piece);
        yield piece;
      }
      sha256 = hash.digest('hex');
      assertAsExpected({ size_bytes, sha256 }, expectation);
    } catch (error) {
      failure = error;
      throw error;
    }
  }

  return { chunks: chunks(), measured: () => ({ size_bytes, sha256 }), failure: () => failure };
}

async function* pieces(body: Uint8Array | Readable): AsyncGenerator<Uint8Array> {
  if (!(body instanceof Readable)) {
    yield body;
    return;
  }
  for await (const chunk of body)
    yield typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Uint8Array);
}

function assertNotTooLong(size_bytes: number, expectation: Expectation): void {
  const limit = Math.min(expectation.size_bytes ?? Infinity, expectation.max_size_bytes ?? Infinity);
  if (size_bytes > limit) throw new StorageError('TOO_LARGE', `The content is longer than ${limit} bytes.`);
}

function assertAsExpected(measured: Measured, expectation: Expectation): void {
  const { size_bytes, sha256 } = expectation;
  if (size_bytes !== undefined && measured.size_bytes !== size_bytes) {
    throw new StorageError('SIZE_MISMATCH', `Expected ${size_bytes} bytes and got ${measured.size_bytes}.`);
  }
  if (sha256 !== undefined && measured.sha256 !== sha256.toLowerCase()) {
    throw new StorageError(
      'CHECKSUM_MISMATCH',
      'The SHA-256 of the content does not match the expected one.',
    );
  }
}
