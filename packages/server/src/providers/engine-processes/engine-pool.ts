import {
  type EngineMessage,
  type EngineProcess,
  type EngineWork,
  startEngineProcess,
} from './engine-process.ts';

/** Why work was not done: an error of the engine, or what happened to its process. */
export type EnginePoolErrorCode = 'TIMEOUT' | 'CRASHED' | 'CLOSED';

/** Any error of an engine. Its message may be shown to users. */
export class SpeechEngineError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'SpeechEngineError';
    this.code = code;
  }
}

export interface EnginePoolOptions<Work extends EngineWork> {
  /** The file that each process runs. */
  program: string;
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** The maximum number of processes, which start when work arrives. */
  processes: number;
  timeoutMs: number;
  /** The number of requests after which a process is replaced. */
  recycleAfter: number;
  /** What a process keeps loaded after this work: work with the same key goes to the same process, if it is free. */
  affinity(work: Work): string;
  /**
   * Whether a process serves one key alone, and a key has one process. Then each key has its own queue, and for a new key,
   * the process that has been idle longest is replaced.
   */
  isExclusive?: boolean;
  /** After this time without work, a process ends and frees its memory. Default: never. */
  idleMs?: number;
  /** Whether a process with these keys stays when it is idle. Default: it ends after `idleMs`. */
  staysIdle?(keys: ReadonlySet<string>): boolean;
  /** A process that reports more memory after its work is replaced. */
  maxMemoryBytes?: number;
}

export interface EnginePool<Work extends EngineWork, Result> {
  /** Rejects with a `SpeechEngineError`, or with the signal's reason after an abort. */
  run(work: Work, signal?: AbortSignal): Promise<Result>;
  /** The IDs of the running processes. */
  pids(): number[];
  /** Rejects queued and running work with `CLOSED`, and ends all processes. */
  close(): Promise<void>;
}

interface Job<Work, Result> {
  id: number;
  work: Work;
  key: string;
  settle(outcome: { result: Result } | Error): void;
}

interface Slot<Work, Result> {
  child: EngineProcess;
  job: Job<Work, Result> | null;
  /** The deadline of the job, or the end of an idle process. */
  timer: NodeJS.Timeout | undefined;
  served: number;
  idleSince: number;
  /** What the process has loaded. */
  keys: Set<string>;
}

interface PoolState<Work extends EngineWork, Result> {
  options: EnginePoolOptions<Work>;
  slots: Slot<Work, Result>[];
  queue: Job<Work, Result>[];
  closed: boolean;
  lastId: number;
}

// A child checks for an abort between two parts of a long text. If it does not stop in time, it is replaced.
const ABORT_GRACE_MS = 300;

/** Creates a pool of engine processes, which start with the first work. */
export function createEnginePool<Work extends EngineWork, Result>(
  options: EnginePoolOptions<Work>,
): EnginePool<Work, Result> {
  const state: PoolState<Work, Result> = { options, slots: [], queue: [], closed: false, lastId: 0 };
  return {
    run: (work, signal) => enqueue(state, work, signal),
    pids: () => state.slots.flatMap(({ child }) => child.pid ?? []),
    close: () => closePool(state),
  };
}

