import type { CommitTogether, CommitTurns, DrainResults } from '../ports.ts';

/** How long `flushSoon` waits for further results. */
const GROUP_MS = 200;

/** See `CommitTurns`. A turn is one call of `commit`; the next one starts when it has ended. */
export function createCommitTurns(): CommitTurns {
  const drains = new Set<DrainResults>();
  let lastTurn: Promise<void> = Promise.resolve();
  let nextTurn: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function drain(commit: CommitTogether): Promise<void> {
    nextTurn = undefined;
    clearTimeout(timer);
    timer = undefined;
    const waiting = [...drains].flatMap((take) => take() ?? []);
    drains.clear();
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
    register: (take) => void drains.add(take),
    flush,
    flushSoon(commit) {
      timer ??= setTimeout(() => void flush(commit), GROUP_MS);
    },
  };
}
