/** The processor's time, in seconds. */
export interface ProcessorClock {
  now: () => number;
  /** Stands at a moment while what falls due then is done; the moment may lie behind. */
  standAt: (at: number) => void;
  /** Goes on from a moment, never back. */
  goOn: (from: number) => void;
}

/** A clock that stays where it is put. */
export function standingClock(start: number): ProcessorClock {
  let at = start;
  const set = (next: number) => {
    at = next;
  };
  return { now: () => at, standAt: set, goOn: set };
}

/** A clock that keeps running from where it was put. */
export function runningClock(real: () => number): ProcessorClock {
  let ahead = 0;
  let standing: number | undefined;
  return {
    now: () => standing ?? real() + ahead,
    standAt: (at) => {
      standing = at;
    },
    goOn: (from) => {
      standing = undefined;
      ahead = Math.max(ahead, from - real());
    },
  };
}
