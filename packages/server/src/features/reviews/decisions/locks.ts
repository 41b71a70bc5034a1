import type { ReviewUnlockInput } from '@voiceloom/contract';
import type { App } from '../../../app.ts';
import type { Db, Row } from '../../../db/index.ts';
import type { ReviewPerson } from '../../../db/rows.ts';
import { findTakeLocks, lockTakes, type TakeRef, unlockTakes } from '../../../engine/index.ts';
import type { WorkspaceCaller } from '../../../handler/handler.ts';
import { addCallerActivity } from '../../../ledger/activity.ts';
import { getActor } from '../actor.ts';
import { addReviewEvent, eventLineNumbers } from '../events.ts';
import { isLockedSql, MAX_LINES_PER_CHANGE, rejectTooManyLines, selectTargetedItems } from '../items.ts';
import { lockReview, type ReviewRef } from '../select-review.ts';
import { findSpokenTakes } from '../takes/index.ts';
import type { DecisionChange, DecisionItem } from './resolve-decisions.ts';

/** A change to a review that the transaction has locked. */
export interface ReviewWrite {
  ref: ReviewRef;
  review: Row<'review'>;
  /** The caller, as others see them. */
  actor: ReviewPerson;
  now: Date;
}

export type ApprovedItem = Pick<DecisionItem, 'line_id' | 'locale_code' | 'decision' | 'chosen_audio_id'>;

/** The take that an item has locked by its approval; undefined if the item is not approved. */
export function findApprovedTake(item: ApprovedItem): TakeRef | undefined {
  const { decision, line_id, locale_code, chosen_audio_id } = item;
  if (decision !== 'approved' || chosen_audio_id === null) return undefined;
  return { line_id, locale_code, take_id: chosen_audio_id };
}

/** The take whose approval a change withdraws; undefined if it withdraws none. */
function findWithdrawnTake({ item, input }: DecisionChange): TakeRef | undefined {
  if (input.decision === 'approved' && input.audio_id === item.chosen_audio_id) return undefined;
  return findApprovedTake(item);
}

const createTakeKey = ({ line_id, locale_code, take_id }: TakeRef): string =>
  JSON.stringify([line_id, locale_code, take_id]);

/**
 * The items that a change must not touch: their approved take was used by a run and requires an explicit unlock, a guest
 * would withdraw someone else's approval, or a guest would withdraw the decision of a member.
 */
export async function findProtectedItems(
  tx: Db,
  { review, actor }: ReviewWrite,
  changes: readonly DecisionChange[],
): Promise<ReadonlySet<DecisionItem>> {
  const isGuest = actor.kind === 'guest';
  const withdrawnTakes = new Map<DecisionItem, TakeRef>();
  const protectedItems = new Set<DecisionItem>();
  for (const change of changes) {
    const { item, input } = change;
    const withdrawnTake = findWithdrawnTake(change);
    if (withdrawnTake && !input.unlock) withdrawnTakes.set(item, withdrawnTake);
    if (!isGuest || item.decided_by?.kind !== 'user') continue;
    const withdrawsDecision =
      input.decision === null || item.decision === 'approved' || item.decision === 'waived';
    if (withdrawsDecision) protectedItems.add(item);
  }
  const protectedTakes = new Set<string>();
  for (const lock of await findTakeLocks(tx, review, [...withdrawnTakes.values()])) {
    const isOfOther = isGuest && lock.actor.id !== actor.id;
    if (lock.used_at !== null || isOfOther) protectedTakes.add(createTakeKey(lock));
  }
  for (const [item, take] of withdrawnTakes)
    if (protectedTakes.has(createTakeKey(take))) protectedItems.add(item);
  return protectedItems;
}

/** Locks the takes that changes approve, and unlocks those that they withdraw. */
export async function changeLocks(
  tx: Db,
  { review, actor, now }: ReviewWrite,
  changes: readonly DecisionChange[],
): Promise<void> {
  const { id: review_id, workspace_id, workflow_id } = review;
  const withdrawnTakes = changes.flatMap((change) => findWithdrawnTake(change) ?? []);
  await unlockTakes(tx, review, withdrawnTakes);
  // An approved take that is not the delivered one may belong to an earlier run.
  const otherChanges = changes.filter(
    ({ item, input }) => input.decision === 'approved' && input.audio_id !== item.take_id,
  );
  const otherTakes = await findSpokenTakes(
    tx,
    { workspace_id, review_id },
    otherChanges.map(({ item }) => item.no),
  );
  const takes: { run_id: string; line_no: number; take_id: string }[] = [];
  for (const change of changes) {
    const { item, input } = change;
    if (input.decision !== 'approved' || input.audio_id === null) continue;
    const isAlreadyLocked = findApprovedTake(item) !== undefined && findWithdrawnTake(change) === undefined;
    if (isAlreadyLocked) continue;
    const take = otherTakes.find(({ no, audio_id }) => no === item.no && audio_id === input.audio_id);
    const { run_id, line_no } = take ?? item;
    takes.push({ run_id, line_no, take_id: input.audio_id });
  }
  await lockTakes(tx, { workspace_id, workflow_id, review_id, actor, takes, now });
}

/** Allows later runs to speak these lines again. Their decisions remain. Returns the number of unlocked lines. */
export async function unlock(
  { db }: Pick<App, 'db'>,
  { ref, body, now }: { ref: ReviewRef<WorkspaceCaller>; body: ReviewUnlockInput; now: Date },
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const review = await lockReview(tx, ref);
    const items = await selectTargetedItems(tx, ref, body)
      .select(['review_item.no', 'review_item.line_id', 'review_item.locale_code'])
      .select('review_item.chosen_audio_id as take_id')
      .where(isLockedSql)
      .limit(MAX_LINES_PER_CHANGE + 1)
      .execute();
    rejectTooManyLines(MAX_LINES_PER_CHANGE, items.length);
    if (items.length === 0) return 0;
    const takes: TakeRef[] = [];
    for (const { take_id, ...item } of items) if (take_id !== null) takes.push({ ...item, take_id });
    await unlockTakes(tx, review, takes);
    const lines = eventLineNumbers(items.map(({ no }) => no));
    const actor = await getActor(tx, ref.caller);
    const data = { items_count: items.length, ...lines };
    const event = { type: 'review.unlocked', data, nos: lines.nos };
    await addReviewEvent(tx, { review_id: ref.review_id, actor, now }, event);
    const resource = { type: 'review', id: ref.review_id };
    const metadata = { lines: items.length };
    const entry = { action: 'reviewed', kind: 'review_lines_unlocked', resource, metadata } as const;
    await addCallerActivity(tx, ref.caller, entry, now);
    return items.length;
  });
}
