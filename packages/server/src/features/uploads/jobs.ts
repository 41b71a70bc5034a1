import type { App } from '../../app.ts';
import { sweepOrphanedObjects } from '../../engine/index.ts';
import { defineHousekeeping } from '../../jobs/index.ts';
import {
  deleteExpiredUploads,
  listObjectKeys,
  listPendingIds,
  PENDING_PREFIX,
  type UploadRow,
} from './queries.ts';

type SweepApp = Pick<App, 'db' | 'storage'>;

const BATCH = 200;
const ID = '[0-9a-f]{8}-[0-9a-f-]{27}';
/** The keys of confirmed bytes: `uploads/<workspace>/<upload>/<attempt>.<format>`. */
const CONFIRMED = new RegExp(`^uploads/${ID}/${ID}/${ID}\\.[a-z0-9]+$`);

/** Deletes expired pending uploads and their objects. Returns the number of uploads. */
export async function sweepExpiredUploads({ db, storage }: SweepApp, now: Date): Promise<number> {
  let deletedCount = 0;
  let rows: UploadRow[];
  do {
    rows = await db.transaction().execute((tx) => deleteExpiredUploads(tx, now, BATCH));
    await storage.removeMany(rows.map((row) => row.object_key));
    deletedCount += rows.length;
  } while (rows.length === BATCH);
  // An upload URL outlives its row, so bytes can arrive after a confirmation or deletion. The row is written before
  // anybody knows the URL, so an object without a pending row can be deleted.
  let cursor: string | undefined;
  do {
    const page = await storage.list(PENDING_PREFIX, cursor === undefined ? {} : { cursor });
    const pendingIds = await listPendingIds(db, page.keys.map(parseUploadId));
    await storage.removeMany(page.keys.filter((key) => !pendingIds.has(parseUploadId(key))));
    cursor = page.next;
  } while (cursor !== undefined);
  return deletedCount;
}

/** Deletes the objects of confirmations whose process was killed after the copy and before its row. */
export function sweepStrayUploads(app: SweepApp, now: Date): Promise<number> {
  return sweepOrphanedObjects(
    app,
    { name: 'stray-uploads', prefix: 'uploads/', pattern: CONFIRMED, named: listObjectKeys },
    now,
  );
}

/** Reads the ID from a key such as `uploads/pending/<workspace>/<upload>.<format>`. */
function parseUploadId(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1, key.lastIndexOf('.'));
}

export const expiredUploads = defineHousekeeping('expired_uploads', sweepExpiredUploads);
// The age comes from the time in the upload's ID, which the system clock sets, so it is compared with `wallClock`.
export const orphanedUploads = defineHousekeeping('orphaned_uploads', (app) =>
  sweepStrayUploads(app, app.wallClock()),
);
