import { AbortError, TimeoutError } from './client-errors.ts';
import type { OperationId, VoiceloomError } from './errors.ts';
import type { Platform } from './platform.ts';

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
  /** Whose timers are used. */
  platform?: Pick<Platform, 'start' | 'stop'> | undefined;
}

/** 23 days: timers of more than 24 fire at once. */
export const LONGEST_MS = 2e9;

/** A timer; none beyond what a timer can wait for. */
export const timerOf = (run: () => void, ms: number) => (ms > LONGEST_MS ? undefined : setTimeout(run, ms));

const STANDARD: Pick<Platform, 'start' | 'stop'> = {
  start: timerOf,
  stop: (timer) => clearTimeout(timer as number),
};

/** The error of an aborted `signal`. */
export function abortErrorOf(signal: AbortSignal): AbortError {
  return new AbortError('The call was aborted.', { cause: signal.reason });
}

/**
 * The outcome of `work`, or TimeoutError or AbortError where these come first: `work` is then left to the signal of its
 * deadline. It awaits all the way, so that the stack of an error leads to the line that made the call.
 */
export async function withinDeadline<T>(
  { timeoutMs, signal, name, operation, platform = STANDARD }: Limits,
  work: (deadline: Deadline) => Promise<T>,
): Promise<T> {
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
      alarm = platform.start(onTimeout, timeoutMs);
      signal?.addEventListener('abort', onAbort);
      work(deadline).then(resolve, reject);
    });
  } catch (error) {
    // From the timer that ends a call no frame leads to the caller, from here they do.
    throw late?.() ?? error;
  } finally {
    if (alarm) platform.stop(alarm);
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
