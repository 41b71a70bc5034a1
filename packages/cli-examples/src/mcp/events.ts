/** The maximum number of events that one call returns. */
const MAX_EVENTS = 200;
/** No events are added beyond this size: half of the maximum response, because one event can be large. */
const MAX_CHARACTERS = 100_000;
/** MCP clients time out after a minute, so respond earlier. */
const MAX_MS = 45_000;

export type Event = { id: number };

/**
 * Events until the stream ends, the response is full, or the client would time out. The result shows how to
 * continue.
 */
export async function eventsOf(
  open: (signal: AbortSignal) => AsyncIterable<Event>,
  signal: AbortSignal,
  { most = MAX_EVENTS, late = AbortSignal.timeout(MAX_MS) } = {},
): Promise<object> {
  const events: Event[] = [];
  let characters = 0;
  const part = () => ({
    events,
    complete: false,
    ...(events.length > 0 && { last_event_id: events.at(-1)?.id }),
  });
  try {
    for await (const event of open(AbortSignal.any([signal, late]))) {
      events.push(event);
      characters += JSON.stringify(event).length;
      if (events.length >= most || characters >= MAX_CHARACTERS) return part();
    }
    return { events, complete: true };
  } catch (error) {
    if (late.aborted && !signal.aborted) return part();
    throw error;
  }
}
