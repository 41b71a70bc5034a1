import { setTimeout as delay } from 'node:timers/promises';
import type { PaidBy } from '@voiceloom/contract';
import { startDeadline } from '../../providers/deadline.ts';
import { ProviderError, type ProviderErrorKind } from '../../providers/provider-error.ts';
import type { Credentials } from '../../providers/speech/index.ts';
import { recordProviderCall } from '../../telemetry/tracing.ts';
import type { KeyLimiter } from '../ports.ts';
import { type RejectedKeyApp, recordRejectedKeyOnce } from './provider-keys.ts';
import { noteRunError, type RunErrorKind } from './run-errors.ts';

const MAX_TRIES = 4;
/** The maximum number of calls for one line whose responses contain nothing usable, because each call may be billed. */
export const MAX_UNUSABLE_CALLS = 3;
/** How often to retry while a provider is busy or has no free slot, which is not an error of the request. */
const MAX_TURNS = 40;
const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 30_000;
/** Limits the wait, so that a provider is called soon after it recovers. */
const MAX_BACK_OFF_MS = 5_000;
/** When a call without a response is slow. Much longer than most responses take, and much shorter than the deadlines. */
export const SLOW_MS = 10_000;

/** The provider with its key. A provider that runs in this process has no key and no concurrency limit. */
export interface ProviderAccess {
  provider: { id: string };
  model?: string | { id: string };
  credentials: Credentials | undefined;
  limiter: KeyLimiter | undefined;
  /** Default: the workspace, if there are credentials. */
  paid_by?: PaidBy;
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
  onError?(kind: ProviderErrorKind): void;
}

/**
 * The only way to call a provider: with a concurrency slot, and with retries while the provider is busy or
 * unavailable. The limiter's `timeout_ms` is the deadline of the line. It includes every request, retry and
 * `Retry-After`, but not the wait for a slot. Rejects with the `ProviderError` that waiting cannot solve; a
 * rejected key, or a platform key that is used up, has been recorded by then. No slot is held during waits. A response without a usable result is requested
 * again only until it repeats, or until the line has had three of them.
 */
export async function callProvider<T>(
  access: ProviderAccess,
  call: ProviderCall,
  request: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { limiter } = access;
  const { signal, waitsForRecovery = true, budget = { spent_ms: 0 }, least_ms = 0 } = call;
  const { wait = (ms, until) => delay(ms, undefined, { signal: until }) } = call;
  const timeout_ms = limiter && limiter.timeout_ms > 0 ? limiter.timeout_ms : Number.POSITIVE_INFINITY;
  const limit_ms = Math.max(timeout_ms, least_ms);
  const attempts = createAttempts(limiter, call);
  let { first } = call;
  for (;;) {
    // Timers take whole milliseconds.
    const left_ms = Math.max(1, Math.ceil(limit_ms - budget.spent_ms));
    const deadline_ms = Math.min(call.deadline_ms ?? left_ms, left_ms);
    const result = await callOnce(access, { ...call, budget, deadline_ms, first }, request);
    if (!('error' in result)) return result.value;
    const { error } = result;
    call.onError?.(error.kind);
    noteError(access, call, error);
    if (error.kind === 'auth' || error.kind === 'quota') await recordRejectedKeyOnce(call, access, error);
    const back_off_ms = attempts.backOff(error);
    if (back_off_ms === undefined) throw error;
    const wait_ms = Math.max(0, Math.min(back_off_ms, limit_ms - budget.spent_ms));
    // A request that a busy provider rejected goes before those that were not made yet.
    first = call.first || (error.kind === 'busy' && waitsForRecovery);
    await wait(wait_ms, signal);
    budget.spent_ms += wait_ms;
    if (budget.spent_ms >= limit_ms) throw error;
  }
}

const PASSING_ERRORS = new Set<ProviderErrorKind>(['concurrency', 'busy', 'transient', 'unusable']);

/** Counts the attempts of one call. `backOff` returns the time to wait after an error; undefined: do not try again. */
function createAttempts(limiter: KeyLimiter | undefined, call: ProviderCall) {
  const { waitsForRecovery = true, unusable = { calls: 0 } } = call;
  // One call is left for the fallback.
  const maxUnusable = waitsForRecovery ? MAX_UNUSABLE_CALLS : MAX_UNUSABLE_CALLS - 1;
  let lastUnusable: string | undefined;
  let tries = 1;
  let turns = 1;
  return {
    backOff({ kind, message, retry_after_ms }: ProviderError): number | undefined {
      if (!PASSING_ERRORS.has(kind)) return undefined;
      if (!waitsForRecovery && limiter?.isOpen()) return undefined;
      if (kind === 'unusable') {
        unusable.calls += 1;
        if (message === lastUnusable || unusable.calls >= maxUnusable) return undefined;
        lastUnusable = message;
      }
      // An outage or a full provider is not an error of the line, so it does not use up the tries for such errors.
      const isTurn = kind === 'concurrency' || (waitsForRecovery && limiter?.isWaitedFor(kind));
      if (isTurn) turns += 1;
      else tries += 1;
      if (turns > MAX_TURNS || tries > MAX_TRIES) return undefined;
      let back_off_ms = FIRST_WAIT_MS;
      if (kind !== 'concurrency')
        back_off_ms = Math.min(MAX_BACK_OFF_MS, FIRST_WAIT_MS * 2 ** (tries + turns - 3));
      // Jitter: requests that were rejected together are not retried together.
      return Math.min(MAX_WAIT_MS, retry_after_ms ?? back_off_ms) * (1 + Math.random() / 4);
    },
  };
}

/** Does not wait for the database. A preview has no run to explain. */
function noteError(
  { provider, paid_by }: ProviderAccess,
  { app, run }: ProviderCall,
  { kind, message }: { kind: RunErrorKind; message: string },
) {
  if (!run.id) return;
  const runError = { run_id: run.id, provider: provider.id, kind, message };
  // The row belongs to the workspace, but the account at the provider is the operator's.
  if (paid_by === 'platform') {
    runError.message = '';
    if (kind === 'auth' || kind === 'quota') runError.kind = 'unavailable';
  }
  void noteRunError(app, runError);
}

/** One request, with a slot of the credential's concurrency limit if it has one. */
async function callOnce<T>(
  access: ProviderAccess,
  call: ProviderCall & { budget: LineBudget; deadline_ms: number },
  request: (signal: AbortSignal) => Promise<T>,
): Promise<{ value: T } | { error: ProviderError }> {
  const { limiter, provider, model } = access;
  const { app, signal, first, deadline_ms, budget, aside = (wait) => wait(), slow_ms = SLOW_MS } = call;
  const release = limiter && (await aside(() => limiter.acquire(signal, first)));
  const startedAt = performance.now();
  // Timers do not accept infinity.
  const deadline = Number.isFinite(deadline_ms) ? startDeadline(deadline_ms) : undefined;
  // Long work in this process is not an error.
  const slowTimer =
    limiter && setTimeout(() => noteError(access, call, { kind: 'slow', message: '' }), slow_ms);
  let outcome: ProviderErrorKind | 'done' | 'aborted' = 'aborted';
  try {
    const value = await request(deadline ? AbortSignal.any([signal, deadline.signal]) : signal);
    outcome = 'done';
    return { value };
  } catch (cause) {
    signal.throwIfAborted();
    let error = cause;
    if (isTimeout(cause)) error = new ProviderError('transient', 'It did not respond in time.', { cause });
    if (!(error instanceof ProviderError)) throw error;
    outcome = error.kind;
    return { error };
  } finally {
    deadline?.clear();
    clearTimeout(slowTimer);
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
