import type { ReviewDecisionEntry, ReviewDecisionInput, ReviewDecisionsInput } from '@voiceloom/contract';
import { sql } from 'kysely';
import type { Db } from '../../../db/index.ts';
import { invalid } from '../../../errors.ts';
import {
  MAX_LINES_PER_CHANGE,
  rejectTooManyLines,
  selectFilteredItems,
  selectVisibleItems,
} from '../items.ts';
import type { ReviewRef, ReviewScope } from '../select-review.ts';
import { findSpokenTakes } from '../takes/index.ts';
import type { ItemRow } from '../view.ts';

/** The columns of an item that a decision needs. They are few, because a filter can match many items. */
const DECISION_COLUMNS = [
  ...(['no', 'run_id', 'line_no', 'line_id', 'locale_code', 'take_id', 'version'] as const),
  ...(['changed_seq', 'decision', 'chosen_audio_id', 'reason', 'note', 'decided_by'] as const),
] as const;
export type DecisionItem = Pick<ItemRow, (typeof DECISION_COLUMNS)[number]>;

export interface DecisionChange {
  item: DecisionItem;
  input: ReviewDecisionInput;
}

interface RequestedDecision extends DecisionChange {
  /** Whether the caller has not seen the current version of the item. */
  isStale: boolean;
}

/**
 * The outcome of a decision. Repeating a decision never conflicts; its reason and note are ignored if the version is
 * old. The approval of `protectedItems` must not be withdrawn.
 */
export function judgeDecision(
  { item, input, isStale }: RequestedDecision,
  protectedItems: ReadonlySet<DecisionItem>,
): 'change' | 'unchanged' | 'conflict' {
  const { decision, audio_id, reason, note } = input;
  const isSameDecision = item.decision === decision && item.chosen_audio_id === audio_id;
  const isSameText = item.reason === reason && item.note === note;
  if (isSameDecision && (isStale || isSameText)) return 'unchanged';
  const lacksAudio = decision === 'approved' && audio_id === null;
  if (isStale || lacksAudio || protectedItems.has(item)) return 'conflict';
  return 'change';
}

/** The decision about one item, with its take. Rejects audio that is not a take of the line. */
export async function resolveDecision(
  tx: Db,
  ref: ReviewRef,
  { item, input, isStale }: RequestedDecision & { item: ItemRow },
): Promise<RequestedDecision> {
  await rejectOtherTakes(tx, ref, [{ item, input, field: 'body.audio_id' }]);
  return { item, input: withApprovedTake(item, input), isStale };
}

/** The decisions about several items: one decision for all that match a filter, or one for each listed item. */
export async function resolveDecisions(
  tx: Db,
  ref: ReviewRef,
  body: ReviewDecisionsInput,
): Promise<RequestedDecision[]> {
  const { entries, filter, decision, reason, note, unlock, seq } = body;
  if (entries && filter)
    throw invalid({ field: 'body', message: 'Must contain either `entries` or `filter`, but not both.' });
  if (entries) return resolveEntries(tx, ref, entries);
  if (!filter || decision === undefined)
    throw invalid({ field: 'body', message: 'Requires `entries`, or `filter` with `decision`.' });
  const items = await selectFilteredItems(tx, ref, filter)
    .select(DECISION_COLUMNS.map((name) => `review_item.${name}` as const))
    .orderBy('review_item.no')
    .limit(MAX_LINES_PER_CHANGE + 1)
    .execute();
  rejectTooManyLines(MAX_LINES_PER_CHANGE, items.length);
  return items.map((item) => ({
    item,
    input: withApprovedTake(item, { decision, reason, note, unlock, audio_id: null }),
    isStale: seq !== undefined && item.changed_seq > seq,
  }));
}

/** The decisions about listed items, in the order of the entries. Rejects entries that name no item, or the same one. */
async function resolveEntries(
  tx: Db,
  ref: ReviewRef,
  entries: readonly ReviewDecisionEntry[],
): Promise<RequestedDecision[]> {
  const nos = entries.flatMap(({ no }) => no ?? []);
  const entriesWithName = entries.filter(({ no }) => no === undefined);
  const line_ids = entriesWithName.map(({ line_id = '' }) => line_id);
  const locale_codes = entriesWithName.map(({ locale_code = '' }) => locale_code);
  const items = await selectVisibleItems(tx, ref)
    .select(DECISION_COLUMNS.map((name) => `review_item.${name}` as const))
    .where(
      sql<boolean>`(review_item.no = any(${nos}::int[]) or (review_item.line_id, review_item.locale_code) in (
        select * from unnest(${line_ids}::text[], ${locale_codes}::text[])))`,
    )
    .orderBy('review_item.no')
    .execute();
  const byNo = new Map(items.map((item) => [item.no, item]));
  const nameKey = (line_id = '', locale_code = '') => JSON.stringify([line_id, locale_code]);
  const byName = Map.groupBy(items, (item) => nameKey(item.line_id, item.locale_code));
  const decisions = entries.map(({ no, line_id, locale_code, expected_version, ...input }, index) => {
    const field = `body.entries.${index}`;
    const matches = no === undefined ? byName.get(nameKey(line_id, locale_code)) : [byNo.get(no)];
    const [item, otherItem] = matches ?? [];
    if (!item) throw invalid({ field, message: 'The review has no such line.' });
    if (otherItem)
      throw invalid({ field, message: 'Several lines have this ID and locale. Name the line by `no`.' });
    const isStale = expected_version !== null && expected_version !== item.version;
    return { item, input, isStale, field: `${field}.audio_id` };
  });
  const findFirstIndex = (item: DecisionItem): number =>
    decisions.findIndex((decision) => decision.item === item);
  const duplicateIndex = decisions.findIndex(({ item }, index) => findFirstIndex(item) !== index);
  if (duplicateIndex >= 0)
    throw invalid({
      field: `body.entries.${duplicateIndex}`,
      message: 'An earlier entry already names this line.',
    });
  // A stale entry is a conflict, whatever its take.
  const currentDecisions = decisions.filter(({ isStale }) => !isStale);
  await rejectOtherTakes(tx, ref, currentDecisions);
  return decisions.map(({ item, input, isStale }) => ({
    item,
    isStale,
    input: withApprovedTake(item, input),
  }));
}

/** An approval applies to a take: by default, the take of the delivered audio. */
function withApprovedTake(item: DecisionItem, input: ReviewDecisionInput): ReviewDecisionInput {
  const { decision, audio_id } = input;
  if (decision === null) return { ...input, audio_id: null, reason: null, note: null };
  if (decision === 'approved') return { ...input, audio_id: audio_id ?? item.take_id };
  return input;
}

/** Rejects audio that is not a take of its line in the current run or in an earlier run of the review. */
async function rejectOtherTakes(
  tx: Db,
  { caller, review_id }: ReviewScope,
  changes: readonly (DecisionChange & { field: string })[],
): Promise<void> {
  const changesWithTake = changes.filter(({ input }) => input.audio_id !== null);
  const nos = changesWithTake.map(({ item }) => item.no);
  const takes = await findSpokenTakes(tx, { workspace_id: caller.workspace.id, review_id }, nos);
  const takeKeys = new Set(takes.map(({ no, audio_id }) => `${no} ${audio_id}`));
  const errors = changesWithTake
    .filter(({ item, input }) => !takeKeys.has(`${item.no} ${input.audio_id}`))
    .slice(0, 100);
  if (errors.length === 0) return;
  throw invalid(...errors.map(({ field }) => ({ field, message: 'The line has no such take.' })));
}
