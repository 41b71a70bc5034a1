/** Runs work while fewer than its limit run already; the rest waits, first come, first served. */
export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>;

export function limitConcurrency(limit: number): ConcurrencyLimit {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    // Who is admitted takes over the place of the one that ended.
    if (running < limit) running += 1;
    else await new Promise<void>((admit) => waiting.push(admit));
    try {
      return await work();
    } finally {
      const admitNext = waiting.shift();
      if (admitNext) admitNext();
      else running -= 1;
    }
  };
}

/** Runs work of one key one after the other; work of different keys does not wait for each other. */
export function serializeByKey(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const current = (last.get(key) ?? Promise.resolve()).then(work, work);
    last.set(key, current);
    try {
      return await current;
    } finally {
      if (last.get(key) === current) last.delete(key);
    }
  };
}
