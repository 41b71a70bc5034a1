import type { Handler } from './handler.ts';

/**
 * A route with server-sent events declares `text/event-stream` as its success in the contract. After all checks that can
 * fail with a status, its handler returns
 *
 *   return streamReply(async (sink) => {
 *     for await (const event of eventsAfter(sink.lastEventId, sink.signal)) await sink.send(event);
 *   });
 *
 * The stream ends when the function returns. If it throws, the connection is closed, and the client reconnects with
 * `Last-Event-ID`. http/operations/stream.ts sends heartbeats.
 */
export interface EventSink {
  /** The header `Last-Event-ID`, or 0 if it is missing. */
  lastEventId: number;
  /** Aborted when the client disconnects, the caller loses access or the server stops. Then the function must return. */
  signal: AbortSignal;
  /** Resolves when the connection can accept more data, or is closed. `data` is sent as JSON. */
  send(event: ServerEvent): Promise<void>;
}

export type ServerEvent = { id: number; event: string; data: unknown };

export interface StreamReply {
  stream: (sink: EventSink) => Promise<void>;
}

/** Responds with a stream of events of the type that the route expects. */
export function streamReply<R>(stream: StreamReply['stream']): Awaited<ReturnType<Handler<R>>> {
  const reply: StreamReply = { stream };
  // A stream has no envelope, so the reply type of its route does not apply.
  return reply as unknown as Awaited<ReturnType<Handler<R>>>;
}

export function isStreamReply(reply: object): reply is StreamReply {
  return 'stream' in reply && typeof reply.stream === 'function';
}
