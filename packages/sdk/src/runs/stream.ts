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

/** The data of each message of a `text/event-stream`. An incomplete message at the end is dropped. */
async function* readMessages(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, undefined> {
  let data: string[] = [];
  for await (const line of readLines(chunks)) {
    if (line === '') {
      if (data.length > 0) yield data.join('\n');
      data = [];
      continue;
    }
    // The events contain their own IDs and types, so the other fields are not read.
    if (/^data(:|$)/.test(line)) data.push(line.slice('data:'.length).replace(/^ /, ''));
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

/** The events of one connection, from the one after `lastId` on. */
async function* readConnection<Event>(
  { core, source, options, requestOptions }: Following<Event>,
  lastId: number,
): AsyncGenerator<Event, void, undefined> {
  const headers: Record<string, string> = {};
  if (lastId > 0) headers['last-event-id'] = String(lastId);
  const { route, params } = source;
  const response = await core.open({
    route,
    params,
    options: { ...requestOptions, headers, maxRetries: 0 },
  });
  const chunks = readChunks(response.body, { idleTimeoutMs: core.idleTimeoutMs, signal: options.signal });
  for await (const data of readMessages(chunks)) {
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

/** The events of all connections, each once, until the last event or too many failures in a row. */
async function* followOpenEnded<Event extends { id: number }>(
  following: Following<Event>,
): AsyncGenerator<Event, void, undefined> {
  const { source, requestOptions } = following;
  const { signal, maxReconnects = 8, lastEventId = 0 } = following.options;
  let lastId = Number(lastEventId);
  for (let failures = 0; ; failures += 1) {
    let wait = backoffMs(failures);
    const idBefore = lastId;
    try {
      for await (const event of readConnection(following, lastId)) {
        if (event.id <= lastId) continue;
        lastId = event.id;
        yield event;
        if (source.isLast(event)) return;
      }
      // A connection that brought nothing new may have missed the end.
      if (lastId === idBefore && (await source.hasEnded(requestOptions))) return;
    } catch (error) {
      const hasGivenUp = lastId === idBefore && failures >= maxReconnects;
      if (!isBroken(error) || hasGivenUp) throw error;
      // A proxy may buffer events. While the service responds, keep following.
      if (error.code === 'TIMEOUT' && (await isKnownToHaveEnded(following))) return;
      wait = error.retryAfterMs ?? wait;
    }
    if (lastId > idBefore) failures = 0;
    await sleep(wait, signal);
  }
}

/** The events of a source, within the time limit of the caller if there is one. */
async function* follow<Event extends { id: number }>(
  core: Core,
  source: Source<Event>,
  options: EventOptions,
): AsyncGenerator<Event, void, undefined> {
  const { timeoutMs, signal: ownSignal, workspaceId } = options;
  const requestOptions: RequestOptions = {};
  if (ownSignal) requestOptions.signal = ownSignal;
  if (workspaceId) requestOptions.workspaceId = workspaceId;
  if (timeoutMs === undefined) {
    yield* followOpenEnded({ core, source, options, requestOptions });
    return;
  }
  const controller = new AbortController();
  const late = new TimeoutError(`The stream did not end within ${timeoutMs} ms.`);
  const timer = timerOf(() => controller.abort(late), timeoutMs);
  const signals = [controller.signal];
  if (ownSignal) signals.push(ownSignal);
  const signal = AbortSignal.any(signals);
  requestOptions.signal = signal;
  try {
    yield* followOpenEnded({ core, source, options: { ...options, signal }, requestOptions });
  } catch (error) {
    if (controller.signal.aborted) throw late;
    throw error;
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
