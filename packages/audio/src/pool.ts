import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Piscina } from 'piscina';
import type { TimedWord } from './align/align.ts';
import { AudioError, INTERNAL_ERROR } from './audio-error.ts';
import type { EncodeSettings } from './codecs/encode.ts';
import type { DeliveredFile, MasterFacts } from './master/deliver.ts';
import type { MasterSettings } from './master/master.ts';
import type { AudioFacts } from './measure/inspect.ts';
import type { RecordingPart } from './measure/speech-pieces.ts';
import type { MasterPaths } from './stream/deliver-stream.ts';
import type { AudioOutcome, AudioResults, AudioTask, CutFile, FileCut } from './worker.ts';

export type AudioPoolOptions = {
  threads: number;
  /** A task that runs longer is killed with its thread. */
  timeout_ms?: number;
  worker_url?: URL;
};

/** A recording with exact times of its words. */
type TimedReference = { audio: Uint8Array; words: readonly TimedWord[] };

/**
 * Runs audio work in separate threads, so that the event loop stays free. Every error is an AudioError; a
 * thread that dies fails only its own task.
 */
export type AudioPool = {
  inspect(bytes: Uint8Array, signal?: AbortSignal): Promise<AudioFacts>;
  master(bytes: Uint8Array, settings: MasterSettings, signal?: AbortSignal): Promise<DeliveredFile>;
  /**
   * Like `master`, from file to file, so that hours of audio take little memory. Undefined if this is not possible: the
   * source and the result must be WAV, and the line must not become faster. The caller removes the files.
   */
  masterFile(
    paths: MasterPaths,
    settings: MasterSettings,
    signal?: AbortSignal,
  ): Promise<MasterFacts | undefined>;
  encode(bytes: Uint8Array, settings: EncodeSettings, signal?: AbortSignal): Promise<Uint8Array>;
  /** The audio of a provider's response as WAV. A response that is not complete, or contains anything else, is broken. */
  response(bytes: Uint8Array, signal?: AbortSignal): Promise<Uint8Array>;
  /** A recording of a word without the silence around it, as mono WAV. */
  word(bytes: Uint8Array, signal?: AbortSignal): Promise<Uint8Array>;
  /** Plays recordings in place of words of a take. */
  cutIn(bytes: Uint8Array, cuts: readonly FileCut[], signal?: AbortSignal): Promise<CutFile>;
  /**
   * The words of a take, by their times in a reference with the same text. Null if the take has a different text or is
   * silent.
   */
  align(bytes: Uint8Array, reference: TimedReference, signal?: AbortSignal): Promise<TimedWord[] | null>;
  /** Converts a file for speech recognition: WAV, 16 kHz, mono. */
  speech(bytes: Uint8Array, signal?: AbortSignal): Promise<Uint8Array>;
  /** Like `speech`, for a long file: splits it at pauses into pieces of at most `longest_ms`. */
  pieces(bytes: Uint8Array, longest_ms: number, signal?: AbortSignal): Promise<RecordingPart[]>;
  /** Stops the threads immediately. Waiting and running tasks fail with `closed`. */
  close(): Promise<void>;
};

type Workers = Piscina<AudioTask, AudioOutcome<AudioResults[AudioTask['kind']]>>;

const TIMEOUT_MS = 120_000;
/** For files of up to two hours. */
const LONG_TIMEOUT_MS = 600_000;
/** Mastering an hour takes minutes, and on a busy machine several times as long. */
const FILE_TIMEOUT_MS = 1_800_000;
const MAX_IDLE_MS = 30_000;
const MAX_HEAP_MB = 512;

