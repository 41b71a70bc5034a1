import type { Readable } from 'node:stream';

/**
 * The bytes of a short stream, or the stream as pieces if it is longer than `limit_bytes`. Programs that read a ZIP as a
 * stream reject stored entries whose size follows the data.
 */
export async function readAhead(
  source: Readable,
  limit_bytes: number,
): Promise<Buffer | AsyncIterable<Buffer>> {
  const pieces: Buffer[] = [];
  let size = 0;
  const reading: AsyncIterator<unknown> = source[Symbol.asyncIterator]();
  for (let next = await reading.next(); !next.done; next = await reading.next()) {
    const piece = toBuffer(next.value);
    pieces.push(piece);
    size += piece.length;
    if (size > limit_bytes) return rejoin(pieces, reading);
  }
  return Buffer.concat(pieces);
}

async function* rejoin(pieces: Buffer[], reading: AsyncIterator<unknown>): AsyncGenerator<Buffer> {
  for (let piece = pieces.shift(); piece; piece = pieces.shift()) yield piece;
  for (let next = await reading.next(); !next.done; next = await reading.next()) yield toBuffer(next.value);
}

function toBuffer(chunk: unknown): Buffer {
  if (Buffer.isBuffer(chunk)) return chunk;
  if (chunk instanceof Uint8Array) return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  return Buffer.from(String(chunk));
}
