type Timer = { at: number; work: () => unknown };

/** A clock that stands at `start` and advances on request, and the work that is scheduled on it. */
export function virtualClock(start: number) {
  let time = start;
  const timers = new Set<Timer>();
  // Timers of one moment run in the order in which they were set.
  const next = () => [...timers].reduce<Timer | undefined>((a, b) => (a && a.at <= b.at ? a : b), undefined);
  const run = async (timer: Timer) => {
    timers.delete(timer);
    time = Math.max(time, timer.at);
    await timer.work();
  };
  return {
    /** Milliseconds since 1970. */
    now: () => time,
    /** The time as the API writes it, or a later one. */
    iso: (laterMs = 0) => new Date(time + laterMs).toISOString(),
    /** Schedules work; returns a function that clears it. */
    after: (ms: number, work: () => unknown) => {
      const timer = { at: time + ms, work };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    /** Advances the clock; work that falls due runs at its own time, in order. */
    advance: async (ms: number) => {
      if (!Number.isFinite(ms) || ms < 0) throw new TypeError(`The clock cannot advance by ${ms} ms.`);
      const end = time + ms;
      for (let due = next(); due && due.at <= end; due = next()) await run(due);
      time = Math.max(time, end);
    },
    /** Advances the clock to the next work; false if nothing is scheduled. */
    step: async () => {
      const due = next();
      if (due) await run(due);
      return due !== undefined;
    },
  };
}
