import type { Clock } from '../../clock.ts';
import type { SpeechErrorKind } from '../../providers/speech/index.ts';

export interface Circuit {
  /** `begun_at`: when the request was sent. One that hangs has failed since then, and not only since it was given up. */
  note(outcome: SpeechErrorKind | 'done' | 'aborted', begun_at?: number): void;
  isOpen(): boolean;
  /** The provider fails for every line, but not for so long that waiting makes no sense. */
  isWaitedFor(kind: SpeechErrorKind): boolean;
  /** Waiting for it has failed, and it is not called for a while. */
  isGivenUp(): boolean;
}

const FAILURES = 5;
const REST_MS = 30_000;
/** As many as one line alone can bring about, so that a run of one line is waited with as well. */
const FAILURES_OF_ALL = 4;

/** Opens after five consecutive failures that no line caused; after a pause, the next request decides. */
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
