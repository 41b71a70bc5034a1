import type { Clock } from '../../clock.ts';
import type { SpeechErrorKind } from '../../providers/speech/index.ts';

export interface Circuit {
  /**
   * `begun_at`: when the request was sent. A request that hangs counts as failed from then on, not from its
   * timeout.
   */
  note(outcome: SpeechErrorKind | 'done' | 'aborted', begun_at?: number): void;
  /** Whether the provider has failed repeatedly and is not called for a while if there is a fallback. */
  isOpen(): boolean;
  /** Whether a failure of this kind is a recent outage of the provider, which must not fail the line. */
  isWaitedFor(kind: SpeechErrorKind): boolean;
  /** Whether waiting for the provider has failed, so that optional work does not wait again. */
  isGivenUp(): boolean;
}

const FAILURES = 5;
const REST_MS = 30_000;
/** As many failures as a single line can cause, so that runs with one line also wait for recovery. */
const FAILURES_OF_ALL = 4;

/** Opens after five consecutive failures that no line caused. After a pause, the next request decides. */
export function createCircuit(clock: Clock, patienceMs: number): Circuit {
  let failures = 0;
  let failingSince = 0;
  let restUntil = 0;
  const isOpen = (): boolean => failures >= FAILURES && clock().getTime() < restUntil;
  const isPatient = (): boolean => clock().getTime() - failingSince < patienceMs;
  return {
    note(outcome, begun_at = clock().getTime()) {
      if (outcome === 'done' || outcome === 'invalid_input' || outcome === 'unsupported') failures = 0;
      if (outcome !== 'transient' && outcome !== 'busy') return;
      if (failures === 0) failingSince = begun_at;
      failures += 1;
      if (failures >= FAILURES) restUntil = clock().getTime() + REST_MS;
    },
    isOpen,
    isWaitedFor: (kind) => (kind === 'busy' || failures >= FAILURES_OF_ALL) && isPatient(),
    isGivenUp: () => isOpen() && !isPatient(),
  };
}
