import type { ChunkResults } from '../model.ts';

/** Results that wait for their commit. */
export interface WaitingResults extends ChunkResults {
  /** Called after the commit, with its error if it failed. */
  done(error?: unknown): void;
}

/** Removes and returns the results that a chunk has collected, if any. */
export type TakeResults = () => WaitingResults | undefined;
/** Commits the results of several chunks, regardless of which chunk requested the commit. Never rejects. */
export type CommitTogether = (waiting: WaitingResults[]) => Promise<void>;

/**
 * The commits of one run in this process, one at a time, because concurrent commits would only wait for the lock of
 * the run's row. A commit includes the results that all chunks have collected when it starts.
 */
export interface CommitTurns {
  /** Registers the results of a chunk for the next commit. */
  join(take: TakeResults): void;
  /** Resolves when everything that waits now is committed or has failed. */
  flush(commit: CommitTogether): Promise<void>;
  /** Commits within a fifth of a second: few large groups cost less than many small ones. */
  flushSoon(commit: CommitTogether): void;
}

const GROUP_MS = 200;

export function createCommitTurns(): CommitTurns {
  const joined = new Set<TakeResults>();
  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function drain(commit: CommitTogether): Promise<void> {
    next = undefined;
    clearTimeout(timer);
    timer = undefined;
    const waiting = [...joined].flatMap((take) => take() ?? []);
    joined.clear();
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
    join: (take) => void joined.add(take),
    flush,
    flushSoon(commit) {
      timer ??= setTimeout(() => void flush(commit), GROUP_MS);
    },
  };
}
