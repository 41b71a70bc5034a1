import type { CommitTogether, CommitTurns, TakeResults } from '../ports.ts';

const GROUP_MS = 200;

export function createCommitTurns(): CommitTurns {
  const takers = new Set<TakeResults>();
  let lastTurn: Promise<void> = Promise.resolve();
  let nextTurn: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function drain(commit: CommitTogether): Promise<void> {
    nextTurn = undefined;
    clearTimeout(timer);
    timer = undefined;
    const waiting = [...takers].flatMap((take) => take() ?? []);
    takers.clear();
    if (waiting.length > 0) await commit(waiting);
  }

  // All calls before the next turn starts share that turn, which then takes the results of all of them.
  function flush(commit: CommitTogether): Promise<void> {
    if (!nextTurn) {
      nextTurn = lastTurn.then(() => drain(commit));
      lastTurn = nextTurn;
    }
    return nextTurn;
  }

  return {
    join: (take) => void takers.add(take),
    flush,
    flushSoon(commit) {
      timer ??= setTimeout(() => void flush(commit), GROUP_MS);
    },
  };
}
