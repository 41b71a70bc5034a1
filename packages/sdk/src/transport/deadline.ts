import { AbortError, type OperationId, TimeoutError, type VoiceloomError } from '../errors/errors.ts';
import type { ServiceResponse } from './fetch.ts';

/** The time and the abort signal that all attempts of one call share. */
export interface Deadline {
  /** Aborted with the call's error when the time is over or the caller aborts. */
  readonly signal: AbortSignal;
  /** The end time, as `Date.now()` counts. */
  readonly endsAt: number;
  /** The last failure, used as the cause of a timeout. */
  lastFailure?: unknown;
}

/** A time limit. */
export interface Limits {
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** What was limited, for error messages. */
  name: string;
  /** The operation, for errors. */
  operation?: OperationId;
}

/** 23 days: timers of more than 24 days fire immediately. */
export const LONGEST_MS = 2e9;

/** Starts a timer, unless the delay exceeds what timers support. */
export const timerOf = (run: () => void, ms: number) => (ms > LONGEST_MS ? undefined : setTimeout(run, ms));

/** How to time calls and read responses. A platform can replace the portable default by a faster one. */
export interface Platform {
  /** Calls `ring` after `ms`, unless stopped. */
  start(ring: () => void, ms: number): unknown;
  /** Stops what `start` returned. */
  stop(alarm: unknown): void;
  /** The whole body. */
  textOf(response: ServiceResponse): Promise<string>;
}

/** The current platform functions. */
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
 * The result of `work`, or a TimeoutError or AbortError that comes first. `work` itself is then stopped by
 * the deadline's signal. Uses `await` throughout, so that the stack of an error includes the caller.
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
    // The stack of the timer does not include the caller, but the stack here does.
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
