import { sql } from 'kysely';
import { newId } from '../../ids.ts';
import { addCreditEntries, lockAccount } from '../../ledger/credits.ts';
import type { EngineApp } from '../engine-app.ts';
import type { RunHead } from '../model.ts';
import { ChunkGone } from '../model.ts';
import { addToRun, lockRun } from './row.ts';

/**
 * Reserves credits for a chunk before its takes are made, so that every take can be paid: first from the
 * run's hold, then from the account. Returns the amount reserved.
 */
export function allocateHold(
  app: Pick<EngineApp, 'db' | 'clock'>,
  run: RunHead,
  { chunk_id, wanted }: { chunk_id: string; wanted: number },
): Promise<number> {
  if (wanted === 0) return Promise.resolve(0);
  const now = app.clock();
  return app.db.transaction().execute(async (tx) => {
    const row = await lockRun(tx, run.id);
    const chunk = await tx
      .selectFrom('run_chunk')
      .select(['status', 'hold_allocated'])
      .where('id', '=', chunk_id)
      .executeTakeFirstOrThrow();
    // If another worker has the chunk by now, its lines must not fail for lack of credits here.
    if (row.status !== 'running' || chunk.status !== 'queued') throw new ChunkGone();
    const missing = Math.max(0, wanted - chunk.hold_allocated);
    const free = row.hold - row.hold_allocated;
    let extra = Math.max(0, missing - free);
    if (extra > 0) {
      const account = await lockAccount(tx, run.account_id, now);
      extra = Math.max(0, Math.min(extra, account.available));
    }
    const taken = Math.min(missing, free + extra);
    if (extra > 0) {
      const { account_id, workspace_id, id: run_id } = run;
      const cause = `reserve/${run_id}/${chunk_id}/${newId()}`;
      await addCreditEntries(
        tx,
        [{ account_id, workspace_id, run_id, kind: 'reserve', cause, amount: 0, hold: extra }],
        now,
      );
    }
    await addToRun(tx, run.id, { hold: extra, hold_allocated: taken });
    await tx
      .updateTable('run_chunk')
      .set({ hold_allocated: sql`hold_allocated + ${taken}` })
      .where('id', '=', chunk_id)
      .execute();
    return chunk.hold_allocated + taken;
  });
}
