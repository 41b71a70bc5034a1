import { sql } from 'kysely';
import type { App } from '../../../app.ts';
import type { Db } from '../../../db/index.ts';
import { insertMissing } from '../../../db/upsert.ts';
import { takeLockSql } from '../../../engine/index.ts';
import { ApiError } from '../../../errors.ts';
import type { WorkspaceCaller } from '../../../handler/handler.ts';
import { newId } from '../../../ids.ts';
import { addCallerActivity } from '../../../ledger/activity.ts';
import { getRunWithGraph, hasEnded, type RunWithDefinition } from '../../runs/index.ts';
import { getActor } from '../actor.ts';
import { selectReviewOfRun } from '../gate.ts';
import { updateGate } from '../notify.ts';
import { lockReview } from '../select-review.ts';
import { COLUMNS, FRESH_COLUMNS, selectFreshLines } from './fresh-lines.ts';

/** The maximum number of items, because a list can only be read up to this offset. */
const MAX_ITEMS = 200_000;

/** Returns the ID of the run's review. Concurrent callers get the same review. */
export async function getOrCreateReview(
  { db, queue, clock }: Pick<App, 'db' | 'queue' | 'clock'>,
  opening: { caller: WorkspaceCaller; workflow_id: string; run_id: string; now: Date },
): Promise<string> {
  const { caller, workflow_id, run_id, now } = opening;
  const workspace_id = caller.workspace.id;
  const existingReview = await selectReviewOfRun(db, { workspace_id, run_id }).executeTakeFirst();
  // Also for an existing review, because the workflow may be deleted.
  const run = await getRunWithGraph(db, { workspace_id, workflow_id, run_id });
  if (existingReview) return existingReview.id;
  if (!hasEnded(run))
    throw new ApiError('CONFLICT', `The run is ${run.status}. You can review it after it has ended.`);
  if (run.lines_total > MAX_ITEMS)
    throw new ApiError('CONFLICT', `A review can have at most ${MAX_ITEMS.toLocaleString('en')} lines.`);
  return db.transaction().execute(async (tx) => {
    const id = newId();
    const newReview = {
      id,
      workspace_id,
      workflow_id,
      root_run_id: run_id,
      current_run_id: run_id,
      created_by: caller.user_id,
      created_at: now,
    };
    const insertedReviews = await insertMissing(tx, 'review', [newReview]);
    if (insertedReviews.length === 0) {
      // Another caller was faster.
      const review = await selectReviewOfRun(tx, { workspace_id, run_id }).executeTakeFirstOrThrow();
      return review.id;
    }
    await tx.insertInto('review_run').values({ run_id, review_id: id }).execute();
    const approvedCount = await insertItems(tx, id, run);
    const resource = { type: 'review', id, name: run.workflow_name };
    const metadata = { run_id, run_number: run.run_number };
    const entry = { action: 'reviewed', kind: 'review_opened', resource, metadata } as const;
    await addCallerActivity(tx, caller, entry, now);
    if (approvedCount > 0) {
      const ref = { caller, review_id: id };
      const review = await lockReview(tx, ref);
      await updateGate({ queue, clock }, tx, { ref, review, actor: await getActor(tx, caller), now });
    }
    return id;
  });
}

/** Inserts all lines with one statement. Lines with a locked take are approved. Returns the number of these. */
async function insertItems(tx: Db, reviewId: string, run: RunWithDefinition): Promise<number> {
  const lock = takeLockSql({
    workspace_id: sql`${run.workspace_id}::uuid`,
    workflow_id: sql`${run.workflow_id}::uuid`,
    line_id: sql.ref('fresh.line_id'),
    locale_code: sql.ref('fresh.locale_code'),
    take_id: sql.ref('fresh.take_id'),
  });
  const { rows } = await sql<{ approved: number }>`
    ${selectFreshLines(run)}, inserted as (
      insert into review_item (
        review_id, no, node_id, line_id, line_index, locale_code, ${COLUMNS},
        takes_count, decision, chosen_audio_id, decided_by, decided_at
      )
      select ${reviewId}::uuid, row_number() over (order by fresh.line_index, fresh.line_no), fresh.node_id,
        fresh.line_id, fresh.line_index, fresh.locale_code, ${FRESH_COLUMNS},
        cardinality(fresh.take_ids), case when lock.take_id is not null then 'approved' end, lock.take_id, lock.actor, lock.locked_at
      from fresh left join lateral ${lock} as lock on true
      returning decision
    )
    select count(decision)::int as approved from inserted`.execute(tx);
  return rows[0]?.approved ?? 0;
}
