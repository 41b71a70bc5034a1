/** The processor's time, in seconds. */
export interface EmulatorClock {
  now: () => number;
  /** How far it is ahead of the clock of the machine. */
  aheadMs: () => number;
  /** Stands at a moment while what falls due then is done; the moment may lie behind. */
  standAt: (at: number) => void;
  /** Goes on from a moment, never back. */
  resume: (from: number) => void;
}

/** A clock that stays where it is put. */
export function standingClock(start: number): EmulatorClock {
  let at = start;
  const set = (next: number) => {
    at = next;
  };
  return { now: () => at, aheadMs: () => at * 1_000 - Date.now(), standAt: set, resume: set };
}

/** A clock that keeps running from where it was put. */
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
