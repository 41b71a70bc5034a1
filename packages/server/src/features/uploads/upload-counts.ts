import { setTimeout as delay } from 'node:timers/promises';
import type { App } from '../../app.ts';
import { isStorageError } from '../../storage/index.ts';
import { isScriptFormat } from '../../text/script.ts';
import { type Confirmation, setUploadCounts, type UploadRow } from './queries.ts';
import { countStoredScript } from './script-counts.ts';

type Counts = Pick<Confirmation, 'char_count' | 'line_count'>;

/** How long a confirmation waits for the counts. Those of many large files take longer and follow. */
export const COUNTING_WAIT_MS = 10_000;
export const NO_COUNTS: Counts = { char_count: null, line_count: null };

/** Characters and lines of an uploaded script; nulls where it is none or cannot be read. */
export async function countUpload(
  { storage }: Pick<App, 'storage'>,
  { category, format }: Pick<UploadRow, 'category' | 'format'>,
  { object_key, size_bytes }: Pick<Confirmation, 'object_key' | 'size_bytes'>,
): Promise<Counts> {
  if (category !== 'script' || !isScriptFormat(format)) return NO_COUNTS;
  return (await countStoredScript(storage, { object_key, size_bytes, format })) ?? NO_COUNTS;
}

/** Undefined when the work takes longer. */
export async function withinTime<T>(work: Promise<T>, wait_ms: number): Promise<T | undefined> {
  const done = new AbortController();
  const late = delay(wait_ms, undefined, { signal: done.signal }).catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    done.abort();
  }
}

/** Records the counts of a confirmed upload once they are known. */
export function addCountsLater(
  { db, log }: Pick<App, 'db' | 'log'>,
  id: string,
  counting: Promise<Counts>,
): void {
  counting
    .then((counts) => setUploadCounts(db, id, counts))
    .catch((error: unknown) => {
      // The upload was deleted in the meantime.
      if (isStorageError(error, 'NOT_FOUND')) return;
      log.warn({ err: error, upload_id: id }, 'a script was not counted');
    });
}
