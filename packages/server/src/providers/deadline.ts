/** How long something may take. */
export interface Deadline {
  /** Aborts with a `TimeoutError` when the time has passed. */
  signal: AbortSignal;
  /** To be called when the work is done. */
  clear(): void;
}

/**
 * `AbortSignal.timeout` for what happens often: that one stays in memory until the time has passed, however soon the
 * work is done.
 */
export function deadlineIn(ms: number): Deadline {
  const controller = new AbortController();
  const error = new DOMException('The operation was aborted due to timeout', 'TimeoutError');
  const timer = setTimeout(() => controller.abort(error), ms);
  timer.unref();
  return { signal: controller.signal, clear: () => clearTimeout(timer) };
}
