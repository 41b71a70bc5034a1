export type EmulatorClock = ReturnType<typeof runningClock>;

/** The processor's time in seconds: `real`, plus the time by which the clock was advanced. */
export function runningClock(real: () => number) {
  let ahead = 0;
  let standing: number | undefined;
  return {
    now: () => standing ?? real() + ahead,
    /** How far the clock is ahead of the real time. */
    aheadMs: () => ahead * 1_000,
    /** Stops at a moment, possibly in the past, while its scheduled events run. */
    standAt: (at: number) => {
      standing = at;
    },
    /** Continues from a moment; never goes back. */
    resume: (from: number) => {
      standing = undefined;
      ahead = Math.max(ahead, from - real());
    },
  };
}
