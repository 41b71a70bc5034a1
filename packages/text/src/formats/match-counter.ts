/** Counts matches of a pattern in chunked text. `max_length`: the maximum length of a match in UTF-16 units. */
export function createMatchCounter(pattern: RegExp, max_length = 1) {
  let rest = '';
  const counter = {
    count: 0,
    first: null as RegExpExecArray | null,
    write,
    end: () => countBefore(rest.length, rest),
  };
  function write(piece: string): void {
    const text = rest + piece;
    // A match that begins later may continue in the next chunk.
    rest = text.slice(countBefore(text.length - max_length + 1, text));
  }
  /** Counts the matches that begin before a position. Returns how much of the text is no longer needed. */
  function countBefore(limit: number, text: string): number {
    let end = 0;
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match !== null && match.index < limit; match = pattern.exec(text)) {
      counter.count += 1;
      counter.first ??= match;
      end = pattern.lastIndex;
    }
    return Math.max(end, limit, 0);
  }
  return counter;
}
