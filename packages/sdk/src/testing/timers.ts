/** A clock that only moves when it is told to, and what is to happen on it. */
export interface VirtualClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** The time as the API writes it. */
  iso(): string;
  /** Does something later; answers how to call it off. */
  after(ms: number, work: () => unknown): () => void;
  /** Moves the clock on; what falls due happens at its own time, one thing after the other. */
  advance(ms: number): Promise<void>;
  /** Moves the clock to what falls due next; false where nothing does. */
  step(): Promise<boolean>;
}

type Timer = { at: number; work: () => unknown };

/** A clock that stands at `start`. */
export function virtualClock(start: number): VirtualClock {
  let time = start;
  const timers = new Set<Timer>();
  // Timers of one moment happen in the order in which they were set.
  const next = () => [...timers].reduce<Timer | undefined>((a, b) => (a && a.at <= b.at ? a : b), undefined);
  const happen = async (timer: Timer) => {
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
      if (!Number.isFinite(ms) || ms < 0) throw new TypeError(`The clock cannot be moved on by ${ms} ms.`);
      const end = time + ms;
      for (let due = next(); due && due.at <= end; due = next()) await happen(due);
      time = Math.max(time, end);
    },
    step: async () => {
      const due = next();
      if (due) await happen(due);
      return due !== undefined;
    },
  };
}
