/** A clock that advances on request, and the work that is scheduled on it. */
export interface VirtualClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** The time as the API writes it. */
  iso(): string;
  /** Schedules work; returns a function that clears it. */
  after(ms: number, work: () => unknown): () => void;
  /** Advances the clock; work that falls due runs at its own time, in order. */
  advance(ms: number): Promise<void>;
  /** Advances the clock to the next work; false if nothing is scheduled. */
  step(): Promise<boolean>;
}

type Timer = { at: number; work: () => unknown };

/** A clock that stands at `start`. */
export function virtualClock(start: number): VirtualClock {
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
    now: () => time,
    iso: () => new Date(time).toISOString(),
    after: (ms, work) => {
      const timer = { at: time + ms, work };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance: async (ms) => {
      if (!Number.isFinite(ms) || ms < 0) throw new TypeError(`The clock cannot advance by ${ms} ms.`);
      const end = time + ms;
      for (let due = next(); due && due.at <= end; due = next()) await run(due);
      time = Math.max(time, end);
    },
    step: async () => {
      const due = next();
      if (due) await run(due);
      return due !== undefined;
    },
  };
}
