import { availableParallelism } from 'node:os';
import type {
  ChildMessage,
  EngineErrorCode,
  PhonemeRequest,
  Phonemes,
  Synthesis,
  SynthesisRequest,
} from '@voiceloom/speech-espeak/protocol';
import { languageOf } from '@voiceloom/text';
import { findEngineProgram, type SpeechChild, startSpeechChild } from './child.ts';

/** Why a line was not spoken: an error of the engine, or what happened to its process. */
export type SpeechEngineErrorCode = EngineErrorCode | 'TIMEOUT' | 'CRASHED' | 'CLOSED';

/** Any error of the embedded engine. Its message may be shown to users. */
export class SpeechEngineError extends Error {
  readonly code: SpeechEngineErrorCode;

  constructor(code: SpeechEngineErrorCode, message: string) {
    super(message);
    this.name = 'SpeechEngineError';
    this.code = code;
  }
}

export interface SpeechPoolOptions {
  /** The file that each process runs. Default: the file of the installed engine. */
  program?: string;
  /** The maximum number of engine processes, which start when lines arrive. Default: cores - 1, at least 1. */
  processes?: number;
  /** Identical bytes for identical input, which takes about 70 ms more CPU time per line. */
  deterministic?: boolean;
  lineTimeoutMs?: number;
  /** The number of lines after which a process is replaced. */
  recycleAfter?: number;
}

export type SpeechPool = ReturnType<typeof createSpeechPool>;

type Work = { kind: 'synthesize'; request: SynthesisRequest } | { kind: 'phonemes'; request: PhonemeRequest };
type Result = Synthesis | Phonemes;

interface Job {
  id: number;
  work: Work;
  settle(outcome: Result | Error): void;
}

interface Slot {
  child: SpeechChild;
  job: Job | null;
  timer: NodeJS.Timeout | undefined;
  served: number;
  /** The languages that the process has spoken. The Japanese dictionary is large and loaded once per process. */
  languages: Set<string>;
}

interface PoolState {
  options: Required<SpeechPoolOptions>;
  slots: Slot[];
  queue: Job[];
  closed: boolean;
  lastId: number;
}

// A child checks for an abort between two chunks of a long text. If it does not stop in time, it is replaced.
const ABORT_GRACE_MS = 300;

/** Creates a pool of engine processes, which start with the first line. */
export function createSpeechPool(options: SpeechPoolOptions = {}) {
  const program = options.program ?? findEngineProgram();
  if (program === undefined) throw new Error('The package @voiceloom/speech-espeak is not installed.');
  const state: PoolState = {
    options: {
      program,
      processes: Math.max(1, options.processes ?? availableParallelism() - 1),
      deterministic: options.deterministic ?? false,
      lineTimeoutMs: options.lineTimeoutMs ?? 30_000,
      recycleAfter: options.recycleAfter ?? 5_000,
    },
    slots: [],
    queue: [],
    closed: false,
    lastId: 0,
  };
  return {
    // The child returns another kind of result for each kind of work.
    /** Speaks a line. Rejects with a `SpeechEngineError`, or with the signal's reason after an abort. */
    synthesize: async (request: SynthesisRequest, signal?: AbortSignal) =>
      (await enqueue(state, { kind: 'synthesize', request }, signal)) as Synthesis,
    /** The phonemes of each text. Rejects like `synthesize`. */
    phonemes: async (request: PhonemeRequest, signal?: AbortSignal) =>
      (await enqueue(state, { kind: 'phonemes', request }, signal)) as Phonemes,
    /** The IDs of the running engine processes. */
    pids: () => state.slots.flatMap(({ child }) => child.pid ?? []),
    /** Rejects queued and running work with `CLOSED`, and ends all processes. */
    close: () => closePool(state),
  };
}

async function enqueue(state: PoolState, work: Work, signal?: AbortSignal): Promise<Result> {
  signal?.throwIfAborted();
  if (state.closed) throw new SpeechEngineError('CLOSED', 'The speech engine was stopped.');
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  state.lastId += 1;
  const job: Job = {
    id: state.lastId,
    work,
    settle: (outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome)),
  };
  const onAbort = (): void => {
    reject(signal?.reason);
    abandonJob(state, job);
  };
  signal?.addEventListener('abort', onAbort, { once: true });
  state.queue.push(job);
  startQueuedJobs(state);
  try {
    return await promise;
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
}

