/** The most events of a stream that one call answers. */
const MOST_EVENTS = 200;
/** After so many characters no more events are added: half of what an answer may have, for one that is long. */
const MOST_CHARACTERS = 100_000;
/** Peers give a call up after a minute: it is answered before. */
const MOST_MS = 45_000;

export type Event = { id: number };

/**
 * Events until the stream ends, or as many as one answer holds, or as long as a peer waits. Where it goes on is told.
 */
export async function eventsOf(
  open: (signal: AbortSignal) => AsyncIterable<Event>,
  signal: AbortSignal,
  { most = MOST_EVENTS, late = AbortSignal.timeout(MOST_MS) } = {},
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
      if (events.length >= most || characters >= MOST_CHARACTERS) return part();
    }
    return { events, complete: true };
  } catch (error) {
    if (late.aborted && !signal.aborted) return part();
    throw error;
  }
}
