import { setTimeout as delay } from 'node:timers/promises';
import { ProviderError, type ProviderErrorKind } from '../providers/provider-error.ts';
import type { Credentials } from '../providers/speech/index.ts';
import { type NotingApp, tellOfRefusedKey } from './refused-keys.ts';
import type { SpeechLane } from './speech-lanes.ts';

const MAX_TRIES = 4;
/** Being told to come back says nothing against what was asked, but there is an end to it. */
const MAX_TURNS = 40;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 30_000;
/** So that a provider that is back is not left waiting. */
const LONGEST_BACK_OFF_MS = 5_000;

/** Who is asked, with whose key. What speaks in this process has neither key nor lane. */
export interface Partner {
  provider: { id: string };
  credentials: Credentials | undefined;
  lane: SpeechLane | undefined;
}

/** For whom somebody is asked, and how long. */
export interface Asking {
  app: NotingApp;
  run: { workspace_id: string };
  signal: AbortSignal;
  /** For one request with all its parts, where the provider has no deadlines of its own that say it all. */
  deadline_ms?: number;
  /** False: somebody else can do it, so a provider that is away is not waited for. */
  patient?: boolean;
  /** Hears of every answer that was no success. */
  onFault?(kind: ProviderErrorKind): void;
}

/**
 * The one way to ask a provider: in a place of its lane, waiting out one that is busy or away. Rejects with the
 * `ProviderError` that waiting cannot help; a key that was refused has been noted by then. While it waits, it holds no place.
 */
export async function patiently<T>(
  partner: Partner,
  asking: Asking,
  ask: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { lane } = partner;
  const { signal, patient = true, onFault } = asking;
  for (let [tries, turns] = [1, 1]; ; ) {
    const asked = await once(partner, asking, ask);
    if (!('fault' in asked)) return asked.value;
    const { fault } = asked;
    const { kind } = fault;
    onFault?.(kind);
    if (kind === 'auth') await tellOfRefusedKey(asking, partner, fault);
    const isLeft = !patient && lane?.isOpen() === true;
    if (!isPassing(kind) || isLeft) throw fault;
    // What an outage answers says nothing against a line, which may meet a fault of its own right after it.
    const isTurn = kind === 'concurrency' || (patient && lane?.isWaitedFor(kind) === true);
    if (isTurn ? turns++ >= MAX_TURNS : tries++ >= MAX_TRIES) throw fault;
    await delay(waitFor(fault, tries + turns - 3), undefined, { signal });
  }
}

const isPassing = (kind: ProviderErrorKind): boolean =>
  kind === 'concurrency' || kind === 'busy' || kind === 'transient';

/** Requests that were refused together do not come back together. */
function waitFor({ kind, retry_after_ms }: ProviderError, power: number): number {
  const own =
    kind === 'concurrency' ? FIRST_WAIT_MS : Math.min(LONGEST_BACK_OFF_MS, FIRST_WAIT_MS * 2 ** power);
  const wait = Math.min(LONGEST_WAIT_MS, retry_after_ms ?? own);
  return wait * (1 + Math.random() / 4);
}

/** One request, in a place of the credential's lane where there is one. */
async function once<T>(
  { lane }: Partner,
  { signal, deadline_ms }: Asking,
  ask: (signal: AbortSignal) => Promise<T>,
): Promise<{ value: T } | { fault: ProviderError }> {
  const release = await lane?.take(signal);
  let outcome: ProviderErrorKind | 'done' | 'aborted' = 'aborted';
  try {
    const deadline = deadline_ms === undefined ? [] : [AbortSignal.timeout(deadline_ms)];
    const value = await ask(AbortSignal.any([signal, ...deadline]));
    outcome = 'done';
    return { value };
  } catch (error) {
    signal.throwIfAborted();
    const fault = isTimeout(error)
      ? new ProviderError('transient', 'It did not answer in time.', { cause: error })
      : error;
    if (!(fault instanceof ProviderError)) throw fault;
    outcome = fault.kind;
    return { fault };
  } finally {
    release?.(outcome);
  }
}

export function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}
