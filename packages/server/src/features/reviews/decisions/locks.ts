import type { ReviewUnlockInput } from '@voiceloom/contract';
import type { App } from '../../../app.ts';
import type { Db, Row } from '../../../db/index.ts';
import { findTakeLocks, lockTakes, type TakeRef, unlockTakes } from '../../../engine/index.ts';
import type { WorkspaceCaller } from '../../../handler/handler.ts';
import { addCallerActivity } from '../../../ledger/activity.ts';
import { actorOf } from '../actor.ts';
import { addReviewEvent, eventLineNumbers } from '../events.ts';
import { isLockedSql, MAX_LINES_PER_CHANGE, rejectTooManyLines, targetedItems } from '../items.ts';
import { lockReview, type ReviewRef } from '../select-review.ts';
import { findSpokenTakes, type SpokenTake } from '../takes/index.ts';
import type { Change, KnownItem } from './resolve-decisions.ts';

/** A change to a review that the transaction has locked. */
export interface Write {
  ref: ReviewRef;
  review: Row<'review'>;
  now: Date;
}

export type ApprovedItem = Pick<KnownItem, 'line_id' | 'locale_code' | 'decision' | 'chosen_audio_id'>;

/** The take of an item that its approval locks, if it is approved. */
export const takesToLock = ({ decision, line_id, locale_code, chosen_audio_id }: ApprovedItem): TakeRef[] =>
  decision === 'approved' && chosen_audio_id !== null
    ? [{ line_id, locale_code, take_id: chosen_audio_id }]
    : [];

/** The approved take whose approval a change withdraws. */
const withdrawnTake = ({ item, decided }: Change): TakeRef[] =>
  decided.decision === 'approved' && decided.audio_id === item.chosen_audio_id ? [] : takesToLock(item);

const keyOf = ({ line_id, locale_code, take_id }: TakeRef): string =>
  JSON.stringify([line_id, locale_code, take_id]);

/**
 * The items that a change must not touch: their approved take was used by a run and requires an explicit unlock, a guest
 * would withdraw someone else's approval, or a guest would withdraw the decision of a member.
 */
export async function findProtected(
  tx: Db,
  { ref, review }: Write,
  changes: readonly Change[],
): Promise<ReadonlySet<KnownItem>> {
  const takes = changes.filter(({ decided }) => !decided.unlock).flatMap(withdrawnTake);
  const locks = await findTakeLocks(tx, review, takes);
  const isGuest = ref.caller.kind === 'guest';
  const isWithdrawn = ({ item, decided }: Change): boolean =>
    decided.decision === null || item.decision === 'approved' || item.decision === 'waived';
  const isOfMember = (change: Change): boolean =>
    isGuest && change.item.decided_by?.kind === 'user' && isWithdrawn(change);
  if (locks.length === 0) return new Set(changes.filter(isOfMember).map(({ item }) => item));
  const me = await actorOf(tx, ref.caller);
  const mayChange = ({ id }: typeof me): boolean => me.kind === 'user' || id === me.id;
  const protectedTakes = new Set(
    locks.filter(({ actor, used_at }) => used_at !== null || !mayChange(actor)).map(keyOf),
  );
  const isProtected = (change: Change) =>
    isOfMember(change) ||
    (!change.decided.unlock && withdrawnTake(change).some((take) => protectedTakes.has(keyOf(take))));
  return new Set(changes.filter(isProtected).map(({ item }) => item));
}

/** Locks the takes that changes approve, and unlocks those that they withdraw. */
export async function changeLocks(
  tx: Db,
  { ref, review, now }: Write,
  changes: readonly Change[],
): Promise<void> {
  const { id: review_id, workspace_id, workflow_id } = review;
  await unlockTakes(tx, review, changes.flatMap(withdrawnTake));
  // An approved take that is not the delivered one may belong to an earlier run.
  const others = changes.filter(
    ({ item, decided }) => decided.decision === 'approved' && decided.audio_id !== item.take_id,
  );
  const spoken = await findSpokenTakes(
    tx,
    { workspace_id, review_id },
    others.map(({ item }) => item.no),
  );
  const takes = changes.flatMap((change) => {
    const { item, decided } = change;
    const isKnown = takesToLock(item).length > 0 && withdrawnTake(change).length === 0;
    if (decided.decision !== 'approved' || decided.audio_id === null || isKnown) return [];
    const isTaken = ({ no, audio_id }: SpokenTake) => no === item.no && audio_id === decided.audio_id;
    const { run_id, line_no } = spoken.find(isTaken) ?? item;
    return [{ run_id, line_no, take_id: decided.audio_id }];
  });
  const actor = await actorOf(tx, ref.caller);
  await lockTakes(tx, { workspace_id, workflow_id, review_id, actor, takes, now });
}

/** Allows later runs to speak these lines again. Their decisions remain. Returns the number of unlocked lines. */
export async function unlock(
  { db }: Pick<App, 'db'>,
  { ref, body, now }: { ref: ReviewRef<WorkspaceCaller>; body: ReviewUnlockInput; now: Date },
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const review = await lockReview(tx, ref);
    const items = await targetedItems(tx, ref, body)
      .select(['review_item.no', 'review_item.line_id', 'review_item.locale_code'])
      .select('review_item.chosen_audio_id as take_id')
      .where(isLockedSql)
      .limit(MAX_LINES_PER_CHANGE + 1)
      .execute();
    rejectTooManyLines(MAX_LINES_PER_CHANGE, items.length);
    if (items.length === 0) return 0;
    const takes = items.flatMap(({ take_id, ...item }) => (take_id === null ? [] : [{ ...item, take_id }]));
    await unlockTakes(tx, review, takes);
    const listed = eventLineNumbers(items.map(({ no }) => no));
    const place = { review_id: ref.review_id, actor: await actorOf(tx, ref.caller), now };
    const data = { items_count: items.length, ...listed };
    await addReviewEvent(tx, place, { type: 'review.unlocked', data, nos: listed.nos });
    const resource = { type: 'review', id: ref.review_id };
    const metadata = { lines: items.length };
    const entry = { action: 'reviewed', kind: 'review_lines_unlocked', resource, metadata } as const;
    await addCallerActivity(tx, ref.caller, entry, now);
    return items.length;
  });
}
