import type { Core } from '../core/request.ts';
import type { RequestOptions } from '../core/request-options.ts';
import type { Route } from '../core/route.ts';
import { ResponseError, TimeoutError } from '../errors/errors.ts';
import { reviewsEvents, runsEvents, runsStatus } from '../generated/calls.ts';
import type { ReviewEvent, Run, RunEvent } from '../generated/types.ts';
import { readChunks } from '../transfers/chunks.ts';
import { sleep, timerOf } from '../transport/deadline.ts';
import { backoffMs, isBroken } from '../transport/retry.ts';
import { type EventOptions, isFinal, type RunIds } from './run-ids.ts';

/** One message of a `text/event-stream`. */
interface StreamMessage {
  /** The last ID of the stream; messages without an ID inherit it. */
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

/** The messages of an event stream. An incomplete message at the end is dropped. */
async function* readMessages(
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
    const colon = line.indexOf(':');
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'data') data.push(value);
    else if (name === 'event') event = value;
    else if (name === 'id' && !value.includes('\0')) id = value;
  }
}

/** A stream of numbered events that can be resumed. */
interface Source<Event> {
  route: Route;
  params: string[];
  isLast(event: Event): boolean;
  /** Whether no event follows; checked when a connection closes without a last event. */
  hasEnded(requestOptions: RequestOptions): Promise<boolean>;
}

type Following<Event> = {
  core: Core;
  source: Source<Event>;
  options: EventOptions;
  requestOptions: RequestOptions;
};

async function* oneConnection<Event>(
  { core, source, options, requestOptions }: Following<Event>,
  lastId: string,
): AsyncGenerator<Event, void, undefined> {
  const headers: Record<string, string> = lastId === '' ? {} : { 'last-event-id': lastId };
  const { route, params } = source;
  const response = await core.open({
    route,
    params,
    options: { ...requestOptions, headers, maxRetries: 0 },
  });
  const chunks = readChunks(response.body, { idleTimeoutMs: core.idleTimeoutMs, signal: options.signal });
  for await (const { data } of readMessages(chunks)) {
    let event: Event;
    try {
      event = JSON.parse(data);
    } catch (cause) {
      throw new ResponseError('An event of the stream is not JSON.', { cause });
    }
    yield event;
  }
}

/** Like `hasEnded`, but false if the service is unreachable: the stream then reconnects. */
async function isKnownToHaveEnded<Event>({ source, requestOptions }: Following<Event>): Promise<boolean> {
  try {
    return await source.hasEnded(requestOptions);
  } catch (error) {
    if (isBroken(error)) return false;
    throw error;
  }
}

async function* followOpenEnded<Event extends { id: number }>(
  core: Core,
  source: Source<Event>,
  options: Omit<EventOptions, 'timeoutMs'>,
): AsyncGenerator<Event, void, undefined> {
  const { signal, workspaceId, maxReconnects = 8 } = options;
  const requestOptions = { ...(signal && { signal }), ...(workspaceId && { workspaceId }) };
  const following = { core, source, options, requestOptions };
  let lastId = Number(options.lastEventId ?? 0);
  for (let failures = 0; ; failures += 1) {
    let wait = backoffMs(failures);
    const before = lastId;
    try {
      for await (const event of oneConnection(following, lastId > 0 ? String(lastId) : '')) {
        if (event.id <= lastId) continue;
        lastId = event.id;
        yield event;
        if (source.isLast(event)) return;
      }
      if (lastId === before && (await source.hasEnded(requestOptions))) return;
    } catch (error) {
      if (!isBroken(error) || (lastId === before && failures >= maxReconnects)) throw error;
      // A proxy may buffer events. While the service responds, keep following.
      if (error.code === 'TIMEOUT' && (await isKnownToHaveEnded(following))) return;
      wait = error.retryAfterMs ?? wait;
    }
    if (lastId > before) failures = 0;
    await sleep(wait, signal);
  }
}

async function* follow<Event extends { id: number }>(
  core: Core,
  source: Source<Event>,
  { timeoutMs, ...options }: EventOptions,
): AsyncGenerator<Event, void, undefined> {
  if (timeoutMs === undefined) {
    yield* followOpenEnded(core, source, options);
    return;
  }
  const controller = new AbortController();
  const late = new TimeoutError(`The stream did not end within ${timeoutMs} ms.`);
  const timer = timerOf(() => controller.abort(late), timeoutMs);
  const signals = [controller.signal];
  if (options.signal) signals.push(options.signal);
  const signal = AbortSignal.any(signals);
  try {
    yield* followOpenEnded(core, source, { ...options, signal });
  } catch (error) {
    throw controller.signal.aborted ? late : error;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The events of a run until its final status. After a dropped connection, the stream continues with the event
 * after the last one received, so every event arrives exactly once.
 */
export function followRun(
  core: Core,
  { workflowId, runId }: RunIds,
  options: EventOptions = {},
): AsyncGenerator<RunEvent, void, undefined> {
  const params = [workflowId, runId];
  const hasEnded = async (requestOptions: RequestOptions) => {
    const status = { route: runsStatus, params, options: { ...requestOptions, maxRetries: 0 } };
    return isFinal((await core.send<Run>(status)).data.status);
  };
  const isLast = (event: RunEvent) => event.type === 'run.status' && isFinal(event.data.status);
  return follow(core, { route: runsEvents, params, isLast, hasEnded }, options);
}

/** The events of a review, without an end. */
export function followReview(
  core: Core,
  reviewId: string,
  options: EventOptions = {},
): AsyncGenerator<ReviewEvent, void, undefined> {
  const endless = { isLast: () => false, hasEnded: async () => false };
  return follow(core, { route: reviewsEvents, params: [reviewId], ...endless }, options);
}
