import type { ReviewDecisionEntry, ReviewDecisionInput, ReviewDecisionsInput } from '@voiceloom/contract';
import { sql } from 'kysely';
import type { Db } from '../../../db/index.ts';
import { invalid } from '../../../errors.ts';
import { filteredItems, MAX_LINES_PER_CHANGE, rejectTooManyLines, visibleItems } from '../items.ts';
import type { ReviewRef, ReviewScope } from '../select-review.ts';
import { findSpokenTakes } from '../takes/index.ts';
import type { ItemRow } from '../view.ts';

/** The columns of an item that a decision needs. They are few, because a filter can match many items. */
const NEEDED = [
  ...(['no', 'run_id', 'line_no', 'line_id', 'locale_code', 'take_id', 'version'] as const),
  ...(['changed_seq', 'decision', 'chosen_audio_id', 'reason', 'note', 'decided_by'] as const),
] as const;
export type KnownItem = Pick<ItemRow, (typeof NEEDED)[number]>;

export type Decided = ReviewDecisionInput;
export type Change = { item: KnownItem; decided: Decided };
/** `isStale`: the caller has not seen the current version of the item. */
type Wanted = Change & { isStale: boolean };

/**
 * The outcome of a decision. Repeating a decision never conflicts; its reason and note are ignored if the version is
 * old. `held`: items whose approval must not be withdrawn.
 */
export function judge(
  { item, decided, isStale }: Wanted,
  held: ReadonlySet<KnownItem>,
): 'change' | 'unchanged' | 'conflict' {
  const { decision, audio_id, reason, note } = decided;
  const isSame = item.decision === decision && item.chosen_audio_id === audio_id;
  if (isSame && (isStale || (item.reason === reason && item.note === note))) return 'unchanged';
  const lacksAudio = decision === 'approved' && audio_id === null;
  return isStale || lacksAudio || held.has(item) ? 'conflict' : 'change';
}

export async function resolveDecision(
  tx: Db,
  ref: ReviewRef,
  { item, decided, isStale }: Wanted & { item: ItemRow },
): Promise<Wanted> {
  await rejectOtherTakes(tx, ref, [{ item, decided, field: 'body.audio_id' }]);
  return { item, decided: withTake(item, decided), isStale };
}

/** The decisions about several items: one decision for all that match a filter, or one for each listed item. */
export function resolveDecisions(tx: Db, ref: ReviewRef, body: ReviewDecisionsInput): Promise<Wanted[]> {
  if (body.entries && body.filter)
    throw invalid({ field: 'body', message: 'Must contain either `entries` or `filter`, but not both.' });
  return body.entries ? findEntries(tx, ref, body.entries) : findMatching(tx, ref, body);
}

async function findMatching(tx: Db, ref: ReviewRef, body: ReviewDecisionsInput): Promise<Wanted[]> {
  const { filter, decision, reason, note, unlock, seq } = body;
  if (!filter || decision === undefined)
    throw invalid({ field: 'body', message: 'Requires `entries`, or `filter` with `decision`.' });
  const items = await filteredItems(tx, ref, filter)
    .select(NEEDED.map((name) => `review_item.${name}` as const))
    .orderBy('review_item.no')
    .limit(MAX_LINES_PER_CHANGE + 1)
    .execute();
  rejectTooManyLines(MAX_LINES_PER_CHANGE, items.length);
  return items.map((item) => ({
    item,
    decided: withTake(item, { decision, reason, note, unlock, audio_id: null }),
    isStale: seq !== undefined && item.changed_seq > seq,
  }));
}

async function findEntries(
  tx: Db,
  ref: ReviewRef,
  entries: readonly ReviewDecisionEntry[],
): Promise<Wanted[]> {
  const nos = entries.flatMap(({ no }) => no ?? []);
  const named = entries.filter(({ no }) => no === undefined);
  const items = await visibleItems(tx, ref)
    .select(NEEDED.map((name) => `review_item.${name}` as const))
    .where(
      sql<boolean>`(review_item.no = any(${nos}::int[]) or (review_item.line_id, review_item.locale_code) in (
        select * from unnest(
          ${named.map(({ line_id = '' }) => line_id)}::text[], ${named.map(({ locale_code = '' }) => locale_code)}::text[]
        )))`,
    )
    .orderBy('review_item.no')
    .execute();
  const byNo = new Map(items.map((item) => [item.no, item]));
  const nameOf = (line_id = '', locale_code = '') => JSON.stringify([line_id, locale_code]);
  const byName = Map.groupBy(items, (item) => nameOf(item.line_id, item.locale_code));
  const wanted = entries.map(({ no, line_id, locale_code, expected_version, ...decided }, index) => {
    const field = `body.entries.${index}`;
    const [item, other] =
      no === undefined ? (byName.get(nameOf(line_id, locale_code)) ?? []) : [byNo.get(no)];
    if (!item) throw invalid({ field, message: 'The review has no such line.' });
    if (other)
      throw invalid({ field, message: 'Several lines have this ID and locale. Name the line by `no`.' });
    const isStale = expected_version !== null && expected_version !== item.version;
    return { item, decided, isStale, field: `${field}.audio_id` };
  });
  const twice = wanted.findIndex(({ item }, at) => wanted.findIndex((one) => one.item === item) !== at);
  if (twice >= 0)
    throw invalid({ field: `body.entries.${twice}`, message: 'An earlier entry already names this line.' });
  // A stale entry is a conflict, whatever its take.
  await rejectOtherTakes(
    tx,
    ref,
    wanted.filter(({ isStale }) => !isStale),
  );
  return wanted.map(({ item, decided, isStale }) => ({ item, isStale, decided: withTake(item, decided) }));
}

/** An approval applies to a take: by default, the take of the delivered audio. */
function withTake(item: KnownItem, decided: Decided): Decided {
  const { decision, audio_id } = decided;
  if (decision === null) return { ...decided, audio_id: null, reason: null, note: null };
  return { ...decided, audio_id: audio_id ?? (decision === 'approved' ? item.take_id : null) };
}

/** Rejects audio that is not a take of its line in the current run or in an earlier run of the review. */
async function rejectOtherTakes(
  tx: Db,
  { caller, review_id }: ReviewScope,
  wanted: readonly (Change & { field: string })[],
): Promise<void> {
  const named = wanted.filter(({ decided }) => decided.audio_id !== null);
  const takes = await findSpokenTakes(
    tx,
    { workspace_id: caller.workspace.id, review_id },
    named.map(({ item }) => item.no),
  );
  const known = new Set(takes.map(({ no, audio_id }) => `${no} ${audio_id}`));
  const faults = named
    .filter(({ item, decided }) => !known.has(`${item.no} ${decided.audio_id}`))
    .slice(0, 100);
  if (faults.length === 0) return;
  throw invalid(...faults.map(({ field }) => ({ field, message: 'The line has no such take.' })));
}
