import { setTimeout as delay } from 'node:timers/promises';
import { deadlineIn } from '../../providers/deadline.ts';
import { ProviderError, type ProviderErrorKind } from '../../providers/provider-error.ts';
import type { Credentials } from '../../providers/speech/index.ts';
import { recordProviderCall } from '../../telemetry/tracing.ts';
import type { KeyLimiter } from '../ports.ts';
import { type RejectedKeyApp, recordRejectedKeyOnce } from './provider-keys.ts';
import { noteRunFault, type RunFaultKind } from './run-faults.ts';

const MAX_TRIES = 4;
/** The maximum number of calls for one line whose responses contain nothing usable, because each call may be billed. */
export const MAX_UNUSABLE_CALLS = 3;
/** How often to retry while a provider is busy or has no free slot, which is not an error of the request. */
const MAX_TURNS = 40;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 30_000;
/** Limits the wait, so that a provider is called soon after it recovers. */
const LONGEST_BACK_OFF_MS = 5_000;
/** When a call without a response is slow. Much longer than most responses take, and much shorter than the deadlines. */
export const SLOW_MS = 10_000;

/** The provider with its key. A provider that runs in this process has no key and no concurrency limit. */
export interface Partner {
  provider: { id: string };
  model?: string | { id: string };
  credentials: Credentials | undefined;
  limiter: KeyLimiter | undefined;
}

/** The time that requests and waits for one line have taken so far. */
export interface LineBudget {
  spent_ms: number;
}

/** The calls for one line whose responses contained nothing usable. */
export interface UnusableResponses {
  calls: number;
}

/** The run or, for a preview, the workspace that makes the call, and how long the call waits. */
export interface ProviderCall {
  app: RejectedKeyApp;
  run: { id?: string; workspace_id: string };
  signal: AbortSignal;
  /** The deadline of one request with all its parts, if the provider has no deadline of its own. */
  deadline_ms?: number | undefined;
  /** Shared by several calls for one line. */
  budget?: LineBudget;
  /** Shared by all calls for one line, also of several providers. */
  unusable?: UnusableResponses;
  /** The minimum time for the work regardless of the timeout, for long texts or many lines. */
  least_ms?: number;
  /** False if there is a fallback, so that the call does not wait for an unavailable provider. */
  waitsForRecovery?: boolean;
  /** Waits between two attempts; a timer by default. */
  wait?(ms: number, signal: AbortSignal): Promise<void>;
  /** Gets a slot before the other waiting calls. */
  first?: boolean | undefined;
  /** Wraps the wait for a slot. */
  aside?: (<T>(wait: () => Promise<T>) => Promise<T>) | undefined;
  /** After this time without a response, the explanation of the run names the provider. */
  slow_ms?: number;
  /** Called with every error. */
  onFault?(kind: ProviderErrorKind): void;
}

/**
 * The only way to call a provider: with a concurrency slot, and with retries while the provider is busy or
 * unavailable. The limiter's `timeout_ms` is the deadline of the line. It includes every request, retry and
 * `Retry-After`, but not the wait for a slot. Rejects with the `ProviderError` that waiting cannot solve; a
 * rejected key has been recorded by then. No slot is held during waits. A response without a usable result is requested
 * again only until it repeats, or until the line has had three of them.
 */
export async function callProvider<T>(
  partner: Partner,
  asking: ProviderCall,
  ask: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { limiter } = partner;
  const { signal, first, waitsForRecovery = true, wait = sleep, onFault } = asking;
  const { budget = { spent_ms: 0 }, unusable = { calls: 0 } } = asking;
  // One call is left for the fallback.
  const maxUnusable = waitsForRecovery ? MAX_UNUSABLE_CALLS : MAX_UNUSABLE_CALLS - 1;
  let lastUnusable: string | undefined;
  const limit_ms = findDeadline(partner, asking);
  let isRejected = false;
  for (let [tries, turns] = [1, 1]; ; ) {
    // Timers take whole milliseconds.
    const left_ms = Math.max(1, Math.ceil(limit_ms - budget.spent_ms));
    const deadline_ms = Math.min(asking.deadline_ms ?? left_ms, left_ms);
    const attempt: Asked<T> = await once(
      partner,
      {
        ...asking,
        budget,
        // Timers do not accept infinity.
        deadline_ms: Number.isFinite(deadline_ms) ? deadline_ms : undefined,
        first: first || isRejected,
      },
      ask,
    );
    if (!('fault' in attempt)) return attempt.value;
    const fault: ProviderError = attempt.fault;
    const { kind } = fault;
    onFault?.(kind);
    noteFault(partner, asking, fault);
    if (kind === 'auth') await recordRejectedKeyOnce(asking, partner, fault);
    const isLeft = !waitsForRecovery && limiter?.isOpen() === true;
    if (!isPassing(kind) || isLeft) throw fault;
    if (kind === 'unusable') {
      unusable.calls += 1;
      if (fault.message === lastUnusable || unusable.calls >= maxUnusable) throw fault;
      lastUnusable = fault.message;
    }
    // An outage or a full provider is not an error of the line, so it does not use up the tries for such errors.
    const isTurn = kind === 'concurrency' || (waitsForRecovery && limiter?.isWaitedFor(kind) === true);
    if (isTurn ? turns++ >= MAX_TURNS : tries++ >= MAX_TRIES) throw fault;
    const wait_ms = Math.max(0, Math.min(waitFor(fault, tries + turns - 3), limit_ms - budget.spent_ms));
    // A request that a busy provider rejected goes before those that were not made yet.
    isRejected = kind === 'busy' && waitsForRecovery;
    await wait(wait_ms, signal);
    budget.spent_ms += wait_ms;
    if (budget.spent_ms >= limit_ms) throw fault;
  }
}

