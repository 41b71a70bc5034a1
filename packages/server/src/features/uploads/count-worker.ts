import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
// Imports only the counting code, because the whole package would take up memory in each thread.
import { type CountedScript, countScript, type ScriptCounts } from '@voiceloom/text/count-script';

/** A message of the thread: a request for the first or the next piece of the file, or the counts at the end. */
export type CountMessage = 'first' | 'next' | { counts: ScriptCounts | null };
export type CountInput = Omit<CountedScript, 'read'>;

const post = (message: CountMessage): void => parentPort?.postMessage(message);

const counts = await countScript({
  ...(workerData as CountInput),
  async *read() {
    for (let request: CountMessage = 'first'; parentPort; request = 'next') {
      post(request);
      const [piece]: (Uint8Array | undefined)[] = await once(parentPort, 'message');
      if (piece === undefined) return;
      yield piece;
    }
  },
});
post({ counts });
