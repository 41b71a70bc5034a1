import type { App } from '../../app.ts';
import { sweepOrphanedObjects } from '../../engine/index.ts';
import { defineHousekeeping } from '../../jobs/index.ts';
import { deleteExpiredUploads, listObjectKeys, listPendingIds, PENDING_PREFIX } from './queries.ts';

type SweepApp = Pick<App, 'db' | 'storage'>;

const BATCH = 200;
const ID = '[0-9a-f]{8}-[0-9a-f-]{27}';
/** The keys of confirmed bytes: `uploads/<workspace>/<upload>/<attempt>.<format>`. */
const CONFIRMED = new RegExp(`^uploads/${ID}/${ID}/${ID}\\.[a-z0-9]+$`);

/** Deletes expired pending uploads and their objects. Returns the number of uploads. */
export async function sweepExpiredUploads(app: SweepApp, now: Date): Promise<number> {
  const swept = await sweepRecords(app, now);
  await sweepStrayObjects(app);
  return swept;
}

async function sweepRecords({ db, storage }: SweepApp, now: Date): Promise<number> {
  for (let swept = 0; ; ) {
    const rows = await db.transaction().execute((tx) => deleteExpiredUploads(tx, now, BATCH));
    await storage.removeMany(rows.map((row) => row.object_key));
    swept += rows.length;
    if (rows.length < BATCH) return swept;
  }
}

/** Deletes the objects of confirmations whose process was killed after the copy and before its row. */
export function sweepStrayUploads(app: SweepApp, now: Date): Promise<number> {
  return sweepOrphanedObjects(
    app,
    { name: 'stray-uploads', prefix: 'uploads/', pattern: CONFIRMED, named: listObjectKeys },
    now,
  );
}

/**
 * An upload URL outlives its row, so bytes can arrive after a confirmation or deletion. The row is written before
 * anybody knows the URL, so an object without a pending row can be deleted.
 */
async function sweepStrayObjects({ db, storage }: SweepApp): Promise<void> {
  let cursor: string | undefined;
  do {
    const page = await storage.list(PENDING_PREFIX, cursor === undefined ? {} : { cursor });
    const pending = await listPendingIds(db, page.keys.map(uploadIdOf));
    await storage.removeMany(page.keys.filter((key) => !pending.has(uploadIdOf(key))));
    cursor = page.next;
  } while (cursor !== undefined);
}

/** Reads the ID from a key such as `uploads/pending/<workspace>/<upload>.<format>`. */
function uploadIdOf(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1, key.lastIndexOf('.'));
}

export const expiredUploads = defineHousekeeping('expired_uploads', sweepExpiredUploads);
// The age comes from the time in the upload's ID, which the system clock sets, so it is compared with `wallClock`.
export const orphanedUploads = defineHousekeeping('orphaned_uploads', (app) =>
  sweepStrayUploads(app, app.wallClock()),
);
