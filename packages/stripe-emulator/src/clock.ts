/** The processor's time, in seconds. */
export interface EmulatorClock {
  now: () => number;
  /** How far it is ahead of the system clock. */
  aheadMs: () => number;
  /** Stops at a moment, possibly in the past, while its scheduled events run. */
  standAt: (at: number) => void;
  /** Continues from a moment; never goes back. */
  resume: (from: number) => void;
}

/** A clock that only moves when it is set. */
export function standingClock(start: number): EmulatorClock {
  let at = start;
  const set = (next: number) => {
    at = next;
  };
  return { now: () => at, aheadMs: () => at * 1_000 - Date.now(), standAt: set, resume: set };
}

/** A clock that continues to run from where it was set. */
export function runningClock(real: () => number): EmulatorClock {
  let ahead = 0;
  let standing: number | undefined;
  return {
    now: () => standing ?? real() + ahead,
    aheadMs: () => ahead * 1_000,
    standAt: (at) => {
      standing = at;
    },
    resume: (from) => {
      standing = undefined;
      ahead = Math.max(ahead, from - real());
    },
  };
}
