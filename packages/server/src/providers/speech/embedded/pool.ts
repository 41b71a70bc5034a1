import { availableParallelism } from 'node:os';
import type {
  PhonemeRequest,
  Phonemes,
  Synthesis,
  SynthesisRequest,
} from '@voiceloom/speech-espeak/protocol';
import { languageOf } from '@voiceloom/text';
import { createEnginePool } from '../../engine-processes/engine-pool.ts';
import { findEngineProgram } from '../../engine-processes/engine-process.ts';

export const ESPEAK_PACKAGE = '@voiceloom/speech-espeak';

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
  /** The time without work after which a process that has spoken Japanese ends. */
  idleMs?: number;
}

/** The language whose dictionary takes more memory than everything else. */
const HEAVY_LANGUAGE = 'ja';
const IDLE_MS = 120_000;

export type SpeechPool = ReturnType<typeof createSpeechPool>;

type Work = { kind: 'synthesize'; request: SynthesisRequest } | { kind: 'phonemes'; request: PhonemeRequest };

/** Creates a pool of processes of the embedded engine, which start with the first line. */
export function createSpeechPool(options: SpeechPoolOptions = {}) {
  const program = options.program ?? findEngineProgram(ESPEAK_PACKAGE);
  if (program === undefined) throw new Error(`The package ${ESPEAK_PACKAGE} is not installed.`);
  const pool = createEnginePool<Work, Synthesis | Phonemes>({
    program,
    args: options.deterministic ? ['--deterministic'] : [],
    processes: Math.max(1, options.processes ?? availableParallelism() - 1),
    timeoutMs: options.lineTimeoutMs ?? 30_000,
    recycleAfter: options.recycleAfter ?? 5_000,
    // glibc gives each thread a heap of its own and returns none of them, which is a tenth of the memory here.
    env: { MALLOC_ARENA_MAX: '1' },
    // The Japanese dictionary is large and loaded once per process.
    affinity: (work) => languageOf(work.request.locale_code),
    idleMs: options.idleMs ?? IDLE_MS,
    // The others stay, so that the first line after a while is not late.
    staysIdle: (keys) => !keys.has(HEAVY_LANGUAGE),
  });
  return {
    // The child returns another kind of result for each kind of work.
    /** Speaks a line. Rejects with a `SpeechEngineError`, or with the signal's reason after an abort. */
    synthesize: async (request: SynthesisRequest, signal?: AbortSignal) =>
      (await pool.run({ kind: 'synthesize', request }, signal)) as Synthesis,
    /** The phonemes of each text. Rejects like `synthesize`. */
    phonemes: async (request: PhonemeRequest, signal?: AbortSignal) =>
      (await pool.run({ kind: 'phonemes', request }, signal)) as Phonemes,
    pids: pool.pids,
    close: pool.close,
  };
}
