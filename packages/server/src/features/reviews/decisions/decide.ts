import type { ReviewDecisions, ReviewDecisionsInput, ReviewItem } from '@voiceloom/contract';
import { sql } from 'kysely';
import type { App } from '../../../app.ts';
import type { Db } from '../../../db/index.ts';
import { ApiError } from '../../../errors.ts';
import { assertMatch, isMatch } from '../../../handler/entity-tag.ts';
import { addCallerActivity } from '../../../ledger/activity.ts';
import { actorOf } from '../actor.ts';
import { addReviewEvent } from '../events.ts';
import { COMPUTED, getItem, visibleItems } from '../items.ts';
import { updateGate } from '../notify.ts';
import { lockReview, type ReviewRef } from '../select-review.ts';
import { type ItemRow, itemView, type StoredDecisions } from '../view.ts';
import { changeLocks, findProtected, type Write } from './locks.ts';
import {
  type Change,
  type Decided,
  judge,
  type KnownItem,
  resolveDecision,
  resolveDecisions,
} from './resolve-decisions.ts';

/** The maximum number of items in an event, in a statement and in a response. */
const BATCH = 500;

type Request = Omit<Write, 'review'>;

const NO_AUDIO = 'The line has no audio to approve. Waive it to deliver without it.';
const HELD = 'The approved take is locked, and a run has used it. Unlock it first, or send `unlock: true`.';

const HELD_FOR_GUESTS =
  'Someone else has decided about this line. Only members of the workspace can change that decision.';
const heldFor = ({ caller }: ReviewRef): string => (caller.kind === 'guest' ? HELD_FOR_GUESTS : HELD);

/** The second of two decisions about the same version is rejected, unless both are the same. */
export async function decideItem(
  { db, queue, clock }: Pick<App, 'db' | 'queue' | 'clock'>,
  { ref, no, body, ifMatch, now }: Request & { no: number; body: Decided; ifMatch: string | undefined },
): Promise<ItemRow> {
  return db.transaction().execute(async (tx) => {
    const review = await lockReview(tx, ref);
    const item = await getItem(tx, ref, no);
    const isStale = !isMatch(ifMatch, String(item.version));
    const wanted = await resolveDecision(tx, ref, { item, decided: body, isStale });
    const held = await findProtected(tx, { ref, review, now }, [wanted]);
    const outcome = judge(wanted, held);
    if (outcome === 'unchanged') return item;
    assertMatch(ifMatch, String(item.version), 'line');
    if (outcome === 'conflict') throw new ApiError('CONFLICT', held.has(item) ? heldFor(ref) : NO_AUDIO);
    await saveDecisions(tx, { ref, review, now }, [wanted]);
    await updateGate({ queue, clock }, tx, { ref, review, now });
    return getItem(tx, ref, no);
  });
}

/** Decides about several items. Items that someone else has changed in the meantime stay unchanged. */
export async function decideMany(
  { db, queue, clock }: Pick<App, 'db' | 'queue' | 'clock'>,
  { body, ...request }: Request & { body: ReviewDecisionsInput },
): Promise<ReviewDecisions> {
  return db.transaction().execute(async (tx) => {
    const review = await lockReview(tx, request.ref);
    const write = { ...request, review };
    const wanted = await resolveDecisions(tx, write.ref, body);
    const held = await findProtected(tx, write, wanted);
    const outcomes = Object.groupBy(wanted, (one) => judge(one, held));
    const { change = [], unchanged = [], conflict = [] } = outcomes;
    let seq = (await saveDecisions(tx, write, change)) ?? review.event_seq;
    if (change.length > 0) {
      seq = (await updateGate({ queue, clock }, tx, write)) ?? seq;
      await noteBatch(tx, write, change.length);
    }
    const saved = [...unchanged, ...change];
    return {
      seq,
      saved_count: saved.length,
      saved: await firstViews(tx, write.ref, saved),
      conflicts_count: conflict.length,
      conflicts: await firstViews(tx, write.ref, conflict),
    };
  });
}

/** The current state of the first of these items. */
async function firstViews(tx: Db, ref: ReviewRef, changes: readonly Change[]): Promise<ReviewItem[]> {
  const nos = changes.map(({ item }) => item.no).sort((one, other) => one - other);
  const rows = await visibleItems(tx, ref)
    .selectAll('review_item')
    .select(COMPUTED)
    .where(sql<boolean>`review_item.no = any(${nos.slice(0, BATCH)}::int[])`)
    .orderBy('review_item.no')
    .execute();
  return rows.map(itemView);
}

async function noteBatch(tx: Db, { ref, now }: Request, lines: number): Promise<void> {
  const entry = {
    kind: 'review_lines_decided',
    resource: { type: 'review', id: ref.review_id },
    metadata: { lines },
  };
  await addCallerActivity(tx, ref.caller, { action: 'reviewed', ...entry }, now);
}

/** Writes decisions and their events, and returns the number of the last event. The caller has locked the review. */
async function saveDecisions(tx: Db, write: Write, changes: readonly Change[]): Promise<number | undefined> {
  if (changes.length === 0) return undefined;
  const { ref, now } = write;
  const actor = await actorOf(tx, ref.caller);
  let seq: number | undefined;
  for (let from = 0; from < changes.length; from += BATCH) {
    const batch = changes.slice(from, from + BATCH);
    const nos = batch.map(({ item }) => item.no);
    const place = { review_id: ref.review_id, actor, now };
    seq = await addReviewEvent(tx, place, { type: 'review.decided', data: decidedData(batch), nos });
    const of = <Name extends keyof Decided>(name: Name) => batch.map(({ decided }) => decided[name]);
    await sql`
      update review_item as item
      set decision = change.decision, chosen_audio_id = change.audio_id, reason = change.reason, note = change.note,
        decided_by = case when change.decision is not null then ${JSON.stringify(actor)}::jsonb end,
        decided_at = case when change.decision is not null then ${now}::timestamptz end,
        version = item.version + 1, changed_seq = ${seq}
      from unnest(
        ${nos}::int[], ${of('decision')}::text[], ${of('audio_id')}::text[], ${of('reason')}::text[], ${of('note')}::text[]
      ) as change (no, decision, audio_id, reason, note)
      where item.review_id = ${ref.review_id} and item.no = change.no`.execute(tx);
    await changeLocks(tx, write, batch);
  }
  return seq;
}

type State = Pick<KnownItem, 'decision' | 'chosen_audio_id' | 'reason' | 'note'>;

/**
 * The data of the event of decisions, as it is stored: one note can apply to 500 lines, so each note is stored once, and the
 * states of the lines contain its position. `eventView` puts the notes back.
 */
function decidedData(changes: readonly Change[]): StoredDecisions {
  const notes: string[] = [];
  const stateOf = ({ decision, chosen_audio_id, reason, note }: State) => {
    if (note !== null && !notes.includes(note)) notes.push(note);
    return { decision, chosen_audio_id, reason, note: note === null ? null : notes.indexOf(note) };
  };
  const items = changes.map(({ item, decided }) => ({
    no: item.no,
    version: item.version + 1,
    before: stateOf(item),
    after: stateOf({ ...decided, chosen_audio_id: decided.audio_id }),
  }));
  return { items, notes, refetch: false };
}
