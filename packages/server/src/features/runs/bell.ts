export interface Bell {
  ring: () => void;
  /** Resolves at the next ring, at once when it rang since the last time. */
  next: () => Promise<void>;
  close: () => void;
}

/** Rung by new events, and by a reader that leaves. */
export function createBell(signal: AbortSignal): Bell {
  let rung = false;
  let waiting: (() => void) | undefined;
  const ring = () => {
    rung = true;
    waiting?.();
  };
  signal.addEventListener('abort', ring);
  return {
    ring,
    next: async () => {
      if (!rung) {
        await new Promise<void>((resolve) => {
          waiting = resolve;
        });
      }
      waiting = undefined;
      rung = false;
    },
    close: () => signal.removeEventListener('abort', ring),
  };
}
