import type { CommitTogether, CommitTurns, TakeResults } from '../ports.ts';

const GROUP_MS = 200;

export function createCommitTurns(): CommitTurns {
  const takers = new Set<TakeResults>();
  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function drain(commit: CommitTogether): Promise<void> {
    next = undefined;
    clearTimeout(timer);
    timer = undefined;
    const waiting = [...takers].flatMap((take) => take() ?? []);
    takers.clear();
    if (waiting.length > 0) await commit(waiting);
  }

  function flush(commit: CommitTogether): Promise<void> {
    if (!next) {
      next = last.then(() => drain(commit));
      last = next;
    }
    return next;
  }

  return {
    join: (take) => void takers.add(take),
    flush,
    flushSoon(commit) {
      timer ??= setTimeout(() => void flush(commit), GROUP_MS);
    },
  };
}
