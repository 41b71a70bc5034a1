/** One message of a `text/event-stream`. */
export interface StreamMessage {
  /** The last id of the stream; messages without an id inherit it. */
  id: string;
  event: string;
  data: string;
}

/** Splits streamed text into lines, which end with `\r\n`, `\n` or `\r`. */
async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    rest += decoder.decode(chunk, { stream: true });
    // A trailing `\r` may be the first half of `\r\n`.
    const whole = rest.endsWith('\r') ? rest.slice(0, -1) : rest;
    const lines = whole.split(/\r\n|\n|\r/);
    rest = (lines.pop() ?? '') + (whole === rest ? '' : '\r');
    yield* lines;
  }
}

function fieldOf(line: string): [name: string, value: string] {
  const colon = line.indexOf(':');
  if (colon === -1) return [line, ''];
  const value = line.slice(colon + 1);
  return [line.slice(0, colon), value.startsWith(' ') ? value.slice(1) : value];
}

/** The messages of an event stream. An incomplete message at the end is dropped. */
export async function* readMessages(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<StreamMessage, void, undefined> {
  let id = '';
  let event = '';
  let data: string[] = [];
  for await (const line of readLines(chunks)) {
    if (line === '') {
      if (data.length > 0) yield { id, event: event || 'message', data: data.join('\n') };
      event = '';
      data = [];
      continue;
    }
    const [name, value] = fieldOf(line);
    if (name === 'data') data.push(value);
    else if (name === 'event') event = value;
    else if (name === 'id' && !value.includes('\0')) id = value;
  }
}
