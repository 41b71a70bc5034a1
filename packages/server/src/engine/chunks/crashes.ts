import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import type { EngineApp } from '../engine-app.ts';
import type { LoadedChunk } from '../model.ts';

/** How many worker crashes a line may cause before it fails. */
export const MAX_CRASHES = 2;

/** Counts before the line is processed, so that the count survives a crash. */
export async function recordCrash(db: Db, chunk: LoadedChunk, lineNo: number): Promise<number> {
  const { strikes } = await db
    .insertInto('line_strike')
    .values({ run_id: chunk.run.id, node_id: chunk.node.id, line_no: lineNo, strikes: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['run_id', 'node_id', 'line_no'])
        .doUpdateSet({ strikes: sql`line_strike.strikes + 1` }),
    )
    .returning('strikes')
    .executeTakeFirstOrThrow();
  return strikes;
}

/** Removes the count after the worker has survived the line, whatever its outcome. */
export async function clearCrash(
  { db, log }: Pick<EngineApp, 'db' | 'log'>,
  chunk: LoadedChunk,
  lineNo: number,
): Promise<void> {
  try {
    await db
      .updateTable('line_strike')
      .set({ strikes: sql`strikes - 1` })
      .where('run_id', '=', chunk.run.id)
      .where('node_id', '=', chunk.node.id)
      .where('line_no', '=', lineNo)
      .execute();
  } catch (error) {
    log.warn({ err: error, run_id: chunk.run.id }, 'crash not cleared');
  }
}
