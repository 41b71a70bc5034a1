export interface Signal {
  notify: () => void;
  /** Resolves at the next notification, at once when there was one since the last time. */
  next: () => Promise<void>;
  close: () => void;
}

/** Notified of new events, and of a reader that leaves. */
export function createSignal(signal: AbortSignal): Signal {
  let notified = false;
  let waiting: (() => void) | undefined;
  const notify = () => {
    notified = true;
    waiting?.();
  };
  signal.addEventListener('abort', notify);
  return {
    notify,
    next: async () => {
      if (!notified) {
        await new Promise<void>((resolve) => {
          waiting = resolve;
        });
      }
      waiting = undefined;
      notified = false;
    },
    close: () => signal.removeEventListener('abort', notify),
  };
}
