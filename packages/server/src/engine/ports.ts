// The ports of the engine that the app carries: types alone, so that importing `App` does not import the engine.
import type { Credentials, SpeechErrorKind } from '../providers/speech/index.ts';
import type { ChunkResults } from './model.ts';
import type { TextContents, TextInputs, TextKind } from './sources/text-tasks.ts';

/** Results that wait for their commit. */
export interface WaitingResults extends ChunkResults {
  /** Called after the commit, with its error if it failed. */
  done(error?: unknown): void;
}

/** Removes and returns the results that a chunk has collected, if any. */
export type DrainResults = () => WaitingResults | undefined;
/** Commits the results of several chunks, regardless of which chunk requested the commit. Never rejects. */
export type CommitTogether = (waiting: WaitingResults[]) => Promise<void>;

/**
 * The commits of one run in this process, one at a time, because concurrent commits would only wait for the lock of
 * the run's row. A commit includes the results that all chunks have collected when it starts.
 */
export interface CommitTurns {
  /** Registers the results of a chunk for the next commit. */
  register(take: DrainResults): void;
  /** Resolves when everything that waits now is committed or has failed. */
  flush(commit: CommitTogether): Promise<void>;
  /** Commits within a fifth of a second: few large groups cost less than many small ones. */
  flushSoon(commit: CommitTogether): void;
}

/** What a running chunk observes: the end of its run and pause requests. */
export interface Watch {
  /** Aborted when the run is canceled or fails. */
  ended: AbortSignal;
  isPausing: () => boolean;
  commitTurns: CommitTurns;
  release(): void;
}

export interface RunControl {
  watch(runId: string): Watch;
  close(): void;
}

export interface Circuit {
  /**
   * `begun_at`: when the request was sent. A request that hangs counts as failed from then on, not from its
   * timeout.
   */
  note(outcome: SpeechErrorKind | 'done' | 'aborted', begun_at?: number): void;
  /** Whether the provider has failed repeatedly and is not called for a while if there is a fallback. */
  isOpen(): boolean;
  /** Whether a failure of this kind is a recent outage of the provider, which must not fail the line. */
  isWaitedFor(kind: SpeechErrorKind): boolean;
  /** Whether waiting for the provider has failed, so that optional work does not wait again. */
  isGivenUp(): boolean;
}

/** The concurrency limit of one credential at one provider, within this process. */
export interface KeyLimiter extends Omit<Circuit, 'note'> {
  /**
   * Waits for a slot; with `first`, before other waiting calls. The returned function releases the slot and records the
   * outcome.
   */
  acquire(
    signal: AbortSignal,
    first?: boolean,
  ): Promise<(outcome: SpeechErrorKind | 'done' | 'aborted') => void>;
  /** The deadline of one line. 0: only requests have deadlines, and lines do not wait for the end of an outage. */
  timeout_ms: number;
}

export interface LimitedKey {
  provider: string;
  credentials: Credentials;
  initial_slots: number;
  /** Who makes the calls, if several workspaces share the key. Each gets a fair share of the slots. */
  share?: string;
}

/** The concurrency limits of this process. */
export interface ConcurrencyLimiter {
  forKey(key: LimitedKey): KeyLimiter;
  close(): Promise<void>;
}

/** Reads texts of users in separate threads, so that no text can block the process. */
export interface TextPool {
  /** Rejects with the ScriptError of the reader, or with one that names the limit of memory and time. */
  read<Kind extends TextKind>(kind: Kind, input: TextInputs[Kind]): Promise<TextContents[Kind]>;
  /** Stops the threads immediately. Reads that run, wait or follow in a thread reject with an AbortError. */
  close(): Promise<void>;
}
