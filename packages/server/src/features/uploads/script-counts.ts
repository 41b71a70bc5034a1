import { spawn } from 'node:child_process';
import { buffer, text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { limitConcurrency } from '../../concurrency.ts';
import type { BlobStore } from '../../storage/index.ts';
import { isArchive, type ScriptFormat } from '../../text/script.ts';
import { countScript, type ScriptCounts } from './count-script.ts';

// Parsing a file of this size takes a few milliseconds; larger ones would hold up other requests.
const INLINE_BYTES = 262_144;
/** A larger file takes up to a gigabyte and several seconds. Smaller ones do not wait behind it. */
const LARGE_BYTES = 8 * 1024 * 1024;
/** For one file, once its turn has come. */
const DEADLINE_MS = 60_000;
const HEAP_MB = 1_024;

const limits = { inline: limitConcurrency(8), small: limitConcurrency(2), large: limitConcurrency(1) };

type StoredScript = { object_key: string; size_bytes: number; format: ScriptFormat };

/**
 * Counts a stored script. Large ones and archives are counted in a process of their own, a few at a time: this process holds
 * nothing but the piece that it passes on. Null when the file cannot be read.
 */
export function countStoredScript(
  storage: Pick<BlobStore, 'get'>,
  script: StoredScript,
): Promise<ScriptCounts | null> {
  const { size_bytes, format } = script;
  if (size_bytes <= INLINE_BYTES && !isArchive(format)) {
    return limits.inline(() => countHere(storage, script));
  }
  const limit = size_bytes > LARGE_BYTES ? limits.large : limits.small;
  return limit(() => countInProcess(storage, script));
}

async function countHere(
  storage: Pick<BlobStore, 'get'>,
  { object_key, format }: StoredScript,
): Promise<ScriptCounts | null> {
  const { stream } = await storage.get(object_key);
  return countScript(await buffer(stream), format);
}

async function countInProcess(
  storage: Pick<BlobStore, 'get'>,
  { object_key, format }: StoredScript,
): Promise<ScriptCounts | null> {
  const { stream } = await storage.get(object_key);
  const signal = AbortSignal.timeout(DEADLINE_MS);
  const file = fileURLToPath(new URL('./count-worker.ts', import.meta.url));
  const child = spawn(process.execPath, [`--max-old-space-size=${HEAP_MB}`, file, format], {
    // Without our settings: whatever a file does to its reader, it finds no secret there.
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('close', resolve);
    child.once('error', reject);
  });
  signal.addEventListener('abort', () => child.kill('SIGKILL'), { once: true });
  try {
    const sent = pipeline(stream, child.stdin).catch(() => undefined);
    const [printed, code] = await Promise.all([text(child.stdout), ended, sent]);
    if (stream.errored !== null) throw stream.errored;
    // Out of memory or out of time: no source node could read the file either.
    return code === 0 ? (JSON.parse(printed) as ScriptCounts | null) : null;
  } finally {
    child.kill('SIGKILL');
  }
}