function startQueuedJobs(state: PoolState): void {
  for (let job = state.queue[0]; job && !state.closed; job = state.queue[0]) {
    const slot = findFreeSlot(state, job);
    if (!slot) return;
    state.queue.shift();
    assignJob(state, slot, job);
  }
}

function findFreeSlot(state: PoolState, job: Job): Slot | undefined {
  const idleSlots = state.slots.filter((slot) => slot.job === null);
  const language = languageOf(job.work.request.locale_code);
  const warmSlot = idleSlots.find((slot) => slot.languages.has(language)) ?? idleSlots[0];
  return warmSlot ?? (state.slots.length < state.options.processes ? addSlot(state) : undefined);
}

function addSlot(state: PoolState): Slot {
  const child = startSpeechChild({
    program: state.options.program,
    deterministic: state.options.deterministic,
    onMessage: (message) => finishJob(state, slot, message),
    onExit: (reason) =>
      endSlot(state, slot, new SpeechEngineError('CRASHED', `The engine ended: ${reason}.`)),
  });
  const slot: Slot = { child, job: null, timer: undefined, served: 0, languages: new Set() };
  state.slots.push(slot);
  return slot;
}

function assignJob(state: PoolState, slot: Slot, job: Job): void {
  const { lineTimeoutMs } = state.options;
  slot.job = job;
  slot.languages.add(languageOf(job.work.request.locale_code));
  slot.child.hold(true);
  const timeoutError = new SpeechEngineError(
    'TIMEOUT',
    `The line was not spoken within ${lineTimeoutMs} ms.`,
  );
  slot.timer = setTimeout(() => endSlot(state, slot, timeoutError), lineTimeoutMs);
  slot.child.send({ ...job.work, id: job.id });
}

function finishJob(state: PoolState, slot: Slot, message: ChildMessage): void {
  if (slot.job?.id !== message.id) return;
  const outcome =
    message.kind === 'result' ? message.result : new SpeechEngineError(message.code, message.message);
  slot.job.settle(outcome);
  slot.job = null;
  slot.served += 1;
  clearTimeout(slot.timer);
  const isDamaged = message.kind === 'error' && message.fatal;
  if (isDamaged || slot.served >= state.options.recycleAfter) removeSlot(state, slot);
  else slot.child.hold(false);
  startQueuedJobs(state);
}

/** Ends a process that crashed, hangs or is no longer needed. Only its own line fails. */
function endSlot(state: PoolState, slot: Slot, error: SpeechEngineError): void {
  clearTimeout(slot.timer);
  const job = slot.job;
  slot.job = null;
  removeSlot(state, slot);
  job?.settle(error);
  startQueuedJobs(state);
}

function removeSlot(state: PoolState, slot: Slot): void {
  const index = state.slots.indexOf(slot);
  if (index >= 0) state.slots.splice(index, 1);
  slot.child.kill();
  slot.child.hold(false);
}

/** Frees the queue entry or the process of a job whose promise has already been rejected. */
function abandonJob(state: PoolState, job: Job): void {
  const queueIndex = state.queue.indexOf(job);
  if (queueIndex >= 0) state.queue.splice(queueIndex, 1);
  const slot = state.slots.find((candidate) => candidate.job === job);
  if (!slot) return;
  clearTimeout(slot.timer);
  slot.child.send({ kind: 'abort', id: job.id });
  const abortError = new SpeechEngineError('ABORTED', 'The line was aborted.');
  slot.timer = setTimeout(() => endSlot(state, slot, abortError), ABORT_GRACE_MS);
}

async function closePool(state: PoolState): Promise<void> {
  state.closed = true;
  const error = new SpeechEngineError('CLOSED', 'The speech engine was stopped.');
  for (const job of state.queue.splice(0)) job.settle(error);
  const slots = [...state.slots];
  for (const slot of slots) {
    endSlot(state, slot, error);
    // The children must keep this process alive until they exit, so that it can wait for them.
    slot.child.hold(true);
  }
  await Promise.all(slots.map(({ child }) => child.exited));
}
