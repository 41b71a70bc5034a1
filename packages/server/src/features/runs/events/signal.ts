export interface Signal {
  notify: () => void;
  /** Resolves at the next notification, or at once if there was one since the last call. */
  next: () => Promise<void>;
  close: () => void;
}

/** Notified of new events and of disconnects. */
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
