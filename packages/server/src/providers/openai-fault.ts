import { type FaultReader, fault, wordsOf } from './faults.ts';
import type { ProviderError } from './provider-error.ts';

/** The same status means a rate limit or missing payment; only the code distinguishes them. */
export function openaiFault(answer: Parameters<FaultReader>[0]): ProviderError | undefined {
  if (answer.status < 400) return undefined;
  const words = wordsOf(answer);
  if (answer.status === 429 && /insufficient_quota|billing_hard_limit/.test(words))
    return fault('quota', answer);
  if (answer.status === 404 && /model_not_found|does not exist|deprecated/.test(words))
    return fault('gone', answer);
  return undefined;
}
