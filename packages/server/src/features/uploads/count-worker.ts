import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
// Imports only the counting code, because the whole package would take memory in each thread.
import { type CountedScript, countScript, type ScriptCounts } from '@voiceloom/text/count-script';

/** What the thread posts: a request for the first or the next piece of the file, and at the end the counts. */
export type CountMessage = 'first' | 'next' | { counts: ScriptCounts | null };
export type CountInput = Omit<CountedScript, 'read'>;

const post = (message: CountMessage): void => parentPort?.postMessage(message);

async function* read(): AsyncGenerator<Uint8Array> {
  for (let wanted: CountMessage = 'first'; parentPort; wanted = 'next') {
    post(wanted);
    const [piece]: (Uint8Array | undefined)[] = await once(parentPort, 'message');
    if (piece === undefined) return;
    yield piece;
  }
}

post({ counts: await countScript({ ...(workerData as CountInput), read }) });