/** A pool whose threads start with its first task. A task waits for a free thread. */
export function createAudioPool(options: AudioPoolOptions): AudioPool {
  const slots = createSlots(options.threads);
  let workers: Promise<Workers> | undefined;
  let isClosed = false;

  async function run<Kind extends AudioTask['kind']>(
    task: Extract<AudioTask, { kind: Kind }>,
    signal?: AbortSignal,
    timeout_ms = options.timeout_ms ?? TIMEOUT_MS,
  ): Promise<AudioResults[Kind]> {
    if (isClosed) throw closedError();
    // The time limit begins with the work, not with the wait for a thread.
    const release = await slots.acquire(signal);
    try {
      if (isClosed) throw closedError();
      workers ??= startWorkers(options);
      const outcome = await runTask(await workers, task, { signal, timeout_ms });
      if (!outcome.ok) throw new AudioError(outcome.code, outcome.message, { cause: outcome.cause });
      return outcome.value as AudioResults[Kind];
    } catch (error) {
      if (isClosed) throw closedError();
      throw error;
    } finally {
      release();
    }
  }

  return {
    inspect: (bytes, signal) => run<'inspect'>({ kind: 'inspect', bytes }, signal),
    master: (bytes, settings, signal) => run<'master'>({ kind: 'master', bytes, settings }, signal),
    masterFile: (paths, settings, signal) =>
      run<'masterFile'>(
        { kind: 'masterFile', paths, settings },
        signal,
        options.timeout_ms ?? FILE_TIMEOUT_MS,
      ),
    encode: (bytes, settings, signal) => run<'encode'>({ kind: 'encode', bytes, settings }, signal),
    response: (bytes, signal) => run<'response'>({ kind: 'response', bytes }, signal),
    word: (bytes, signal) => run<'word'>({ kind: 'word', bytes }, signal),
    cutIn: (bytes, cuts, signal) => run<'cutIn'>({ kind: 'cutIn', bytes, cuts }, signal),
    align: (bytes, { audio: reference, words }, signal) =>
      run<'align'>({ kind: 'align', bytes, reference, words }, signal),
    speech: (bytes, signal) => run<'speech'>({ kind: 'speech', bytes }, signal),
    pieces: (bytes, longest_ms, signal) =>
      run<'pieces'>({ kind: 'pieces', bytes, longest_ms }, signal, options.timeout_ms ?? LONG_TIMEOUT_MS),
    async close() {
      isClosed = true;
      slots.close();
      await (await workers)?.destroy();
    },
  };
}

/** Threads start with the first task and end after half a minute without one. */
async function startWorkers(options: AudioPoolOptions): Promise<Workers> {
  const { Piscina } = await import('piscina');
  const workerUrl = options.worker_url ?? new URL(`./worker${extname(import.meta.url)}`, import.meta.url);
  const pool: Workers = new Piscina({
    filename: fileURLToPath(workerUrl),
    minThreads: 0,
    maxThreads: options.threads,
    idleTimeout: MAX_IDLE_MS,
    // Waiting threads would otherwise block their own event loop, which the decoders need.
    atomics: 'disabled',
    // The threads read untrusted bytes, so they get no secrets and a limited heap.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  // If a thread dies between tasks, the next task replaces it. Without a listener, its error would end the process.
  pool.on('error', () => undefined);
  return pool;
}

/** Runs a task in a thread, and turns a timeout, an abort or a crash into an AudioError. */
async function runTask(
  workers: Workers,
  task: AudioTask,
  limits: { signal: AbortSignal | undefined; timeout_ms: number },
) {
  const { signal, timeout_ms } = limits;
  // A signal of `AbortSignal.timeout` stays in memory until the time has passed, even if the task ends early.
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), timeout_ms);
  const stop = signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal;
  try {
    if (task.kind === 'masterFile') return await workers.run(task, { signal: stop });
    // Transfers a copy, because the caller keeps its bytes, which may be a part of a larger buffer. The `slice` of a
    // Buffer does not copy.
    const bytes = new Uint8Array(task.bytes);
    return await workers.run({ ...task, bytes }, { signal: stop, transferList: [bytes.buffer] });
  } catch (error) {
    if (signal?.aborted) throw abortedError(signal);
    if (deadline.signal.aborted)
      throw new AudioError('timeout', `The audio task took over ${timeout_ms} ms.`);
    throw new AudioError('crashed', INTERNAL_ERROR, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** First come, first served. */
function createSlots(count: number) {
  const waiters = new Set<PromiseWithResolvers<void>>();
  let freeSlots = count;
  const release = (): void => {
    const [nextWaiter] = waiters;
    if (!nextWaiter) {
      freeSlots++;
      return;
    }
    // The next waiter takes over the slot.
    waiters.delete(nextWaiter);
    nextWaiter.resolve();
  };
  return {
    /** Resolves with a function that releases the slot. Call it once. */
    async acquire(signal?: AbortSignal): Promise<() => void> {
      if (signal?.aborted) throw abortedError(signal);
      if (freeSlots > 0) {
        freeSlots--;
        return release;
      }
      const waiter = Promise.withResolvers<void>();
      const abort = (): void => {
        waiters.delete(waiter);
        waiter.reject(abortedError(signal));
      };
      waiters.add(waiter);
      signal?.addEventListener('abort', abort, { once: true });
      try {
        await waiter.promise;
      } finally {
        signal?.removeEventListener('abort', abort);
      }
      return release;
    },
    close(): void {
      for (const waiter of waiters) waiter.reject(closedError());
      waiters.clear();
    },
  };
}

function abortedError(signal: AbortSignal | undefined): AudioError {
  return new AudioError('aborted', 'The audio task was aborted.', { cause: signal?.reason });
}

function closedError(): AudioError {
  return new AudioError('closed', 'The audio workers are stopped.');
}
