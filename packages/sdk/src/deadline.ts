import { AbortError, TimeoutError } from './client-errors.ts';

/** The time and the abort signal that all attempts of one call share. */
export interface Deadline {
  /** Aborted when the time is over or the caller aborts. */
  readonly signal: AbortSignal;
  /** Milliseconds left; never below 0. */
  remainingMs(): number;
  /** The promise's outcome, or the deadline's error if that comes first. */
  guard<T>(promise: Promise<T>): Promise<T>;
  /** Waits; rejects when the deadline ends first. */
  sleep(ms: number): Promise<void>;
  /** Remembered as the cause of a later timeout. */
  note(failure: unknown): void;
  /** Releases the timer and the listener. */
  close(): void;
}

/** The error of an aborted `signal`. */
export function abortErrorOf(signal: AbortSignal): AbortError {
  return new AbortError('The call was aborted.', { cause: signal.reason });
}

/** Starts the clock of one call. `what` names the call in errors, such as `GET /api/v1/voices`. */
export function openDeadline(timeoutMs: number, signal: AbortSignal | undefined, what: string): Deadline {
  const controller = new AbortController();
  const end = Date.now() + timeoutMs;
  let lastFailure: unknown;
  let reject: (error: Error) => void = () => {};
  const ended = new Promise<never>((_, rejectEnded) => {
    reject = rejectEnded;
  });
  // Nobody may be waiting when the time is over.
  ended.catch(() => {});
  const finish = (error: Error) => {
    reject(error);
    controller.abort(error);
  };
  const onAbort = () => finish(abortErrorOf(signal as AbortSignal));
  const onTimeout = () =>
    finish(new TimeoutError(`${what} did not end within ${timeoutMs} ms.`, { cause: lastFailure }));
  // Timers hold at most 2^31 - 1 ms.
  const timer = timeoutMs > 2_147_483_647 ? undefined : setTimeout(onTimeout, timeoutMs);
  if (signal?.aborted) onAbort();
  else signal?.addEventListener('abort', onAbort, { once: true });
  const guard = <T>(promise: Promise<T>) => Promise.race([promise, ended]);
  return {
    signal: controller.signal,
    remainingMs: () => Math.max(0, end - Date.now()),
    guard,
    sleep: (ms) => sleepGuarded(ms, guard),
    note: (failure) => {
      lastFailure = failure;
    },
    close: () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    },
  };
}

async function sleepGuarded(ms: number, guard: Deadline['guard']): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const slept = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await guard(slept).finally(() => clearTimeout(timer));
}

/** Waits `ms`; rejects with AbortError when `signal` aborts first. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', settle);
      if (signal?.aborted) reject(abortErrorOf(signal));
      else resolve();
    };
    const timer = setTimeout(settle, ms);
    if (signal?.aborted) settle();
    else signal?.addEventListener('abort', settle, { once: true });
  });
}
