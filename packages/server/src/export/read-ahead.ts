/**
 * Returns the bytes if the stream has at most `limit_bytes`; otherwise, the stream. With bytes, the ZIP can state the
 * size before the data. Programs that read a ZIP as a stream require this for stored entries.
 */
export async function readAhead(
  source: AsyncIterable<Buffer>,
  limit_bytes: number,
): Promise<Buffer | AsyncIterable<Buffer>> {
  const pieces: Buffer[] = [];
  let size = 0;
  const reading = source[Symbol.asyncIterator]();
  for (let next = await reading.next(); !next.done; next = await reading.next()) {
    pieces.push(next.value);
    size += next.value.length;
    if (size > limit_bytes) return streamPieces(pieces, reading);
  }
  return Buffer.concat(pieces);
}

/** The pieces that were read ahead, and then the rest. */
async function* streamPieces(pieces: Buffer[], reading: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  for (let piece = pieces.shift(); piece; piece = pieces.shift()) yield piece;
  for (let next = await reading.next(); !next.done; next = await reading.next()) yield next.value;
}
