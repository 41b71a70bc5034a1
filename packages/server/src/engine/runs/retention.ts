import { sql } from 'kysely';
import type { App } from '../../app.ts';
import type { Db } from '../../db/index.ts';
import { retentionDays } from '../../ledger/account-plan.ts';
import { LAST_USE_PRECISION_MS } from './audio-use.ts';
import { markRunDataRemoved } from './row.ts';

type SweepApp = Pick<App, 'db' | 'storage' | 'log'>;

const NAME = 'retention';
const DAY_MS = 86_400_000;
const ROUND_MS = 3_600_000;
const MAX_WORKSPACES = 200;
const MAX_ROWS = 500;
/** The maximum number of batches per sweep, over all workspaces. */
const MAX_BATCHES = 100;
const MIN_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Removes audio of runs that ended before the retention period of the owner's plan, for some workspaces per
 * call. Takes that a later run reused are kept as long as the takes that it made. Returns the number removed.
 */
export async function sweepAudio(app: SweepApp, now: Date): Promise<number> {
  const state = await resumeSweep(app.db, NAME, now);
  if (!state) return 0;
  let cursor = state.cursor ?? MIN_ID;
  const workspaces = await app.db
    .selectFrom('workspace')
    .select(['id', 'owner_id'])
    .where('id', '>', cursor)
    .orderBy('id')
    .limit(MAX_WORKSPACES)
    .execute();
  const budget = { batches: MAX_BATCHES };
  let removedCount = 0;
  for (const { id, owner_id } of workspaces) {
    const days = await retentionDays(app.db, owner_id, now);
    if (days !== 'unlimited') {
      const cutoff = new Date(now.getTime() - days * DAY_MS);
      removedCount += await sweepWorkspace(app, { workspace_id: id, cutoff, budget, now });
    }
    // The next sweep continues with this workspace.
    if (budget.batches <= 0) break;
    cursor = id;
  }
  const isOver = budget.batches > 0 && workspaces.length < MAX_WORKSPACES;
  const next_round_at = isOver ? new Date(now.getTime() + ROUND_MS) : null;
  await leaveSweep(app.db, NAME, { cursor: isOver ? null : cursor, next_round_at });
  return removedCount;
}

/**
 * Removes the audio of a workspace that was last used before `cutoff`, until the budget is used up; returns how much.
 * Marks the runs first: from then on, no links are signed for audio that is about to be removed.
 */
async function sweepWorkspace(
  app: SweepApp,
  /** `budget`: what is left for all workspaces of a sweep; this function reduces it. */
  removal: { workspace_id: string; cutoff: Date; budget: { batches: number }; now: Date },
): Promise<number> {
  const { budget, workspace_id, cutoff, now } = removal;
  while (budget.batches > 0) {
    const expiredRuns = await app.db
      .selectFrom('run')
      .select('id')
      .where('workspace_id', '=', workspace_id)
      .where('completed_at', '<', cutoff)
      .where('audio_removed_at', 'is', null)
      .orderBy('completed_at')
      .limit(MAX_ROWS)
      .execute();
    const ids = expiredRuns.map(({ id }) => id);
    const markedCount = await markRunDataRemoved(app.db, ids, { audio_removed_at: now });
    if (markedCount < MAX_ROWS) break;
    budget.batches -= 1;
  }
  // Runs that began before the cutoff and had not ended by then. Their audio may be old but is still needed.
  const openRuns = await app.db
    .selectFrom('run')
    .select('id')
    .where('workspace_id', '=', workspace_id)
    .where('created_at', '<', cutoff)
    .where((eb) => eb.or([eb('completed_at', 'is', null), eb('completed_at', '>=', cutoff)]))
    .execute();
  const openRunIds = openRuns.map(({ id }) => id);
  let removedCount = 0;
  while (budget.batches > 0) {
    const { rows } = await sql<{ object_key: string }>`
      delete from audio where workspace_id = ${workspace_id} and id = any(array(
        select id from audio
        where workspace_id = ${workspace_id} and used_at < ${new Date(cutoff.getTime() - LAST_USE_PRECISION_MS)}
          and not exists (
            select 1 from attempt where attempt.run_id = any(${openRunIds}::uuid[]) and attempt.output_id = audio.id
          )
        order by used_at limit ${MAX_ROWS} for update skip locked
      ))
      returning object_key`.execute(app.db);
    const keys = rows.map((row) => row.object_key);
    removedCount += keys.length;
    if (keys.length > 0) budget.batches -= 1;
    // The rows are deleted before the objects. If an object remains, it has no row, and the orphan sweep removes it.
    await app.storage
      .removeMany(keys)
      .catch((error: unknown) => app.log.warn({ err: error }, 'objects past their retention stay'));
    if (keys.length < MAX_ROWS) break;
  }
  return removedCount;
}

const MAX_EVENT_AGE_MS = 30 * 86_400_000;
const MAX_RUNS = 200;
const MAX_EVENT_ROWS = 5_000;