async function enqueue<Work extends EngineWork, Result>(
  state: PoolState<Work, Result>,
  work: Work,
  signal?: AbortSignal,
): Promise<Result> {
  signal?.throwIfAborted();
  if (state.closed) throw new SpeechEngineError('CLOSED', 'The speech engine was stopped.');
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  state.lastId += 1;
  const job: Job<Work, Result> = {
    id: state.lastId,
    work,
    key: state.options.affinity(work),
    settle(outcome) {
      if (outcome instanceof Error) reject(outcome);
      else resolve(outcome.result);
    },
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

function startQueuedJobs<Work extends EngineWork, Result>(state: PoolState<Work, Result>): void {
  // The keys whose process is busy, so that a long queue is read once.
  const busyKeys = new Set<string>();
  for (let index = 0; index < state.queue.length && !state.closed; ) {
    const job = state.queue[index];
    if (!job) return;
    const slot = busyKeys.has(job.key) ? undefined : findFreeSlot(state, job.key);
    if (slot) {
      state.queue.splice(index, 1);
      assignJob(state, slot, job);
      continue;
    }
    // Any process could do the work of any key, so that no other work can start either.
    if (!state.options.isExclusive) return;
    busyKeys.add(job.key);
    index += 1;
  }
}

function findFreeSlot<Work extends EngineWork, Result>(
  state: PoolState<Work, Result>,
  key: string,
): Slot<Work, Result> | undefined {
  const { processes, isExclusive } = state.options;
  const idleSlots = state.slots.filter((slot) => slot.job === null);
  const warmSlot = idleSlots.find((slot) => slot.keys.has(key));
  if (warmSlot) return warmSlot;
  if (!isExclusive) return idleSlots[0] ?? (state.slots.length < processes ? addSlot(state) : undefined);
  if (state.slots.some((slot) => slot.keys.has(key))) return undefined;
  if (state.slots.length < processes) return addSlot(state);
  const [oldestSlot] = idleSlots.sort((a, b) => a.idleSince - b.idleSince);
  if (!oldestSlot) return undefined;
  removeSlot(state, oldestSlot);
  return addSlot(state);
}

function addSlot<Work extends EngineWork, Result>(state: PoolState<Work, Result>): Slot<Work, Result> {
  const child = startEngineProcess<Result>({
    program: state.options.program,
    args: state.options.args ?? [],
    env: state.options.env ?? {},
    onMessage: (message) => finishJob(state, slot, message),
    onExit: (reason) =>
      endSlot(state, slot, new SpeechEngineError('CRASHED', `The engine ended: ${reason}.`)),
  });
  const slot: Slot<Work, Result> = {
    child,
    job: null,
    timer: undefined,
    served: 0,
    idleSince: 0,
    keys: new Set(),
  };
  state.slots.push(slot);
  return slot;
}

function assignJob<Work extends EngineWork, Result>(
  state: PoolState<Work, Result>,
  slot: Slot<Work, Result>,
  job: Job<Work, Result>,
): void {
  const { timeoutMs } = state.options;
  clearTimeout(slot.timer);
  slot.job = job;
  slot.keys.add(job.key);
  slot.child.hold(true);
  const timeoutError = new SpeechEngineError('TIMEOUT', `The line was not spoken within ${timeoutMs} ms.`);
  slot.timer = setTimeout(() => endSlot(state, slot, timeoutError), timeoutMs);
  slot.child.send({ ...job.work, id: job.id });
}

function finishJob<Work extends EngineWork, Result>(
  state: PoolState<Work, Result>,
  slot: Slot<Work, Result>,
  message: EngineMessage<Result>,
): void {
  if (slot.job?.id !== message.id) return;
  const { recycleAfter, maxMemoryBytes = Number.POSITIVE_INFINITY, idleMs, staysIdle } = state.options;
  let mustReplace = false;
  if (message.kind === 'result') {
    slot.job.settle({ result: message.result });
    mustReplace = (message.memory_bytes ?? 0) > maxMemoryBytes;
  } else {
    slot.job.settle(new SpeechEngineError(message.code, message.message));
    mustReplace = message.fatal;
  }
  slot.job = null;
  slot.served += 1;
  slot.idleSince = performance.now();
  clearTimeout(slot.timer);
  if (mustReplace || slot.served >= recycleAfter) removeSlot(state, slot);
  else {
    slot.child.hold(false);
    if (idleMs !== undefined && !staysIdle?.(slot.keys))
      slot.timer = setTimeout(() => removeSlot(state, slot), idleMs).unref();
  }
  startQueuedJobs(state);
}

/** Ends a process that crashed, hangs or is no longer needed. Only its own work fails. */
function endSlot<Work extends EngineWork, Result>(
  state: PoolState<Work, Result>,
  slot: Slot<Work, Result>,
  error: SpeechEngineError,
): void {
  const job = slot.job;
  slot.job = null;
  removeSlot(state, slot);
  job?.settle(error);
  startQueuedJobs(state);
}

function removeSlot<Work extends EngineWork, Result>(
  state: PoolState<Work, Result>,
  slot: Slot<Work, Result>,
): void {
  clearTimeout(slot.timer);
  const index = state.slots.indexOf(slot);
  if (index >= 0) state.slots.splice(index, 1);
  slot.child.kill();
  slot.child.hold(false);
}

/** Frees the queue entry or the process of a job whose promise has already been rejected. */
function abandonJob<Work extends EngineWork, Result>(
  state: PoolState<Work, Result>,
  job: Job<Work, Result>,
): void {
  const queueIndex = state.queue.indexOf(job);
  if (queueIndex >= 0) state.queue.splice(queueIndex, 1);
  const slot = state.slots.find((candidate) => candidate.job === job);
  if (!slot) return;
  clearTimeout(slot.timer);
  slot.child.send({ kind: 'abort', id: job.id });
  const abortError = new SpeechEngineError('ABORTED', 'The line was aborted.');
  slot.timer = setTimeout(() => endSlot(state, slot, abortError), ABORT_GRACE_MS);
}

async function closePool<Work extends EngineWork, Result>(state: PoolState<Work, Result>): Promise<void> {
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
