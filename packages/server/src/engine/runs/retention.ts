import type { App } from '../../app.ts';
import type { Db } from '../../db/index.ts';
import { leaveSweep, resumeSweep } from '../../db/sweep-cursor.ts';
import { retentionDays } from '../../ledger/account-plan.ts';
import { USE_GRAIN_MS } from './audio-use.ts';
import { markRemoved } from './row.ts';

type SweepApp = Pick<App, 'db' | 'storage' | 'log'>;

const NAME = 'retention';
const DAY_MS = 86_400_000;
const ROUND_MS = 3_600_000;
const WORKSPACES = 200;
const ROWS = 500;
/** The maximum number of batches per sweep, over all workspaces. */
const BATCHES = 100;
const FIRST = '00000000-0000-0000-0000-000000000000';

interface Place {
  id: string;
  owner_id: string;
}

/**
 * Removes audio of runs that ended before the retention period of the owner's plan, for some workspaces per
 * call. Takes that a later run reused are kept as long as that run's own. Returns how many were removed.
 */
export async function sweepAudio(app: SweepApp, now: Date): Promise<number> {
  const state = await resumeSweep(app.db, NAME, now);
  if (!state) return 0;
  let after = state.cursor ?? FIRST;
  const places = await listWorkspaces(app.db, after);
  const budget = { batches: BATCHES };
  let removed = 0;
  for (const place of places) {
    const cutoff = await cutoffOf(app.db, place, now);
    if (cutoff) removed += await sweepWorkspace(app, { place, cutoff, budget, now });
    // The next sweep continues with this workspace.
    if (budget.batches <= 0) break;
    after = place.id;
  }
  const isOver = budget.batches > 0 && places.length < WORKSPACES;
  const rest_until = isOver ? new Date(now.getTime() + ROUND_MS) : null;
  await leaveSweep(app.db, NAME, { cursor: isOver ? null : after, rest_until });
  return removed;
}

function listWorkspaces(db: Db, after: string): Promise<Place[]> {
  return db
    .selectFrom('workspace')
    .select(['id', 'owner_id'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(WORKSPACES)
    .execute();
}

/** Undefined if everything is kept. */
async function cutoffOf(db: Db, { owner_id }: Place, now: Date): Promise<Date | undefined> {
  const days = await retentionDays(db, owner_id, now);
  return days === 'unlimited' ? undefined : new Date(now.getTime() - days * DAY_MS);
}

interface Removal {
  place: Place;
  cutoff: Date;
  budget: { batches: number };
  now: Date;
}

/** Marks the runs first: from then on, no links are signed for audio that is about to be removed. */
async function sweepWorkspace(app: SweepApp, removal: Removal): Promise<number> {
  const { place, cutoff, budget, now } = removal;
  while (budget.batches > 0 && (await markRuns(app.db, { place, cutoff, now })) === ROWS) budget.batches -= 1;
  const needed = await listNeeded(app.db, { place, cutoff });
  let removed = 0;
  while (budget.batches > 0) {
    const keys = await deleteRows(app.db, { place, cutoff, needed });
    removed += keys.length;
    if (keys.length > 0) budget.batches -= 1;
    // Deletes rows before objects. An object that stays behind has no row, and the orphan sweep removes it.
    await app.storage
      .removeMany(keys)
      .catch((error: unknown) => app.log.warn({ err: error }, 'objects past their retention stay'));
    if (keys.length < ROWS) break;
  }
  return removed;
}

async function markRuns(db: Db, { place, cutoff, now }: Omit<Removal, 'budget'>): Promise<number> {
  const due = await db
    .selectFrom('run')
    .select('id')
    .where('workspace_id', '=', place.id)
    .where('completed_at', '<', cutoff)
    .where('audio_removed_at', 'is', null)
    .orderBy('completed_at')
    .limit(ROWS)
    .execute();
  return markRemoved(
    db,
    due.map(({ id }) => id),
    { audio_removed_at: now },
  );
}

/**
 * Runs that began before the cutoff and had not ended by then. Their audio may be old but is still needed.
 */
async function listNeeded(db: Db, { place, cutoff }: Pick<Removal, 'place' | 'cutoff'>): Promise<string[]> {
  const rows = await db
    .selectFrom('run')
    .select('id')
    .where('workspace_id', '=', place.id)
    .where('created_at', '<', cutoff)
    .where((eb) => eb.or([eb('completed_at', 'is', null), eb('completed_at', '>=', cutoff)]))
    .execute();
  return rows.map((row) => row.id);
}

/** Deletes one batch of rows, oldest first; returns their object keys. */
async function deleteRows(
  db: Db,
  { place, cutoff, needed }: Pick<Removal, 'place' | 'cutoff'> & { needed: string[] },
): Promise<string[]> {
  const due = db
    .selectFrom('audio')
    .select('audio.id')
    .where('audio.workspace_id', '=', place.id)
    .where('audio.used_at', '<', new Date(cutoff.getTime() - USE_GRAIN_MS))
    .$if(needed.length > 0, (query) =>
      query.where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('attempt')
              .select('attempt.run_id')
              .where('attempt.run_id', 'in', needed)
              .whereRef('attempt.output_id', '=', 'audio.id'),
          ),
        ),
      ),
    )
    .orderBy('audio.used_at')
    .limit(ROWS)
    .forUpdate()
    .skipLocked();
  const rows = await db
    .deleteFrom('audio')
    .where('workspace_id', '=', place.id)
    .where('id', 'in', due)
    .returning('object_key')
    .execute();
  return rows.map((row) => row.object_key);
}
