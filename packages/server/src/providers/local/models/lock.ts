import { mkdir, open, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { ModelError } from './model-error.ts';

/** No model can have such a name. */
const LOCK = '.lock';
const RENEW_MS = 10_000;
/** The lock of a command that was killed counts no longer. */
const STALE_MS = 60_000;

/** Changes the folder of models. Two commands at once would write the same files, so that the second one is refused. */
export async function withLock<T>(modelsDir: string, change: () => Promise<T>): Promise<T> {
  await mkdir(modelsDir, { recursive: true });
  const file = join(modelsDir, LOCK);
  const stats = await stat(file).catch(() => undefined);
  if (stats && Date.now() - stats.mtimeMs > STALE_MS) await rm(file, { force: true });
  try {
    await (await open(file, 'wx')).close();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const message = `Another command is changing ${modelsDir}. Repeat this one when it has ended; if it was killed, in a minute.`;
    throw new ModelError(message, { cause: error });
  }
  const timer = setInterval(() => {
    const now = new Date();
    // If a renewal fails, the next one may succeed.
    utimes(file, now, now).catch(() => undefined);
  }, RENEW_MS);
  timer.unref();
  try {
    return await change();
  } finally {
    clearInterval(timer);
    await rm(file, { force: true });
  }
}
