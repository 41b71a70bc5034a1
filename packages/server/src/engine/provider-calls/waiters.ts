/** A first-come, first-served queue of waiting calls. */
export interface Waiters {
  count(): number;
  wait(signal: AbortSignal): Promise<void>;
  /** False when there is no waiter. */
  admitOne(): boolean;
  refuseAll(error: unknown): void;
}

interface Waiter {
  admit(): void;
  refuse(error: unknown): void;
}

export function createWaiters(): Waiters {
  const waiting = new Set<Waiter>();
  return {
    count: () => waiting.size,
    wait: (signal) =>
      new Promise((resolve, reject) => {
        const settle = (finish: () => void): void => {
          waiting.delete(waiter);
          signal.removeEventListener('abort', abort);
          finish();
        };
        const waiter: Waiter = {
          admit: () => settle(resolve),
          refuse: (error) => settle(() => reject(error)),
        };
        const abort = (): void => waiter.refuse(signal.reason);
        waiting.add(waiter);
        signal.addEventListener('abort', abort, { once: true });
      }),
    admitOne() {
      const [next] = waiting;
      next?.admit();
      return next !== undefined;
    },
    refuseAll(error) {
      for (const waiter of [...waiting]) waiter.refuse(error);
    },
  };
}
