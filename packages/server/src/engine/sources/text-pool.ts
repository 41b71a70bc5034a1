import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isArchive, isScriptFormat, ScriptError } from '@voiceloom/text';
import pLimit from 'p-limit';
import type { Piscina } from 'piscina';
import { nextTurn } from '../../db/batches.ts';
import type { TextPool } from '../ports.ts';
import { readText, type TextContents } from './text-tasks.ts';
import type { TextOutcome, TextTask } from './text-worker.ts';

type Workers = Piscina<TextTask, TextOutcome>;

interface TextPoolOptions {
  threads?: number;
  heap_mb?: number;
  deadline_ms?: number;
}

const THREADS = 2;
/** For a file of 100 MB. */
const HEAP_MB = 1_024;
const DEADLINE_MS = 60_000;
const IDLE_MS = 30_000;

/** The process reads a text within both limits itself, which takes a few milliseconds. */
const INLINE_BYTES = 16_384;
const INLINE_ROWS = 500;
const TOO_COMPLEX = 'Reading the text takes too much memory or time. Split it into smaller texts.';

/** See `TextPool`. Short texts are read in this thread, because handing them over would take longer. */
export function createTextPool(options: TextPoolOptions = {}): TextPool {
  const { threads = THREADS, heap_mb = HEAP_MB, deadline_ms = DEADLINE_MS } = options;
  // The time limit begins with the work, not with the wait for a thread.
  const limit = pLimit({ concurrency: threads, rejectOnClear: true });
  const closing = new AbortController();
  let workers: Promise<Workers> | undefined;
  const run = async (task: TextTask): Promise<TextOutcome> => {
    closing.signal.throwIfAborted();
    workers ??= startWorkers(threads, heap_mb);
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), deadline_ms);
    try {
      return await (await workers).run(task, { signal: late.signal });
    } catch (error) {
      closing.signal.throwIfAborted();
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (late.signal.aborted || code === 'ERR_WORKER_OUT_OF_MEMORY')
        throw new ScriptError(TOO_COMPLEX, { code: 'UNSAFE_FILE' });
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    async read(kind, input) {
      const { bytes, format } = input;
      // The text in an archive can be much larger than the file.
      if (bytes.byteLength <= INLINE_BYTES && !(isScriptFormat(format) && isArchive(format))) {
        const lineEnds = bytes.filter((byte) => byte === LINE_FEED || byte === CARRIAGE_RETURN);
        if (lineEnds.length <= INLINE_ROWS) return readText(kind, input);
      }
      const outcome = await limit(() => run({ kind, input }));
      if (!outcome.ok) {
        const { message, reading, ...facts } = outcome.error;
        const error = new ScriptError(message, facts as ConstructorParameters<typeof ScriptError>[1]);
        error.reading = reading;
        throw error;
      }
      const rows: unknown[] = [];
      for (const piece of outcome.pieces) {
        await nextTurn();
        for (const row of JSON.parse(piece)) rows.push(row);
      }
      return { rows, facts: JSON.parse(outcome.facts) } as TextContents[typeof kind];
    },
    async close() {
      closing.abort();
      limit.clearQueue();
      await (await workers)?.destroy();
    },
  };
}

/** Threads start with the first text and end after half a minute without one. */
async function startWorkers(threads: number, heapMb: number): Promise<Workers> {
  const { Piscina } = await import('piscina');
  const pool: Workers = new Piscina({
    filename: fileURLToPath(new URL(`./text-worker${extname(import.meta.url)}`, import.meta.url)),
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: IDLE_MS,
    atomics: 'disabled',
    // Without the environment of the service: even if a file exploits its reader, the thread contains no secrets.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  // If a thread dies between tasks, the next task replaces it. Without a listener, its error would end the process.
  pool.on('error', () => undefined);
  return pool;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
