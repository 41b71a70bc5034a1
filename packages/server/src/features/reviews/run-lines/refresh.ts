import { sql } from 'kysely';
import type { App } from '../../../app.ts';
import type { Db } from '../../../db/index.ts';
import { unlockTakes } from '../../../engine/index.ts';
import { endReplacedDeliveries, releaseDeliveries } from '../../deliveries/index.ts';
import { getRunWithGraph, hasEnded } from '../../runs/index.ts';
import { getActor } from '../actor.ts';
import { type ApprovedItem, findApprovedTake } from '../decisions/index.ts';
import { addReviewEvent, eventLineNumbers } from '../events.ts';
import { hasItemsOfRun } from '../gate.ts';
import { COLUMNS, FRESH_COLUMNS, selectFreshLines } from './fresh-lines.ts';

/** Adds the event of a new status of the review's latest run. `nos`: the items that got a new take. Returns its number. */
export async function addRunChangedEvent(
  tx: Db,
  { review_id, caller, now }: { review_id: string; caller: { user_id: string }; now: Date },
  { run_id, status, nos }: { run_id: string; status: string; nos: readonly number[] },
): Promise<number> {
  const actor = await getActor(tx, caller);
  const lines = eventLineNumbers(nos);
  const event = { type: 'review.run_changed', data: { run_id, status, ...lines }, nos: lines.nos };
  return addReviewEvent(tx, { review_id, actor, now }, event);
}

/**
 * Updates a review after a retry has ended. Items with a new take are open again, unless this take was already
 * approved. Other items keep their decisions. If the retry has no result, the review returns to the previous run.
 * Idempotent.
 */
export async function refreshReviewOfRun(
  { db, clock, queue }: Pick<App, 'db' | 'clock' | 'queue'>,
  runId: string,
): Promise<void> {
  // The review that started the retry.
  const retry = await db
    .selectFrom('review')
    .innerJoin('run', 'run.id', 'review.current_run_id')
    .select(['review.id', 'review.workspace_id', 'review.workflow_id'])
    .select(['run.status', 'run.retry_of', 'run.triggered_by'])
    .where('review.current_run_id', '=', runId)
    .whereRef('review.root_run_id', '!=', 'review.current_run_id')
    .executeTakeFirst();
  if (!retry || !hasEnded(retry)) return;
  const { id: review_id, workspace_id, workflow_id, retry_of, status } = retry;
  const run = await getRunWithGraph(db, { workspace_id, workflow_id, run_id: runId });
  const now = clock();
  const change = { review_id, caller: { user_id: retry.triggered_by }, now };
  await db.transaction().execute(async (tx) => {
    const review = await tx
      .selectFrom('review')
      .selectAll()
      .where('id', '=', review_id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    if (review.current_run_id !== runId || (await hasItemsOfRun(tx, review_id, runId))) return;
    if (status !== 'completed') {
      if (retry_of) await updateReview(tx, review_id, { current_run_id: retry_of });
      // The deliveries of the retried run had to wait while the retry was the current run.
      if (retry_of && review.approved_at)
        await releaseDeliveries(queue, tx, { workspace_id, run_id: retry_of, now });
      await addRunChangedEvent(tx, change, { run_id: runId, status, nos: [] });
      return;
    }
    const newItems = await copyLines(tx, review_id, selectFreshLines(run));
    const nos = newItems.map(({ no }) => no);
    const seq = await addRunChangedEvent(tx, change, { run_id: runId, status, nos });
    // Someone may have approved a take while the retry replaced it.
    const replacedTakes = newItems.flatMap((item) => findApprovedTake(item) ?? []);
    await unlockTakes(tx, review, replacedTakes);
    if (nos.length > 0) {
      await tx
        .updateTable('review_item')
        .set((eb) => ({ ...NO_DECISION, version: eb('version', '+', 1), changed_seq: seq }))
        .where('review_id', '=', review_id)
        .where(sql<boolean>`no = any(${nos}::int[])`)
        .execute();
      await updateReview(tx, review_id, { approved_at: null });
    }
    await endReplacedDeliveries({ queue }, tx, { review, run_number: run.run_number, now });
  });
}

const NO_DECISION = {
  decision: null,
  chosen_audio_id: null,
  reason: null,
  note: null,
  decided_by: null,
  decided_at: null,
};

async function updateReview(
  tx: Db,
  reviewId: string,
  changes: { current_run_id?: string; approved_at?: null },
): Promise<void> {
  await tx.updateTable('review').set(changes).where('id', '=', reviewId).execute();
}

/**
 * Copies the lines of a run to the items. Returns the items whose take has changed. Adds the number of earlier takes to
 * that of the new ones, unless the text has changed. Lines of a node with the same ID and locale are matched by their order.
 */
async function copyLines(
  tx: Db,
  reviewId: string,
  newLines: ReturnType<typeof selectFreshLines>,
): Promise<(ApprovedItem & { no: number })[]> {
  const { rows } = await sql<ApprovedItem & { no: number }>`
    ${newLines}, previous as (
      select no, take_id as old_take_id, run_id as old_run_id, line_no as old_line_no, script as old_script,
        takes_count as old_takes_count, node_id, line_id, locale_code,
        row_number() over (partition by node_id, line_id, locale_code order by no) as nth
      from review_item where review_id = ${reviewId}
    ), copied as (
      update review_item set (${COLUMNS}, takes_count) = row(${FRESH_COLUMNS},
        case when previous.old_script = fresh.script then previous.old_takes_count + (
          -- Takes that the line did not have in the previous run.
          select count(*)::int from unnest(fresh.take_ids) as fresh_take (id) where not exists (
            select from attempt where attempt.run_id = previous.old_run_id and attempt.line_no = previous.old_line_no
              and attempt.output_id = fresh_take.id
          )
        ) else cardinality(fresh.take_ids) end)
      from previous join fresh using (node_id, line_id, locale_code, nth)
      where review_item.review_id = ${reviewId} and review_item.no = previous.no
      returning review_item.no, review_item.line_id, review_item.locale_code, review_item.decision,
        review_item.chosen_audio_id, previous.old_take_id is distinct from fresh.take_id
          and (review_item.decision = 'approved' and review_item.chosen_audio_id = fresh.take_id) is not true as is_new
    )
    select no, line_id, locale_code, decision, chosen_audio_id from copied where is_new order by no`.execute(
    tx,
  );
  return rows;
}
