import { inBatches } from '../../db/batches.ts';
import { isDatabaseAway, isDatabaseBusy } from '../../db/index.ts';
import type { EngineApp } from '../engine-app.ts';
import type { LoadedChunk, Settlement } from '../model.ts';
import type { CommitTurns, DrainResults, WaitingResults } from '../ports.ts';
import { createCommitTurns } from '../runs/commit-turns.ts';
import { commitResults } from './settle.ts';

export interface Settler {
  /**
   * Accepts a result, which is committed soon. Resolves immediately unless too many results wait for their
   * commit.
   */
  add(settlement: Settlement): Promise<void>;
  /** Commits the added results. Rejects with the first error of this or an earlier commit. */
  settle(): Promise<void>;
  /** Commits the added results and completes the chunk in one transaction. All lines must have results. */
  finish(): Promise<void>;
  /** Like `settle`, but never rejects. */
  flush(): Promise<void>;
}

/** The maximum number of results of a chunk in one commit. */
const MAX_GROUP = 100;
/** Limits how long one transaction holds the run's row. */
const MAX_CHUNKS_PER_TRANSACTION = 8;

/** Whether a provider was called or audio was made: a crash would repeat this work. */
const isCostly = ({ outcome }: Settlement): boolean =>
  Boolean(outcome.audio || outcome.provider_outcomes?.length);

interface SettlerOptions {
  /**
   * The maximum number of costly results that wait for their commit, even while the database is unavailable.
   */
  maxUncommitted?: number;
  /** Commits of the same run in this process. */
  commitTurns?: CommitTurns;
  /** Called as soon as a commit fails. */
  onError?: (error: unknown) => void;
}

/** Collects the results of a chunk. They are committed in groups, together with those of the run's other chunks. */
export function createSettler(
  app: EngineApp,
  chunk: LoadedChunk,
  {
    maxUncommitted = Number.POSITIVE_INFINITY,
    commitTurns = createCommitTurns(),
    onError,
  }: SettlerOptions = {},
): Settler {
  const errors: unknown[] = [];
  let settlements: Settlement[] = [];
  let uncommitted = 0;
  let isComplete = false;

  const drainResults: DrainResults = () => {
    // A chunk with results that could not be committed is not complete. Each result and the end are taken only once.
    const results = { chunk, settlements, isLast: isComplete && errors.length === 0 };
    if (settlements.length === 0 && !results.isLast) return undefined;
    settlements = [];
    isComplete = false;
    const done = (error?: unknown): void => {
      uncommitted -= results.settlements.filter(isCostly).length;
      if (error === undefined) return;
      errors.push(error);
      onError?.(error);
    };
    return { ...results, done };
  };

  async function commit(waiting: WaitingResults[]): Promise<void> {
    // Sorted by chunk, so that two workers with the same chunks cannot deadlock.
    const sortedResults = waiting.toSorted((a, b) => (a.chunk.id < b.chunk.id ? -1 : 1));
    for (const batch of inBatches(sortedResults, MAX_CHUNKS_PER_TRANSACTION))
      await commitTogether(app, batch);
  }

  const flush = () => commitTurns.flush(commit);

  async function settle(): Promise<void> {
    await flush();
    if (errors.length > 0) throw errors[0];
  }

  return {
    async add(settlement) {
      settlements.push(settlement);
      commitTurns.register(drainResults);
      if (isCostly(settlement)) uncommitted += 1;
      if (uncommitted >= maxUncommitted) await flush();
      else if (settlements.length >= MAX_GROUP) void flush();
      else commitTurns.flushSoon(commit);
    },
    settle,
    async finish() {
      isComplete = true;
      commitTurns.register(drainResults);
      await settle();
    },
    flush,
  };
}

/** Commits the chunks together. If that fails, commits each one alone, so that none fails because of another. */
async function commitTogether(app: EngineApp, results: WaitingResults[]): Promise<void> {
  const [first, ...otherResults] = results;
  if (!first) return;
  try {
    await commitResults(app, first.chunk.run, results);
    for (const { done } of results) done();
  } catch (error) {
    const isUnreachable = isDatabaseAway(error) && !isDatabaseBusy(error);
    if (otherResults.length === 0 || isUnreachable) for (const { done } of results) done(error);
    else for (const chunkResults of results) await commitTogether(app, [chunkResults]);
  }
}
