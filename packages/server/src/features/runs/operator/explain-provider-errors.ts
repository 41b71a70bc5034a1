import { type RunErrorKind, SLOW_MS } from '../../../engine/index.ts';
import { ageText } from './age-text.ts';
import type { RunFacts } from './facts.ts';

const REASONS: Record<RunErrorKind, string> = {
  auth: 'it rejected the key',
  quota: 'the account at the provider has no credit left',
  concurrency: 'it allows fewer requests at the same time',
  busy: 'it is overloaded, or limits the rate of requests',
  invalid_input: 'it rejected the request for a line',
  unsupported: 'it does not support what the run requests',
  transient: 'it did not respond, or its response was an error',
  unusable: 'its response did not contain a usable result',
  gone: 'it no longer has the model',
  unavailable: 'it rejected the platform key or a call with it, or the account of the key is used up',
  slow: `a call has had no response for ${ageText(SLOW_MS)}`,
};

/** Pauses between calls are at most about this long. If the latest error is older, the outage is over. */
const CURRENT_MS = 30_000;

/** Explains the recent errors of providers. */
export function explainProviderErrors(facts: RunFacts, now: Date): string[] {
  const { run, has_workers, provider_timeout_ms, provider_errors } = facts;
  const timeout = ageText(provider_timeout_ms);
  const today = now.toISOString().slice(0, 10);
  return provider_errors.map((error) => {
    const { provider, kind, message, first_at, last_at } = error;
    // `2026-05-04T09:30:15.000Z` is shown as `09:30:15` if the errors began today, otherwise as `2026-05-04 09:30:15`.
    const isToday = first_at.toISOString().startsWith(today);
    const [first, last] = [first_at, last_at].map((time) =>
      time
        .toISOString()
        .slice(isToday ? 11 : 0, 19)
        .replace('T', ' '),
    );
    const period = first === last ? `at ${last} UTC` : `from ${first} to ${last} UTC`;
    const sentences = [
      `Errors and slow calls of ${provider} in this run: ${error.count} ${period} (${REASONS[kind]}).`,
    ];
    // Messages of providers can lack the final punctuation.
    if (message) sentences.push(`A recent error: ${message}${/[.!?…]$/u.test(message) ? '' : '.'}`);
    const isCurrent = now.getTime() - last_at.getTime() <= CURRENT_MS;
    const doLinesWait = run.state === 'running' && has_workers && isCurrent && provider_timeout_ms > 0;
    if (error.has_recovered) sentences.push('Since then, it has spoken lines.');
    else if (doLinesWait && kind === 'slow')
      sentences.push(
        `Lines without a fallback wait up to ${timeout} for a response, long lines longer. Then they fail.`,
      );
    else if (doLinesWait && (kind === 'transient' || kind === 'busy'))
      sentences.push(
        `Lines without a fallback wait until the errors have lasted ${timeout}. From then on, each line fails after at most four attempts.`,
      );
    return sentences.join(' ');
  });
}
