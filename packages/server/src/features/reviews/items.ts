import type { ReviewFilter, ReviewItems, ReviewItemsQuery, ReviewProgress } from '@voiceloom/contract';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import { takeLockSql } from '../../engine/index.ts';
import { ApiError, invalid, notFound } from '../../errors.ts';
import type { Guest } from '../../handler/handler.ts';
import { searchFilter } from '../../lists/search.ts';
import { getReview, isGuest, type ReviewRef, type ReviewScope, selectReview } from './select-review.ts';
import { type ItemRow, itemView } from './view.ts';

/** The items that the caller may see. Every read, write and count of items starts here. */
export function selectVisibleItems(db: Db, scope: ReviewScope) {
  return selectReview(db, scope)
    .innerJoin('review_item', 'review_item.review_id', 'review.id')
    .where((eb) => eb.and(listLinkConditions(scope.caller.guest ?? {})));
}

/** The condition for the items that a link shows. */
export const listLinkConditions = ({
  locales,
  characters,
}: Partial<Pick<Guest, 'locales' | 'characters'>>) => [
  ...listOneOfConditions(LOCALE, locales),
  ...listOneOfConditions(CHARACTER, characters),
];

const LOCALE = sql.ref('review_item.locale_code');
const CHARACTER = sql`coalesce(review_item.character_name, '')`;
/** A condition, or none without a list, which then restricts nothing. */
const listOneOfConditions = (value: unknown, list: readonly string[] | null | undefined) =>
  list ? [sql<SqlBool>`${value} = any(${list}::text[])`] : [];

/** Whether the approved take of an item is locked. */
export const isLockedSql = sql<boolean>`exists ${takeLockSql({
  workspace_id: sql.ref('review.workspace_id'),
  workflow_id: sql.ref('review.workflow_id'),
  line_id: sql.ref('review_item.line_id'),
  locale_code: sql.ref('review_item.locale_code'),
  take_id: sql.ref('review_item.chosen_audio_id'),
})}`;

/** Whether a retry of the review made the take: then the first run does not have it. */
const hasNewTakeSql = sql<boolean>`(
  review_item.take_id is not null and review_item.run_id <> review.root_run_id and not exists (
    select from attempt
    where attempt.run_id = review.root_run_id and attempt.output_id = review_item.take_id
  )
)`;
const isNewSql = sql<SqlBool>`(review_item.decision is null and ${hasNewTakeSql})`;

/** Whether the delivered audio or the text exceeds a limit of the script. */
const tooLongSql = sql<boolean>`exists (
  select from run_line
  where run_line.run_id = review_item.run_id and run_line.no = review_item.line_no
    and (run_line.characters_over > 0 or review_item.duration_ms > run_line.max_duration_ms)
)`;

/** The fields of an item that are not columns. */
export const COMPUTED_COLUMNS = [
  isLockedSql.as('is_locked'),
  hasNewTakeSql.as('has_new_take'),
  tooLongSql.as('too_long'),
] as const;

/** The decision about an item; `open` without one. */
export const DECISION_OR_OPEN = sql<string>`coalesce(review_item.decision, 'open')`;

/** The visible items that match a filter. */
export const selectFilteredItems = (db: Db, ref: ReviewRef, filter: ReviewFilter) =>
  selectVisibleItems(db, ref).where((eb) => eb.and(listFilterConditions(filter)));

/** What an item must fulfill to match a filter. Empty if the filter restricts nothing. */
function listFilterConditions(filter: ReviewFilter): Expression<SqlBool>[] {
  const { commented, outlier, too_long, new_take } = filter;
  const conditions: Expression<SqlBool>[] = [
    ...listOneOfConditions(LOCALE, filter.locale),
    ...listOneOfConditions(CHARACTER, filter.character),
    ...listOneOfConditions(DECISION_OR_OPEN, filter.decision),
    ...listOneOfConditions(sql.ref('review_item.verdict'), filter.verdict),
    ...listOneOfConditions(sql.ref('review_item.status'), filter.status),
    ...listOneOfConditions(sql`review_item.assignment_id::text`, filter.assignment),
  ];
  if (commented !== undefined) conditions.push(sql`(review_item.comments_count > 0) = ${commented}`);
  if (outlier !== undefined) conditions.push(sql`review_item.is_outlier = ${outlier}`);
  if (too_long !== undefined) conditions.push(sql`${tooLongSql} = ${too_long}`);
  if (new_take === true) conditions.push(isNewSql);
  if (new_take === false) conditions.push(sql`not ${isNewSql}`);
  const searchNames = ['script', 'source_script', 'line_id', 'character_name'];
  const searchColumns = searchNames.map((name) => `review_item.${name}`);
  conditions.push(...searchFilter(filter.search, searchColumns));
  return conditions;
}

