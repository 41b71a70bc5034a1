import { AudioError } from './audio-error.ts';

type Waiter = { grant(): void; refuse(error: Error): void };

/** First come, first served. `take` resolves with the function that gives the slot back. */
type Slots = { take(signal?: AbortSignal): Promise<() => void>; close(): void };

export function createSlots(count: number): Slots {
  const waiting = new Set<Waiter>();
  let free = count;
  const giveBack = () => {
    const [next] = waiting;
    if (!next) {
      free++;
      return;
    }
    waiting.delete(next);
    next.grant();
  };
  const wait = (signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const waiter: Waiter = { grant: () => settle(resolve), refuse: (error) => settle(() => reject(error)) };
      const abort = () => waiter.refuse(abortedError(signal));
      const settle = (finish: () => void) => {
        waiting.delete(waiter);
        signal?.removeEventListener('abort', abort);
        finish();
      };
      waiting.add(waiter);
      signal?.addEventListener('abort', abort, { once: true });
    });
  return {
    async take(signal) {
      if (signal?.aborted) throw abortedError(signal);
      if (free > 0) free--;
      else await wait(signal);
      return onceOnly(giveBack);
    },
    close() {
      for (const waiter of [...waiting]) waiter.refuse(closedError());
    },
  };
}

function onceOnly(call: () => void): () => void {
  let called = false;
  return () => {
    if (!called) call();
    called = true;
  };
}

export function abortedError(signal: AbortSignal | undefined): AudioError {
  return new AudioError('aborted', 'The audio task was aborted.', { cause: signal?.reason });
}

export function closedError(): AudioError {
  return new AudioError('closed', 'The audio workers are stopped.');
}
