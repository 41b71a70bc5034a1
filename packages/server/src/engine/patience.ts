import { setTimeout as delay } from 'node:timers/promises';
import { ProviderError, type ProviderErrorKind } from '../providers/provider-error.ts';
import type { SpeechLane } from './speech-lanes.ts';

const MAX_TRIES = 4;
/** Being told to come back when there is room says nothing against who is asked. */
const MAX_TURNS = 40;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 30_000;

/** Asks a partner and waits out one that is busy; what waiting cannot help is thrown. */
export async function patiently<T>(lane: SpeechLane, signal: AbortSignal, ask: () => Promise<T>): Promise<T> {
  for (let [tries, turns] = [1, 1]; ; ) {
    const answer = await once(lane, signal, ask);
    if (!('fault' in answer)) return answer.value;
    const { kind, retry_after_ms } = answer.fault;
    const isCrowded = kind === 'concurrency';
    const isPassing = isCrowded || kind === 'busy' || kind === 'transient';
    if (!isPassing || (isCrowded ? turns++ >= MAX_TURNS : tries++ >= MAX_TRIES)) throw answer.fault;
    const wait = retry_after_ms ?? FIRST_WAIT_MS * 2 ** (isCrowded ? 0 : tries - 2);
    await delay(Math.min(LONGEST_WAIT_MS, wait * (1 + Math.random() / 4)), undefined, { signal });
  }
}

/** One request in a place of the lane. */
async function once<T>(
  lane: SpeechLane,
  signal: AbortSignal,
  ask: () => Promise<T>,
): Promise<{ value: T } | { fault: ProviderError }> {
  const release = await lane.take(signal);
  let outcome: ProviderErrorKind | 'done' | 'aborted' = 'aborted';
  try {
    const value = await ask();
    outcome = 'done';
    return { value };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    outcome = error.kind;
    return { fault: error };
  } finally {
    release(outcome);
  }
}
