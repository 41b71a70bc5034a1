import { sql } from 'kysely';
import type { Db } from '../db/index.ts';

/** What a run made use of: a voice that spoke, an entry of the dictionary that changed a text. */
export interface RunUse {
  kind: 'voice' | 'dictionary_entry';
  id: string;
}

/** Notes what a run used, once each. The caller's transaction holds the run's row. */
export async function noteUses(tx: Db, runId: string, uses: readonly RunUse[]): Promise<void> {
  const rows = new Map(uses.map(({ kind, id }) => [id, { run_id: runId, subject_id: id, kind }]));
  if (rows.size === 0) return;
  await tx
    .insertInto('run_use')
    .values([...rows.values()])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Counts a run that ends at everything it used. Rows of voices are shared by all workspaces: they are locked last,
 * and in the order of their ids.
 */
export async function countUses(tx: Db, runId: string): Promise<void> {
  for (const table of ['dictionary_entry', 'voice'] as const) {
    await sql`
      update ${sql.table(table)} as subject set uses_count = subject.uses_count + 1
      from (
        select id from ${sql.table(table)}
        where id in (select subject_id from run_use where run_id = ${runId} and kind = ${table})
        order by id for update
      ) as used
      where subject.id = used.id`.execute(tx);
  }
}
