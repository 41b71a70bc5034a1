import type { Clock } from '../clock.ts';
import type { SpeechErrorKind } from '../providers/speech/index.ts';

export interface Circuit {
  note(outcome: SpeechErrorKind | 'done' | 'aborted'): void;
  isOpen(): boolean;
}

const FAILURES = 5;
const REST_MS = 30_000;

/** Opens after five failures in a row that are no line's fault; after a rest, the next request decides. */
export function createCircuit(clock: Clock): Circuit {
  let failures = 0;
  let restUntil = 0;
  return {
    note(outcome) {
      if (outcome === 'done' || outcome === 'invalid_input' || outcome === 'unsupported') failures = 0;
      if (outcome !== 'transient' && outcome !== 'busy') return;
      failures += 1;
      if (failures >= FAILURES) restUntil = clock().getTime() + REST_MS;
    },
    isOpen: () => failures >= FAILURES && clock().getTime() < restUntil,
  };
}
