/** A time limit for some work. */
export interface Deadline {
  /** Aborts with a `TimeoutError` when the time has passed. */
  signal: AbortSignal;
  /** Must be called when the work is done. */
  clear(): void;
}

/**
 * Replaces `AbortSignal.timeout` for frequent work: that signal stays in memory until its time has passed, even if the
 * work is done.
 */
export function startDeadline(ms: number): Deadline {
  const controller = new AbortController();
  const error = new DOMException('The operation was aborted due to timeout', 'TimeoutError');
  const timer = setTimeout(() => controller.abort(error), ms);
  timer.unref();
  return { signal: controller.signal, clear: () => clearTimeout(timer) };
}
