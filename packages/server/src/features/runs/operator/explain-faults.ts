import { type RunFaultKind, SLOW_MS } from '../../../engine/index.ts';
import { ageText } from './age-text.ts';
import type { RunFacts } from './facts.ts';

const REASONS: Record<RunFaultKind, string> = {
  auth: 'it rejected the key',
  quota: 'the account at the provider has no credit left',
  concurrency: 'it allows fewer requests at the same time',
  busy: 'it is overloaded, or limits the rate of requests',
  invalid_input: 'it rejected the request for a line',
  unsupported: 'it does not support what the run requests',
  transient: 'it did not respond, or its response was an error',
  unusable: 'its response did not contain a usable result',
  gone: 'it no longer has the model',
  slow: `a call has had no response for ${ageText(SLOW_MS)}`,
};

/** Pauses between calls are at most about this long. If the latest error is older, the outage is over. */
const CURRENT_MS = 30_000;

/** Explains the recent errors of providers. */
export function faultTexts({ faults, ...facts }: RunFacts, now: Date): string[] {
  return faults.map((fault) =>
    [
      `Errors and slow calls of ${fault.provider} in this run: ${fault.count} ${spanText(fault, now)} (${REASONS[fault.kind]}).`,
      ...(fault.message ? [`A recent error: ${sentence(fault.message)}`] : []),
      ...(fault.has_recovered ? ['Since then, it has spoken lines.'] : waitTexts(fault, facts, now)),
    ].join(' '),
  );
}

/** Messages of providers can lack the final punctuation. */
const sentence = (text: string) => (/[.!?…]$/u.test(text) ? text : `${text}.`);

type Fault = RunFacts['faults'][number];

function spanText({ first_at, last_at }: Fault, now: Date): string {
  const isToday = first_at.toISOString().slice(0, 10) === now.toISOString().slice(0, 10);
  const timeText = (at: Date) =>
    at
      .toISOString()
      .slice(isToday ? 11 : 0, 19)
      .replace('T', ' ');
  const [first, last] = [timeText(first_at), timeText(last_at)];
  return first === last ? `at ${last} UTC` : `from ${first} to ${last} UTC`;
}

/** How long lines wait. Empty if they do not wait. */
function waitTexts(
  { kind, last_at }: Fault,
  { run, has_workers, provider_timeout_ms }: Omit<RunFacts, 'faults'>,
  now: Date,
): string[] {
  const isCurrent = now.getTime() - last_at.getTime() <= CURRENT_MS;
  if (run.state !== 'running' || !has_workers || !isCurrent || provider_timeout_ms === 0) return [];
  const timeout = ageText(provider_timeout_ms);
  if (kind === 'slow')
    return [
      `Lines without a fallback wait up to ${timeout} for a response, long lines longer. Then they fail.`,
    ];
  if (kind !== 'transient' && kind !== 'busy') return [];
  return [
    `Lines without a fallback wait until the errors have lasted ${timeout}. From then on, each line fails after at most four attempts.`,
  ];
}
