/**
 * The bytes of a short source, or the source as pieces if it is longer than `limit_bytes`. Programs that read a ZIP as a
 * stream reject stored entries whose size follows the data.
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
    if (size > limit_bytes) return rejoin(pieces, reading);
  }
  return Buffer.concat(pieces);
}

async function* rejoin(pieces: Buffer[], reading: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  for (let piece = pieces.shift(); piece; piece = pieces.shift()) yield piece;
  for (let next = await reading.next(); !next.done; next = await reading.next()) yield next.value;
}
