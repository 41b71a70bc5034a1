import { Worker } from 'node:worker_threads';
import type { BlobStore } from '../../storage/index.ts';
import { isArchive, type ScriptFormat } from '../../text/script.ts';
import { countScript, type ScriptCounts } from './count-script.ts';

// Parsing a file of this size takes a few milliseconds; larger ones would hold up other requests.
const INLINE_BYTES = 262_144;

/** Reads a stored script and counts it, large ones and archives in a thread of their own; null when it cannot be read. */
export async function countStoredScript(
  storage: Pick<BlobStore, 'get'>,
  key: string,
  format: ScriptFormat,
): Promise<ScriptCounts | null> {
  const { stream } = await storage.get(key);
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream as AsyncIterable<Uint8Array>) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const isQuick = bytes.length <= INLINE_BYTES && !isArchive(format);
  return isQuick ? countScript(bytes, format) : countInThread(bytes, format);
}

async function countInThread(bytes: Uint8Array, format: ScriptFormat): Promise<ScriptCounts | null> {
  const worker = new Worker(new URL('./count-worker.ts', import.meta.url), { workerData: { bytes, format } });
  try {
    return await new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', (code) => reject(new Error(`The counting thread ended with ${code}.`)));
    });
  } finally {
    await worker.terminate();
  }
}
