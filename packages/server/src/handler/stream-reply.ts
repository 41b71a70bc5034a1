import type { Handler } from './handler.ts';

/**
 * How a route responds with server-sent events: its contract declares `text/event-stream` for success, and its
 * handler, after every check that can fail with a status, returns
 *
 *   return streamReply(async (sink) => {
 *     for await (const event of eventsAfter(sink.lastEventId, sink.signal)) await sink.send(event);
 *   });
 *
 * The stream ends when the function returns. When it throws, the connection is cut, and the client comes back
 * with `Last-Event-ID`. Heartbeats are sent by http/operations/stream.ts.
 */
export interface EventSink {
  /** The header `Last-Event-ID`; 0 without one. */
  lastEventId: number;
  /** Aborted when the client disconnects or the server stops; the function must then return. */
  signal: AbortSignal;
  /** Resolves when the connection has room for more, or is closed. `data` is sent as JSON. */
  send(event: ServerEvent): Promise<void>;
}

export type ServerEvent = { id: number; event: string; data: unknown };

export interface StreamReply {
  stream: (sink: EventSink) => Promise<void>;
}

/** Responds with a stream of events of the type that the route expects. */
export function streamReply<R>(stream: StreamReply['stream']): Awaited<ReturnType<Handler<R>>> {
  const reply: StreamReply = { stream };
  // The envelope does not apply to a stream, so the reply type of such a route has no use.
  return reply as unknown as Awaited<ReturnType<Handler<R>>>;
}

export function isStreamReply(reply: object): reply is StreamReply {
  return 'stream' in reply && typeof reply.stream === 'function';
}
