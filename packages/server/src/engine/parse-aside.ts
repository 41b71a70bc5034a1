import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import {
  isArchive,
  type ParsedScript,
  parseScript,
  ScriptError,
  type ScriptErrorCode,
  type ScriptInput,
} from '../text/script.ts';

/** What the parsing thread answers. */
export type ParsedAside =
  | { ok: true; parsed: ParsedScript }
  | {
      ok: false;
      fault: {
        code: ScriptErrorCode;
        message: string;
        row: number | undefined;
        column: string | undefined;
        field: string | undefined;
      };
    };

// A file of this size takes a few milliseconds; larger ones would hold up everything else in the process.
const INLINE_BYTES = 262_144;

/** `parseScript`, large files and archives in a thread of their own. Faults are the same ScriptError. */
export async function parseAside(input: ScriptInput): Promise<ParsedScript> {
  if (input.bytes.byteLength <= INLINE_BYTES && !isArchive(input.format)) return parseScript(input);
  const outcome = await parseInThread(input);
  if (outcome.ok) return outcome.parsed;
  const { code, message, row, column, field } = outcome.fault;
  throw new ScriptError(message, {
    code,
    ...(row === undefined ? {} : { row }),
    ...(column === undefined ? {} : { column }),
    ...(field === undefined ? {} : { field }),
  });
}

async function parseInThread(input: ScriptInput): Promise<ParsedAside> {
  const file = new URL(`./script-worker${extname(import.meta.url)}`, import.meta.url);
  const worker = new Worker(file, { workerData: input, env: {} });
  try {
    return await new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', (code) => reject(new Error(`The parsing thread ended with ${code}.`)));
    });
  } finally {
    await worker.terminate();
  }
}
