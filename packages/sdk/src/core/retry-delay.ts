import type { VoiceloomError } from '../errors/errors.ts';
import { backoffMs, isTransient } from '../transport/retry.ts';
import type { Call } from './route.ts';

/**
 * Milliseconds until the next attempt, or undefined if there must be none. Unsafe operations are retried only
 * after 429, which means that nothing was done. The same applies to a write with `ifMatch`, because a retry
 * would conflict with its own change.
 */
export function retryDelayMs(
  failure: VoiceloomError,
  { call, attempt, maxRetries }: { call: Call; attempt: number; maxRetries: number },
): number | undefined {
  if (attempt >= maxRetries || !isTransient(failure)) return undefined;
  const { keyed, method } = call.route;
  const isRepeatable = (keyed || method === 'GET' || method === 'PUT') && call.options?.ifMatch === undefined;
  if (!isRepeatable && failure.status !== 429) return undefined;
  const requestedWait = failure.retryAfterMs;
  if (requestedWait === undefined) return backoffMs(attempt);
  // Random, so that clients with the same wait do not all start at once.
  return requestedWait + Math.random() * Math.min(requestedWait, 250);
}
