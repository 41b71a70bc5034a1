import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Piscina } from 'piscina';
import { AudioError, INTERNAL_ERROR } from './audio-error.ts';
import type { EncodeSettings } from './codecs/encode.ts';
import type { Delivered } from './master/deliver.ts';
import type { MasterSettings } from './master/master.ts';
import type { AudioFacts } from './measure/inspect.ts';
import type { RecordingPart } from './measure/speech-pieces.ts';
import type { AudioOutcome, AudioResults, AudioTask, CutFile, FileCut } from './worker.ts';

export type AudioPoolOptions = {
  threads: number;
  /** A task that runs longer is killed with its thread. */
  timeout_ms?: number;
  worker_url?: URL;
};

/**
 * Runs audio work in separate threads, so that the event loop stays free. Every error is an AudioError; a
 * thread that dies fails only its own task.
 */
export type AudioPool = {
  inspect(bytes: Uint8Array, signal?: AbortSignal): Promise<AudioFacts>;
  master(bytes: Uint8Array, settings: MasterSettings, signal?: AbortSignal): Promise<Delivered>;
  encode(bytes: Uint8Array, settings: EncodeSettings, signal?: AbortSignal): Promise<Uint8Array>;
  /** The audio of a provider's response as WAV. A response that is not complete, or contains anything else, is broken. */
  response(bytes: Uint8Array, signal?: AbortSignal): Promise<Uint8Array>;
  /** A recording of a word without the silence around it, as mono WAV. */
  word(bytes: Uint8Array, signal?: AbortSignal): Promise<Uint8Array>;
  /** Plays recordings in place of words of a take. */
  cutIn(bytes: Uint8Array, cuts: readonly FileCut[], signal?: AbortSignal): Promise<CutFile>;
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
const IDLE_MS = 30_000;
const HEAP_MB = 512;

export function createAudioPool(options: AudioPoolOptions): AudioPool {
  const slots = createSlots(options.threads);
  let workers: Promise<Workers> | undefined;
  let closed = false;

  async function run<Kind extends AudioTask['kind']>(
    task: Extract<AudioTask, { kind: Kind }>,
    signal?: AbortSignal,
    timeout_ms = options.timeout_ms ?? TIMEOUT_MS,
  ): Promise<AudioResults[Kind]> {
    if (closed) throw closedError();
    // The time limit begins with the work, not with the wait for a thread.
    const giveBack = await slots.take(signal);
    try {
      if (closed) throw closedError();
      workers ??= startWorkers(options);
      const outcome = await runTask(await workers, task, { signal, timeout_ms });
      if (!outcome.ok) throw new AudioError(outcome.code, outcome.message, { cause: outcome.cause });
      return outcome.value as AudioResults[Kind];
    } catch (error) {
      throw closed ? closedError() : error;
    } finally {
      giveBack();
    }
  }

  return {
    inspect: (bytes, signal) => run<'inspect'>({ kind: 'inspect', bytes }, signal),
    master: (bytes, settings, signal) => run<'master'>({ kind: 'master', bytes, settings }, signal),
    encode: (bytes, settings, signal) => run<'encode'>({ kind: 'encode', bytes, settings }, signal),
    response: (bytes, signal) => run<'response'>({ kind: 'response', bytes }, signal),
    word: (bytes, signal) => run<'word'>({ kind: 'word', bytes }, signal),
    cutIn: (bytes, cuts, signal) => run<'cutIn'>({ kind: 'cutIn', bytes, cuts }, signal),
    speech: (bytes, signal) => run<'speech'>({ kind: 'speech', bytes }, signal),
    pieces: (bytes, longest_ms, signal) =>
      run<'pieces'>({ kind: 'pieces', bytes, longest_ms }, signal, options.timeout_ms ?? LONG_TIMEOUT_MS),
    async close() {
      closed = true;
      slots.close();
      await (await workers)?.destroy();
    },
  };
}

/** Threads start with the first task and end after half a minute without one. */
async function startWorkers({ threads, worker_url }: AudioPoolOptions): Promise<Workers> {
  const { Piscina } = await import('piscina');
  const pool: Workers = new Piscina({
    filename: fileURLToPath(worker_url ?? new URL(`./worker${extname(import.meta.url)}`, import.meta.url)),
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: IDLE_MS,
    // Waiting threads would otherwise block their own event loop, which the decoders need.
    atomics: 'disabled',
    // The threads read untrusted bytes, so they get no secrets and a limited heap.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  // If a thread dies between tasks, the next task replaces it. Without a listener, its error would end the process.
  pool.on('error', () => undefined);
  return pool;
}

type RunLimits = { signal: AbortSignal | undefined; timeout_ms: number };

async function runTask(workers: Workers, task: AudioTask, { signal, timeout_ms }: RunLimits) {
  // A signal of `AbortSignal.timeout` stays in memory until the time has passed, even if the task ends early.
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), timeout_ms);
  // Transfers a copy, because the caller keeps its bytes, which may be a part of a larger buffer. The `slice` of a
  // Buffer does not copy.
  const bytes = new Uint8Array(task.bytes);
  try {
    return await workers.run(
      { ...task, bytes },
      { signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal, transferList: [bytes.buffer] },
    );
  } catch (error) {
    if (signal?.aborted) throw abortedError(signal);
    if (late.signal.aborted) throw new AudioError('timeout', `The audio task took over ${timeout_ms} ms.`);
    throw new AudioError('crashed', INTERNAL_ERROR, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

type Waiter = { grant(): void; refuse(error: Error): void };

/** First come, first served. `take` resolves with a function that returns the slot. Call it once. */
type Slots = { take(signal?: AbortSignal): Promise<() => void>; close(): void };

function createSlots(count: number): Slots {
  const waiting = new Set<Waiter>();
  let free = count;
  const giveBack = () => {
    const [next] = waiting;
    if (next) next.grant();
    else free++;
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
      return giveBack;
    },
    close() {
      for (const waiter of [...waiting]) waiter.refuse(closedError());
    },
  };
}

function abortedError(signal: AbortSignal | undefined): AudioError {
  return new AudioError('aborted', 'The audio task was aborted.', { cause: signal?.reason });
}

function closedError(): AudioError {
  return new AudioError('closed', 'The audio workers are stopped.');
}
