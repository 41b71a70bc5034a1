/** A virtual clock with scheduled work. It starts at `start` and advances only on request. */
export function virtualClock(start: number) {
  let time = start;
  const timers = new Set<{ at: number; work: () => unknown }>();
  // Sorting is stable: timers for the same time run in the order in which they were set.
  const next = () => [...timers].sort((a, b) => a.at - b.at)[0];
  const advance = async (ms: number) => {
    if (!Number.isFinite(ms) || ms < 0) throw new TypeError(`The clock cannot advance by ${ms} ms.`);
    const end = time + ms;
    for (let due = next(); due && due.at <= end; due = next()) {
      timers.delete(due);
      time = Math.max(time, due.at);
      await due.work();
    }
    time = Math.max(time, end);
  };
  return {
    /** Milliseconds since 1970. */
    now: () => time,
    /** The current time, plus `laterMs`, in the format of the API. */
    iso: (laterMs = 0) => new Date(time + laterMs).toISOString(),
    after: (ms: number, work: () => unknown) => void timers.add({ at: time + ms, work }),
    /** Advances the clock. Work that becomes due runs in order, each at its own time. */
    advance,
    /** Advances the clock to the next work; false if nothing is scheduled. */
    step: async () => {
      const due = next();
      if (due) await advance(Math.max(0, due.at - time));
      return due !== undefined;
    },
  };
}
