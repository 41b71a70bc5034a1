/** The most bytes of a message: a body of the API has at most 4 MiB. */
export const MOST_BYTES = 6 * 1_048_576;
const LINE_FEED = 10;

/** Stands for a message that is too long to be read. */
export const TOO_LONG = Symbol('too long');

/**
 * The lines of a stream. A line ends at a line feed and nowhere else: JSON may hold other separators as they are. What
 * is too long is passed over and told.
 */
export async function* linesOf(
  stream: AsyncIterable<string | Uint8Array>,
  most = MOST_BYTES,
): AsyncGenerator<string | typeof TOO_LONG, void, undefined> {
  let parts: Buffer[] = [];
  let size = 0;
  const take = (): string | typeof TOO_LONG => {
    const line = size > most ? TOO_LONG : Buffer.concat(parts).toString('utf8');
    [parts, size] = [[], 0];
    return line;
  };
  for await (const chunk of stream) {
    let rest = Buffer.from(chunk as Uint8Array);
    for (let at = rest.indexOf(LINE_FEED); at >= 0; at = rest.indexOf(LINE_FEED)) {
      size += at;
      parts.push(rest.subarray(0, at));
      yield take();
      rest = rest.subarray(at + 1);
    }
    size += rest.length;
    parts = size > most ? [] : [...parts, rest];
  }
  if (size > 0) yield take();
}