/** Whether the positions have no gaps: members who use no filter see all positions. */
const hasAllPositions = (ref: ReviewRef, filter: ReviewFilter): boolean =>
  !isGuest(ref) && listFilterConditions(filter).length === 0;

/** The maximum number of lines in one change, which locks the review while it writes. */
export const MAX_LINES_PER_CHANGE = 20_000;

/** Throws if an action matches more than `max` lines. Callers select at most one more. */
export function rejectTooManyLines(max: number, count: number): void {
  if (count <= max) return;
  const limit = max.toLocaleString('en');
  throw new ApiError(
    'CONFLICT',
    `More than ${limit} lines match. Select fewer lines, for example one locale.`,
  );
}

/** The lines of an action: all that match a filter, or the listed ones. */
export function selectTargetedItems(
  db: Db,
  ref: ReviewRef,
  { filter, nos }: { filter?: ReviewFilter | undefined; nos?: readonly number[] | undefined },
) {
  if ((filter === undefined) === (nos === undefined))
    throw invalid({ field: 'body', message: 'Must contain either `filter` or `nos`, but not both.' });
  if (nos === undefined) return selectFilteredItems(db, ref, filter ?? {});
  return selectVisibleItems(db, ref).where('review_item.no', 'in', nos);
}

const SORTS = {
  no: 'review_item.no',
  score: 'review_item.score',
  duration_ms: 'review_item.duration_ms',
  changed: 'review_item.changed_seq',
} as const;

/** A page of items, their total and the last event that the page includes. One statement reads one snapshot. */
export async function listItems(db: Db, ref: ReviewRef, query: ReviewItemsQuery): Promise<ReviewItems> {
  const { limit, offset, sort, order } = query;
  const items = selectFilteredItems(db, ref, query);
  // Without gaps, the number of items is the last position.
  const total = hasAllPositions(ref, query)
    ? items.select('review_item.no as total').orderBy('review_item.no', 'desc').limit(1)
    : items.select((eb) => eb.fn.countAll<number>().as('total'));
  // The positions are a separate query, so that it reads and computes nothing for the lines before the page.
  let positions = items.select('review_item.no').limit(limit);
  // Without gaps, the offset is the last position before the page, so the index finds the page directly.
  if (sort === 'no' && order === 'asc' && hasAllPositions(ref, query))
    positions = positions.where('review_item.no', '>', offset).orderBy('review_item.no');
  else positions = positions.orderBy(SORTS[sort], order).orderBy('review_item.no', order).offset(offset);
  const rows = await selectVisibleItems(db, ref)
    .where('review_item.no', 'in', positions)
    .selectAll('review_item')
    .select(['review.event_seq as seq', total.as('total'), ...COMPUTED_COLUMNS])
    .orderBy(SORTS[sort], order)
    .orderBy('review_item.no', order)
    .execute();
  const [firstItem] = rows;
  if (firstItem) return { seq: firstItem.seq, total: firstItem.total ?? 0, items: rows.map(itemView) };
  // A page without rows does not contain the total.
  const [{ event_seq: seq }, totalRow] = await Promise.all([getReview(db, ref), total.executeTakeFirst()]);
  return { seq, total: totalRow?.total ?? 0, items: [] };
}

/** Throws NOT_FOUND if the caller sees no item with this position. */
export async function getItem(db: Db, ref: ReviewRef, no: number): Promise<ItemRow> {
  return selectVisibleItems(db, ref)
    .selectAll('review_item')
    .select(COMPUTED_COLUMNS)
    .where('review_item.no', '=', no)
    .executeTakeFirstOrThrow(() => notFound('line of the review'));
}

/** The column `approved_count` for the decision `approved`. */
const countDecision = <Name extends string>(name: Name) =>
  sql<number>`(count(*) filter (where ${DECISION_OR_OPEN} = ${name}))::int`.as(`${name}_count`);

/** The number of items with each decision. */
export function countDecisions(db: Db, scope: ReviewScope) {
  return selectVisibleItems(db, scope)
    .select((eb) => eb.fn.countAll<number>().as('items_count'))
    .select([
      countDecision('open'),
      countDecision('approved'),
      countDecision('rejected'),
      countDecision('needs_work'),
      countDecision('waived'),
    ]);
}

/** The numbers of decisions in each locale. */
export async function countProgress(db: Db, ref: ReviewRef): Promise<ReviewProgress[]> {
  return countDecisions(db, ref)
    .select('review_item.locale_code')
    .groupBy('review_item.locale_code')
    .orderBy('review_item.locale_code')
    .execute();
}
