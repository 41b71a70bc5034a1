import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { isArchive, type ParsedScript, parseScript, ScriptError, type ScriptInput } from '@voiceloom/text';

/** The result of the parsing thread. */
export type ParsedAside =
  | { ok: true; parsed: ParsedScript }
  | { ok: false; fault: Pick<ScriptError, 'code' | 'message' | 'row' | 'column' | 'field' | 'reading'> };

// A file of this size takes a few milliseconds; a larger one would block the process.
const INLINE_BYTES = 262_144;

/** The limits of the thread for one file. */
const LIMITS = { heap_mb: 1_024, deadline_ms: 120_000 };

/** `first_lines`: how many lines the caller needs. The whole script is still read and checked. */
export type AsideInput = ScriptInput & { first_lines?: number | undefined };

/** `parseScript` that returns no more lines than the caller needs. */
export function parseFirst({ first_lines, ...input }: AsideInput): ParsedScript {
  const { lines, reading } = parseScript(input);
  return { lines: first_lines === undefined ? lines : lines.slice(0, first_lines), reading };
}

/** `parseScript`, with large files and archives in a separate thread. Rejects with the same ScriptError. */
export async function parseAside(input: AsideInput, limits = LIMITS): Promise<ParsedScript> {
  if (input.bytes.byteLength <= INLINE_BYTES && !isArchive(input.format)) return parseFirst(input);
  const outcome = await parseInThread(input, limits);
  if (outcome.ok) return outcome.parsed;
  const { code, message, row, column, field, reading } = outcome.fault;
  const error = new ScriptError(message, {
    code,
    ...(row === undefined ? {} : { row }),
    ...(column === undefined ? {} : { column }),
    ...(field === undefined ? {} : { field }),
  });
  error.reading = reading;
  throw error;
}

async function parseInThread(
  input: AsideInput,
  { heap_mb, deadline_ms }: typeof LIMITS,
): Promise<ParsedAside> {
  const file = new URL(`./script-worker${extname(import.meta.url)}`, import.meta.url);
  const resourceLimits = { maxOldGenerationSizeMb: heap_mb };
  const worker = new Worker(file, { workerData: input, env: {}, resourceLimits });
  const late = setTimeout(() => void worker.terminate(), deadline_ms);
  try {
    return await new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', (error: NodeJS.ErrnoException) => {
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge() : error);
      });
      // The deadline ended the thread before it sent a message.
      worker.once('exit', () => reject(tooLarge()));
    });
  } finally {
    clearTimeout(late);
    await worker.terminate();
  }
}

function tooLarge(): ScriptError {
  const message = 'Parsing the file takes too much memory or time. Split it into several files.';
  return new ScriptError(message, { code: 'UNSAFE_FILE' });
}
