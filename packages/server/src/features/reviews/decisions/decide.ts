import type {
  ReviewDecisionInput,
  ReviewDecisions,
  ReviewDecisionsInput,
  ReviewItem,
} from '@voiceloom/contract';
import { sql } from 'kysely';
import type { App } from '../../../app.ts';
import { inBatches } from '../../../db/batches.ts';
import type { Db } from '../../../db/index.ts';
import { ApiError } from '../../../errors.ts';
import { assertMatch, isMatch } from '../../../handler/entity-tag.ts';
import { addCallerActivity } from '../../../ledger/activity.ts';
import { getActor } from '../actor.ts';
import { addReviewEvent } from '../events.ts';
import { COMPUTED_COLUMNS, getItem, selectVisibleItems } from '../items.ts';
import { updateGate } from '../notify.ts';
import { lockReview, type ReviewRef } from '../select-review.ts';
import { type ItemRow, itemView, type StoredDecisions } from '../view.ts';
import { changeLocks, findProtectedItems, type ReviewWrite } from './locks.ts';
import {
  type DecisionChange,
  judgeDecision,
  resolveDecision,
  resolveDecisions,
} from './resolve-decisions.ts';

/** The maximum number of items in an event, in a statement and in a response. */
const BATCH = 500;

interface DecisionRequest {
  ref: ReviewRef;
  now: Date;
}

/** The second of two decisions about the same version is rejected, unless both are the same. */
export async function decideItem(
  { db, queue, clock }: Pick<App, 'db' | 'queue' | 'clock'>,
  request: DecisionRequest & { no: number; body: ReviewDecisionInput; ifMatch: string | undefined },
): Promise<ItemRow> {
  const { ref, no, body, ifMatch, now } = request;
  return db.transaction().execute(async (tx) => {
    const review = await lockReview(tx, ref);
    const item = await getItem(tx, ref, no);
    const isStale = !isMatch(ifMatch, String(item.version));
    const requestedDecision = await resolveDecision(tx, ref, { item, input: body, isStale });
    const write = { ref, review, actor: await getActor(tx, ref.caller), now };
    const protectedItems = await findProtectedItems(tx, write, [requestedDecision]);
    const outcome = judgeDecision(requestedDecision, protectedItems);
    if (outcome === 'unchanged') return item;
    assertMatch(ifMatch, String(item.version), 'line');
    if (outcome === 'conflict') {
      if (!protectedItems.has(item))
        throw new ApiError('CONFLICT', 'The line has no audio to approve. Waive it to deliver without it.');
      let reason =
        'The approved take is locked, and a run has used it. Unlock it first, or send `unlock: true`.';
      if (ref.caller.kind === 'guest')
        reason =
          'Someone else has decided about this line. Only members of the workspace can change that decision.';
      throw new ApiError('CONFLICT', reason);
    }
    await saveDecisions(tx, write, [requestedDecision]);
    await updateGate({ queue, clock }, tx, write);
    return getItem(tx, ref, no);
  });
}

/** Decides about several items. Items that someone else has changed in the meantime stay unchanged. */
export async function decideMany(
  { db, queue, clock }: Pick<App, 'db' | 'queue' | 'clock'>,
  { ref, body, now }: DecisionRequest & { body: ReviewDecisionsInput },
): Promise<ReviewDecisions> {
  return db.transaction().execute(async (tx) => {
    const review = await lockReview(tx, ref);
    const write = { ref, review, actor: await getActor(tx, ref.caller), now };
    const requestedDecisions = await resolveDecisions(tx, ref, body);
    const protectedItems = await findProtectedItems(tx, write, requestedDecisions);
    const outcomes = Object.groupBy(requestedDecisions, (decision) =>
      judgeDecision(decision, protectedItems),
    );
    const { change = [], unchanged = [], conflict = [] } = outcomes;
    let seq = (await saveDecisions(tx, write, change)) ?? review.event_seq;
    if (change.length > 0) {
      seq = (await updateGate({ queue, clock }, tx, write)) ?? seq;
      const resource = { type: 'review', id: ref.review_id };
      const metadata = { lines: change.length };
      const entry = { action: 'reviewed', kind: 'review_lines_decided', resource, metadata } as const;
      await addCallerActivity(tx, ref.caller, entry, now);
    }
    const savedDecisions = [...unchanged, ...change];
    return {
      seq,
      saved_count: savedDecisions.length,
      saved: await listFirstViews(tx, ref, savedDecisions),
      conflicts_count: conflict.length,
      conflicts: await listFirstViews(tx, ref, conflict),
    };
  });
}

/** The current state of the first of these items. */
async function listFirstViews(
  tx: Db,
  ref: ReviewRef,
  changes: readonly DecisionChange[],
): Promise<ReviewItem[]> {
  const nos = changes.map(({ item }) => item.no).sort((a, b) => a - b);
  const rows = await selectVisibleItems(tx, ref)
    .selectAll('review_item')
    .select(COMPUTED_COLUMNS)
    .where(sql<boolean>`review_item.no = any(${nos.slice(0, BATCH)}::int[])`)
    .orderBy('review_item.no')
    .execute();
  return rows.map(itemView);
}

/** Writes decisions and their events, and returns the number of the last event. The caller has locked the review. */
async function saveDecisions(
  tx: Db,
  write: ReviewWrite,
  changes: readonly DecisionChange[],
): Promise<number | undefined> {
  const { ref, actor, now } = write;
  const { review_id } = ref;
  let seq: number | undefined;
  for (const batch of inBatches(changes, BATCH)) {
    const nos = batch.map(({ item }) => item.no);
    const event = { type: 'review.decided', data: buildDecidedData(batch), nos };
    seq = await addReviewEvent(tx, { review_id, actor, now }, event);
    await sql`
      update review_item as item
      set decision = change.decision, chosen_audio_id = change.audio_id, reason = change.reason, note = change.note,
        decided_by = case when change.decision is not null then ${JSON.stringify(actor)}::jsonb end,
        decided_at = case when change.decision is not null then ${now}::timestamptz end,
        version = item.version + 1, changed_seq = ${seq}
      from unnest(
        ${nos}::int[], ${batch.map(({ input }) => input.decision)}::text[],
        ${batch.map(({ input }) => input.audio_id)}::text[], ${batch.map(({ input }) => input.reason)}::text[],
        ${batch.map(({ input }) => input.note)}::text[]
      ) as change (no, decision, audio_id, reason, note)
      where item.review_id = ${review_id} and item.no = change.no`.execute(tx);
    await changeLocks(tx, write, batch);
  }
  return seq;
}

/**
 * The data of the event of decisions, as it is stored: one note can apply to 500 lines, so each note is stored once, and the
 * states of the lines contain its position. `eventView` puts the notes back.
 */
function buildDecidedData(changes: readonly DecisionChange[]): StoredDecisions {
  const notes: string[] = [];
  const notePosition = (note: string | null) => {
    if (note === null) return null;
    if (!notes.includes(note)) notes.push(note);
    return notes.indexOf(note);
  };
  const items = changes.map(({ item, input }) => ({
    no: item.no,
    version: item.version + 1,
    before: {
      decision: item.decision,
      chosen_audio_id: item.chosen_audio_id,
      reason: item.reason,
      note: notePosition(item.note),
    },
    after: {
      decision: input.decision,
      chosen_audio_id: input.audio_id,
      reason: input.reason,
      note: notePosition(input.note),
    },
  }));
  return { items, notes, refetch: false };
}
