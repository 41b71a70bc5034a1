import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import type {
  Inspection,
  InspectionRequest,
  Recognition,
  RecognitionRequest,
  Synthesis,
  SynthesisRequest,
} from '@voiceloom/speech-local/protocol';
import { createEnginePool, SpeechEngineError } from '../engine-processes/engine-pool.ts';
import { findEngineProgram } from '../engine-processes/engine-process.ts';
import { ProviderError } from '../provider-error.ts';

const PACKAGE = '@voiceloom/speech-local';
const LIBRARY = 'sherpa-onnx-node';

/** The file that each process runs. Undefined if its package is not installed, or has no library for the platform. */
export function findLocalProgram(platform: string = process.platform): string | undefined {
  const program = findEngineProgram(PACKAGE);
  if (program === undefined) return undefined;
  try {
    const library = createRequire(program).resolve(LIBRARY);
    // The library names its packages like this.
    const system = platform === 'win32' ? 'win' : platform;
    createRequire(library).resolve(`sherpa-onnx-${system}-${process.arch}/package.json`);
    return program;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

/** Why there are no local models. */
export const MISSING_PROGRAM =
  'The program for local models (packages/speech-local) is not installed on this server, or its library does not exist for this platform. Install with optional dependencies.';

/** Voices and a recognizer at once. More models take turns. */
const MAX_MODELS = 4;
/** Longer than the longest line takes on a slow machine. */
const TIMEOUT_MS = 900_000;
const IDLE_MS = 300_000;
const RECYCLE_AFTER = 2_000;
/** Much more than the largest model of the registry needs, so that only growth reaches it. */
const MAX_MEMORY_BYTES = 6 * 1_024 ** 3;

export interface LocalEngineOptions {
  /** The file that each process runs. Default: the file of the installed package. */
  program?: string;
  /** How many cores one model may use. Default: cores - 1, at least 1. */
  threads?: number;
  /** How many models are loaded at once. */
  models?: number;
  /** After this time without work, a model is released. */
  idleMs?: number;
  timeoutMs?: number;
  maxMemoryBytes?: number;
}

/** A request without the number of threads, which the engine sets. */
type WithoutThreads<Request extends { model: { threads: number } }> = Omit<Request, 'model'> & {
  model: Omit<Request['model'], 'threads'>;
};

export type LocalEngine = ReturnType<typeof createLocalEngine>;

type Work =
  | { kind: 'synthesize'; request: SynthesisRequest }
  | { kind: 'recognize'; request: RecognitionRequest }
  | { kind: 'inspect'; request: InspectionRequest };

/** Runs local models in child processes, one for each model, which start with the first request. */
export function createLocalEngine(options: LocalEngineOptions = {}) {
  const program = options.program ?? findLocalProgram();
  if (program === undefined) throw new Error(MISSING_PROGRAM);
  const threads = options.threads ?? Math.max(1, availableParallelism() - 1);
  const pool = createEnginePool<Work, Synthesis | Recognition | Inspection>({
    program,
    processes: options.models ?? MAX_MODELS,
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    recycleAfter: RECYCLE_AFTER,
    isExclusive: true,
    // A new version of a model needs another process, even if the folder is the same.
    affinity: ({ request: { model } }) => `${model.folder}/${model.digest ?? ''}`,
    idleMs: options.idleMs ?? IDLE_MS,
    maxMemoryBytes: options.maxMemoryBytes ?? MAX_MEMORY_BYTES,
  });
  async function run(work: Work, signal?: AbortSignal): Promise<Synthesis | Recognition | Inspection> {
    try {
      return await pool.run(work, signal);
    } catch (error) {
      throw toProviderError(error);
    }
  }
  return {
    // The child returns another kind of result for each kind of work.
    /** Rejects with a `ProviderError`, or with the signal's reason after an abort. */
    synthesize: async ({ model, ...request }: WithoutThreads<SynthesisRequest>, signal?: AbortSignal) =>
      (await run(
        { kind: 'synthesize', request: { ...request, model: { ...model, threads } } },
        signal,
      )) as Synthesis,
    /** Rejects like `synthesize`. */
    recognize: async ({ model, ...request }: WithoutThreads<RecognitionRequest>, signal?: AbortSignal) =>
      (await run(
        { kind: 'recognize', request: { ...request, model: { ...model, threads } } },
        signal,
      )) as Recognition,
    /** Loads a model. Rejects like `synthesize`. */
    inspect: async ({ model }: WithoutThreads<InspectionRequest>, signal?: AbortSignal) =>
      (await run({ kind: 'inspect', request: { model: { ...model, threads } } }, signal)) as Inspection,
    pids: pool.pids,
    close: pool.close,
  };
}

/** Converts an error of the engine to an error that all providers use. */
function toProviderError(error: unknown): unknown {
  if (!(error instanceof SpeechEngineError)) return error;
  const { code, message } = error;
  if (code === 'INVALID_MODEL') return new ProviderError('unsupported', message, { cause: error });
  const isOfLine = code === 'UNSPEAKABLE' || code === 'INVALID_REQUEST';
  return new ProviderError(isOfLine ? 'invalid_input' : 'transient', message, { cause: error });
}
