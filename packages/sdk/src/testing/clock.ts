/** A virtual clock with scheduled work. It starts at `start` and advances only on request. */
export function virtualClock(start: number) {
  let time = start;
  const timers = new Set<{ at: number; work: () => unknown }>();
  // Sorting is stable: timers for the same time run in the order in which they were set.
  const findNextTimer = () => [...timers].sort((one, other) => one.at - other.at)[0];
  const advance = async (ms: number) => {
    if (!Number.isFinite(ms) || ms < 0) throw new TypeError(`The clock cannot advance by ${ms} ms.`);
    const end = time + ms;
    for (let timer = findNextTimer(); timer && timer.at <= end; timer = findNextTimer()) {
      timers.delete(timer);
      time = Math.max(time, timer.at);
      await timer.work();
    }
    time = Math.max(time, end);
  };
  return {
    /** Milliseconds since 1970. */
    now: () => time,
    /** The current time, plus `laterMs`, in the format of the API. */
    iso: (laterMs = 0) => new Date(time + laterMs).toISOString(),
    /** Schedules work. */
    after: (ms: number, work: () => unknown) => void timers.add({ at: time + ms, work }),
    /** Advances the clock. Work that becomes due runs in order, each at its own time. */
    advance,
    /** Advances the clock to the next work; false if nothing is scheduled. */
    step: async () => {
      const timer = findNextTimer();
      if (timer) await advance(Math.max(0, timer.at - time));
      return timer !== undefined;
    },
  };
}
