import { setTimeout as delay } from 'node:timers/promises';
import { isScriptFormat } from '@voiceloom/text';
import type { App } from '../../app.ts';
import { isStorageError } from '../../storage/index.ts';
import { type Confirmation, setUploadCounts, type UploadRow } from './queries.ts';
import { countStoredScript } from './script-counts.ts';

type Counts = Pick<Confirmation, 'char_count' | 'line_count'>;

/** How long a confirmation waits for the counts. Those of many large files take longer and follow. */
export const COUNTING_WAIT_MS = 10_000;
export const NO_COUNTS: Counts = { char_count: null, line_count: null };

/** Characters and lines of an uploaded script; nulls if it is not a script or cannot be read. */
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

/** What is being counted after its confirmation. */
const following = new Map<string, Promise<Counts | undefined>>();

/** Records the counts of a confirmed upload once they are known. It never fails: undefined = they are not known. */
export function addCountsLater(
  { db, log }: Pick<App, 'db' | 'log'>,
  id: string,
  counting: Promise<Counts>,
): Promise<Counts | undefined> {
  const recorded = counting
    .then(async (counts) => {
      await setUploadCounts(db, id, counts);
      return counts;
    })
    .catch((error: unknown) => {
      // Otherwise the upload was deleted in the meantime.
      if (!isStorageError(error, 'NOT_FOUND')) log.warn({ err: error, upload_id: id }, 'script not counted');
      return undefined;
    })
    .finally(() => following.delete(id));
  following.set(id, recorded);
  return recorded;
}

/** Counts a confirmed upload without counts: the process that was to add them may have ended before. */
export async function addMissingCounts(
  app: Pick<App, 'db' | 'log' | 'storage'>,
  upload: UploadRow,
): Promise<UploadRow> {
  const { id, object_key, size_bytes } = upload;
  if (upload.category !== 'script' || upload.line_count !== null || size_bytes === null) return upload;
  const recorded =
    following.get(id) ?? addCountsLater(app, id, countUpload(app, upload, { object_key, size_bytes }));
  const counts = await withinTime(recorded, COUNTING_WAIT_MS);
  return { ...upload, ...counts };
}
