import { sql } from 'kysely';
import type { App } from '../../app.ts';
import type { Db } from '../../db/index.ts';
import { markRemoved } from './row.ts';

const KEPT_MS = 30 * 86_400_000;
const RUNS = 200;
const ROWS = 5_000;

/** Removes the events of runs that ended 30 days ago, but for the last one, which says how they ended. */
export async function sweepRunEvents({ db }: Pick<App, 'db'>, now: Date): Promise<number> {
  const due = await db
    .selectFrom('run')
    .select(['id', 'event_seq'])
    .where('completed_at', '<', new Date(now.getTime() - KEPT_MS))
    .where('events_removed_at', 'is', null)
    .orderBy('completed_at')
    .limit(RUNS)
    .execute();
  let removed = 0;
  for (const { id, event_seq } of due) {
    removed += await removeEvents(db, id, event_seq);
    await markRemoved(db, [id], { events_removed_at: now });
  }
  return removed;
}

async function removeEvents(db: Db, runId: string, last: number): Promise<number> {
  for (let removed = 0; ; ) {
    const { numAffectedRows = 0n } = await sql`
      delete from run_event where run_id = ${runId} and seq in (
        select seq from run_event where run_id = ${runId} and seq < ${last} order by seq limit ${ROWS}
      )`.execute(db);
    removed += Number(numAffectedRows);
    if (numAffectedRows < ROWS) return removed;
  }
}
