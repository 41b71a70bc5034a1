import type { App } from '../../app.ts';
import { deleteExpiredUploads } from './queries.ts';

const BATCH = 200;

/** Removes pending uploads past their time, record first, then bytes. Answers how many there were. */
export async function sweepExpiredUploads(
  { db, storage }: Pick<App, 'db' | 'storage'>,
  now: Date,
): Promise<number> {
  for (let swept = 0; ; ) {
    const rows = await db.transaction().execute((tx) => deleteExpiredUploads(tx, now, BATCH));
    await storage.removeMany(rows.map((row) => row.object_key));
    swept += rows.length;
    if (rows.length < BATCH) return swept;
  }
}
