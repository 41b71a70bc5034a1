import { AbortError, TimeoutError } from '../core/client-errors.ts';
import type { OperationId, VoiceloomError } from '../core/errors.ts';
import type { ServiceResponse } from './fetch.ts';

/** The time and the abort signal that all attempts of one call share. */
export interface Deadline {
  /** Aborted with the error of the call when the time is over or the caller aborts. */
  readonly signal: AbortSignal;
  /** When the time is over, as `Date.now()` counts. */
  readonly endsAt: number;
  /** What failed last: the cause of a later timeout. */
  lastFailure?: unknown;
}

/** How long something may take. */
export interface Limits {
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** What errors say that it was. */
  name: string;
  /** The operation that it belongs to, for errors. */
  operation?: OperationId;
}

/** 23 days: timers of more than 24 fire at once. */
export const LONGEST_MS = 2e9;

/** A timer; none beyond what a timer can wait for. */
export const timerOf = (run: () => void, ms: number) => (ms > LONGEST_MS ? undefined : setTimeout(run, ms));

/** How calls are timed and answers are read. A platform may do it better than by what all of them have. */
export interface Platform {
  /** Rings after `ms`, unless it is stopped before. */
  start(ring: () => void, ms: number): unknown;
  /** Ends what `start` gave. */
  stop(alarm: unknown): void;
  /** The whole body. */
  textOf(response: ServiceResponse): Promise<string>;
}

/** What is used. */
export let platform: Platform = {
  start: timerOf,
  stop: (timer) => clearTimeout(timer as number),
  textOf: (response) => response.text(),
};

/** From now on, calls use `better`. */
export function usePlatform(better: Platform): void {
  platform = better;
}

/** The error of an aborted `signal`. */
export function abortErrorOf(signal: AbortSignal): AbortError {
  return new AbortError('The call was aborted.', { cause: signal.reason });
}

/**
 * The outcome of `work`, or TimeoutError or AbortError where these come first: `work` is then left to the signal of its
 * deadline. It awaits all the way, so that the stack of an error leads to the line that made the call.
 */
export async function withinDeadline<T>(
  { timeoutMs, signal, name, operation }: Limits,
  work: (deadline: Deadline) => Promise<T>,
): Promise<T> {
  const { start, stop } = platform;
  const controller = new AbortController();
  const deadline: Deadline = { signal: controller.signal, endsAt: Date.now() + timeoutMs };
  let alarm: unknown;
  let late: (() => VoiceloomError) | undefined;
  let end: (make: () => VoiceloomError) => void;
  const onAbort = () => end(() => abortErrorOf(signal as AbortSignal));
  try {
    return await new Promise<T>((resolve, reject) => {
      end = (make) => {
        late = () => Object.assign(make(), { operation });
        const reason = late();
        reject(reason);
        controller.abort(reason);
      };
      if (signal?.aborted) return onAbort();
      const onTimeout = () => {
        const message = `${name} did not end within ${timeoutMs} ms.`;
        end(() => new TimeoutError(message, { cause: deadline.lastFailure }));
      };
      alarm = start(onTimeout, timeoutMs);
      signal?.addEventListener('abort', onAbort);
      work(deadline).then(resolve, reject);
    });
  } catch (error) {
    // From the timer that ends a call no frame leads to the caller, from here they do.
    throw late?.() ?? error;
  } finally {
    stop(alarm);
    signal?.removeEventListener('abort', onAbort);
  }
}

/** Waits `ms`; rejects when `signal` aborts first. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', settle);
      if (signal?.aborted) reject(abortErrorOf(signal));
      else resolve();
    };
    const timer = timerOf(settle, ms);
    if (signal?.aborted) settle();
    else signal?.addEventListener('abort', settle);
  });
}
