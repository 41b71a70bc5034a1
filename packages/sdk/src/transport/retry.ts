import { VoiceloomError } from '../errors/errors.ts';

const FIRST_MS = 400;
const LONGEST_MS = 8_000;

/** Whether a retry may succeed. */
export function isTransient({ code, status }: VoiceloomError): boolean {
  if (status === undefined) return code === 'CONNECTION_FAILED';
  if (code === 'IDEMPOTENCY_IN_PROGRESS' || status === 408 || status === 429) return true;
  return status >= 500 && status !== 501;
}

/** Whether a connection broke and may be opened again; a stalled one counts as broken. */
export const isBroken = (error: unknown): error is VoiceloomError =>
  error instanceof VoiceloomError && (isTransient(error) || error.code === 'TIMEOUT');

/** Whether the requested wait is longer than a transfer may stall. */
export const waitsTooLong = (
  { retryAfterMs = 0 }: VoiceloomError,
  limits: { idleTimeoutMs: number },
): boolean => retryAfterMs > limits.idleTimeoutMs;

/** Exponential backoff; half of it is random, so that clients spread out. */
export function backoffMs(attempt: number, random = Math.random()): number {
  const whole = Math.min(LONGEST_MS, FIRST_MS * 2 ** attempt);
  return whole * (0.5 + random / 2);
}
