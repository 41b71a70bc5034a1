import type { App } from '../../app.ts';
import type { Db } from '../../db/index.ts';
import { leaveSweep, resumeSweep } from '../../db/sweep-cursor.ts';

type SweepApp = Pick<App, 'db' | 'storage'>;

/** Younger objects may belong to work that is still to be committed. */
export const ORPHAN_AGE_MS = 24 * 3_600_000;
const ROUND_MS = 24 * 3_600_000;
const PAGE = 1_000;
const PAGES = 20;

export interface OrphanSweep {
  name: string;
  prefix: string;
  /** Matches the object keys that rows can name. Objects with other keys are never removed. */
  pattern: RegExp;
  /** The keys that rows name. */
  named: (db: Db, keys: readonly string[]) => Promise<Set<string>>;
}

/** Removes the audio of chunk attempts whose process was killed before it committed the result. */
export function sweepStrayAudio(app: SweepApp, now: Date): Promise<number> {
  const id = '[0-9a-f]{8}-[0-9a-f-]{27}';
  const pattern = new RegExp(`^workspaces/${id}/runs/${id}/${id}\\.[a-z0-9]+$`);
  return sweepOrphans(app, { name: 'stray-audio', prefix: 'workspaces/', pattern, named: audioKeys }, now);
}

async function audioKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('audio')
    .select('object_key')
    .where('object_key', 'in', [...keys])
    .execute();
  return new Set(rows.map((row) => row.object_key));
}

/**
 * Removes objects that no row names, a few pages per call; the next call continues there. An object's key
 * ends with a time-ordered id, which shows its age. Returns how many were removed.
 */
export async function sweepOrphans(
  { db, storage }: SweepApp,
  sweep: OrphanSweep,
  now: Date,
): Promise<number> {
  const state = await resumeSweep(db, sweep.name, now);
  if (!state) return 0;
  let removed = 0;
  let cursor = state.cursor ?? undefined;
  // If the store no longer accepts the cursor, the next call starts from the beginning.
  await leaveSweep(db, sweep.name, { cursor: null, rest_until: null });
  for (let pages = 0; pages < PAGES; pages++) {
    const page = await storage.list(sweep.prefix, { limit: PAGE, ...(cursor !== undefined && { cursor }) });
    const old = page.keys.filter((key) => sweep.pattern.test(key) && madeBefore(key, now));
    const named = old.length > 0 ? await sweep.named(db, old) : new Set();
    const stray = old.filter((key) => !named.has(key));
    if (stray.length > 0) await storage.removeMany(stray);
    removed += stray.length;
    cursor = page.next;
    if (cursor === undefined) break;
  }
  const rest_until = cursor === undefined ? new Date(now.getTime() + ROUND_MS) : null;
  await leaveSweep(db, sweep.name, { cursor: cursor ?? null, rest_until });
  return removed;
}

/** The first 48 bits of the id are the time of its creation. */
function madeBefore(key: string, now: Date): boolean {
  const id = key.slice(key.lastIndexOf('/') + 1).split('.')[0] ?? '';
  if (id[14] !== '7') return false;
  const made = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
  return made < now.getTime() - ORPHAN_AGE_MS;
}