/** Does not wait for the database. A preview has no run to explain. */
function noteFault(
  { provider }: Partner,
  { app, run }: Pick<ProviderCall, 'app' | 'run'>,
  { kind, message }: { kind: RunFaultKind; message: string },
) {
  if (run.id) void noteRunFault(app, { run_id: run.id, provider: provider.id, kind, message });
}

const sleep = (ms: number, signal: AbortSignal): Promise<void> => delay(ms, undefined, { signal });

function findDeadline({ limiter }: Partner, { least_ms = 0 }: ProviderCall): number {
  const timeout_ms = limiter && limiter.timeout_ms > 0 ? limiter.timeout_ms : Number.POSITIVE_INFINITY;
  return Math.max(timeout_ms, least_ms);
}

/** Whether another call may succeed. */
const isPassing = (kind: ProviderErrorKind): boolean =>
  kind === 'concurrency' || kind === 'busy' || kind === 'transient' || kind === 'unusable';

/** Jitter: requests that were rejected together are not retried together. */
function waitFor({ kind, retry_after_ms }: ProviderError, power: number): number {
  const own =
    kind === 'concurrency' ? FIRST_WAIT_MS : Math.min(LONGEST_BACK_OFF_MS, FIRST_WAIT_MS * 2 ** power);
  const wait = Math.min(LONGEST_WAIT_MS, retry_after_ms ?? own);
  return wait * (1 + Math.random() / 4);
}

type Asked<T> = { value: T } | { fault: ProviderError };

/** One request, with a slot of the credential's concurrency limit if it has one. */
async function once<T>(
  partner: Partner,
  asking: ProviderCall & { budget: LineBudget },
  ask: (signal: AbortSignal) => Promise<T>,
): Promise<Asked<T>> {
  const { limiter, provider, model } = partner;
  const { app, signal, first, deadline_ms, budget, aside = (wait) => wait(), slow_ms = SLOW_MS } = asking;
  const release = limiter && (await aside(() => limiter.acquire(signal, first)));
  const startedAt = performance.now();
  const deadline = deadline_ms === undefined ? undefined : deadlineIn(deadline_ms);
  // Long work in this process is not a fault.
  const slow =
    limiter && setTimeout(() => noteFault(partner, asking, { kind: 'slow', message: '' }), slow_ms);
  let outcome: ProviderErrorKind | 'done' | 'aborted' = 'aborted';
  try {
    const value = await ask(deadline ? AbortSignal.any([signal, deadline.signal]) : signal);
    outcome = 'done';
    return { value };
  } catch (error) {
    signal.throwIfAborted();
    const fault = isTimeout(error)
      ? new ProviderError('transient', 'It did not respond in time.', { cause: error })
      : error;
    if (!(fault instanceof ProviderError)) throw fault;
    outcome = fault.kind;
    return { fault };
  } finally {
    deadline?.clear();
    clearTimeout(slow);
    const spent_ms = performance.now() - startedAt;
    budget.spent_ms += spent_ms;
    app.metrics.providerCalls.observe({ provider: provider.id, outcome }, spent_ms / 1_000);
    const model_id = typeof model === 'object' ? model.id : model;
    recordProviderCall({ provider: provider.id, model: model_id, outcome, startedAt });
    release?.(outcome);
  }
}

export function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}