/** Removes the events of runs that ended 30 days ago, except the last one, which shows how the run ended. */
export async function sweepRunEvents({ db }: Pick<App, 'db'>, now: Date): Promise<number> {
  const expiredRuns = await db
    .selectFrom('run')
    .select(['id', 'event_seq'])
    .where('completed_at', '<', new Date(now.getTime() - MAX_EVENT_AGE_MS))
    .where('events_removed_at', 'is', null)
    .orderBy('completed_at')
    .limit(MAX_RUNS)
    .execute();
  let removedCount = 0;
  for (const { id, event_seq } of expiredRuns) {
    let deletedRows: number;
    do {
      const { numAffectedRows = 0n } = await sql`
        delete from run_event where run_id = ${id} and seq in (
          select seq from run_event where run_id = ${id} and seq < ${event_seq} order by seq limit ${MAX_EVENT_ROWS}
        )`.execute(db);
      deletedRows = Number(numAffectedRows);
      removedCount += deletedRows;
    } while (deletedRows === MAX_EVENT_ROWS);
    await markRunDataRemoved(db, [id], { events_removed_at: now });
  }
  return removedCount;
}

/**
 * The cursor of a sweep that checks all data in small steps; undefined while it pauses after a complete round.
 */
async function resumeSweep(db: Db, name: string, now: Date): Promise<{ cursor: string | null } | undefined> {
  const row = await db
    .selectFrom('sweep_cursor')
    .select(['cursor', 'next_round_at'])
    .where('name', '=', name)
    .executeTakeFirst();
  if (row?.next_round_at && row.next_round_at > now) return undefined;
  return { cursor: row?.cursor ?? null };
}

/** A null cursor means that the round is complete. The next round begins at `next_round_at`. */
async function leaveSweep(
  db: Db,
  name: string,
  state: { cursor: string | null; next_round_at: Date | null },
): Promise<void> {
  await db
    .insertInto('sweep_cursor')
    .values({ name, ...state })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(state))
    .execute();
}

/** Younger objects may belong to results that are not yet committed. */
export const MIN_ORPHAN_AGE_MS = 24 * 3_600_000;
const ORPHAN_ROUND_MS = 24 * 3_600_000;
const MAX_KEYS = 1_000;
const MAX_PAGES = 20;

interface OrphanSweep {
  name: string;
  prefix: string;
  /** Matches the object keys that rows can name. Objects with other keys are never removed. */
  pattern: RegExp;
  /** The keys that rows name. */
  named: (db: Db, keys: readonly string[]) => Promise<Set<string>>;
}

/** Removes the audio of chunk attempts whose process was killed before it committed the result. */
export function sweepStrayAudio(app: Pick<App, 'db' | 'storage'>, now: Date): Promise<number> {
  const id = '[0-9a-f]{8}-[0-9a-f-]{27}';
  const pattern = new RegExp(`^workspaces/${id}/runs/${id}/${id}\\.[a-z0-9]+$`);
  const sweep: OrphanSweep = {
    name: 'stray-audio',
    prefix: 'workspaces/',
    pattern,
    async named(db, keys) {
      const rows = await db
        .selectFrom('audio')
        .select('object_key')
        .where('object_key', 'in', [...keys])
        .execute();
      return new Set(rows.map((row) => row.object_key));
    },
  };
  return sweepOrphanedObjects(app, sweep, now);
}

/**
 * Removes stored objects that no row references. Each call reads a few pages; the next call continues where this one
 * stopped. The time-ordered ID at the end of a key shows the object's age. Returns the number removed.
 */
export async function sweepOrphanedObjects(
  { db, storage }: Pick<App, 'db' | 'storage'>,
  sweep: OrphanSweep,
  now: Date,
): Promise<number> {
  const state = await resumeSweep(db, sweep.name, now);
  if (!state) return 0;
  let removedCount = 0;
  let cursor = state.cursor ?? undefined;
  // If the store no longer accepts the cursor, the next call starts from the beginning.
  await leaveSweep(db, sweep.name, { cursor: null, next_round_at: null });
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const selection: Parameters<typeof storage.list>[1] = { limit: MAX_KEYS };
    if (cursor !== undefined) selection.cursor = cursor;
    const page = await storage.list(sweep.prefix, selection);
    const oldKeys = page.keys.filter((key) => sweep.pattern.test(key) && isOldKey(key, now));
    const referencedKeys = oldKeys.length > 0 ? await sweep.named(db, oldKeys) : new Set();
    const orphanedKeys = oldKeys.filter((key) => !referencedKeys.has(key));
    if (orphanedKeys.length > 0) await storage.removeMany(orphanedKeys);
    removedCount += orphanedKeys.length;
    cursor = page.next;
    if (cursor === undefined) break;
  }
  const next_round_at = cursor === undefined ? new Date(now.getTime() + ORPHAN_ROUND_MS) : null;
  await leaveSweep(db, sweep.name, { cursor: cursor ?? null, next_round_at });
  return removedCount;
}

/** `…/0198a3f2-5c1e-7…-….wav`: the first 48 bits of an ID of version 7 are the time of its creation in milliseconds. */
function isOldKey(key: string, now: Date): boolean {
  const id = key.slice(key.lastIndexOf('/') + 1).split('.')[0] ?? '';
  const version = id[14];
  if (version !== '7') return false;
  const createdAt = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
  return createdAt < now.getTime() - MIN_ORPHAN_AGE_MS;
}
