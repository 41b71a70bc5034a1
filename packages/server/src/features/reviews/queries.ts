import type {
  ReviewAssignment,
  ReviewFilter,
  ReviewItems,
  ReviewItemsQuery,
  ReviewProgress,
} from '@voiceloom/contract';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Db, Row } from '../../db/index.ts';
import { takeLockSql } from '../../engine/index.ts';
import { ApiError, invalid, notFound } from '../../errors.ts';
import type { Guest, ReviewCaller } from '../../handler/handler.ts';
import { searchFilter } from '../../handler/search.ts';
import { requiresApprovalSql } from '../../ledger/review-gate.ts';
import { assignmentView, itemView } from './view.ts';

export type ItemRow = Row<'review_item'> & { is_locked: boolean; has_new_take: boolean; too_long: boolean };

/** Identifies the caller and the review. */
export interface ReviewScope {
  caller: { workspace: { id: string }; guest?: Guest };
  review_id: string;
}

/** A review in a request of a caller. */
export interface ReviewRef<Caller extends ReviewCaller = ReviewCaller> extends ReviewScope {
  caller: Caller;
}

const isGuest = ({ caller }: ReviewRef): boolean => caller.kind === 'guest';

/** The only place that decides which reviews a caller may see. Every query of a review or its parts starts here. */
export function selectReview(db: Db, { caller, review_id }: ReviewScope) {
  const { workspace, guest } = caller;
  return db
    .selectFrom('review')
    .innerJoin('workflow', 'workflow.id', 'review.workflow_id')
    .where('review.id', '=', review_id)
    .where('review.workspace_id', '=', workspace.id)
    .where('workflow.deleted_at', 'is', null)
    .where(guest ? hasLink(guest) : sql.lit(true));
}

/** After the link is revoked, a guest sees nothing anymore, even on an open stream. */
const hasLink = ({ link_id }: Guest) => sql<SqlBool>`exists (
  select from review_link
  where review_link.id = ${link_id} and review_link.review_id = review.id and review_link.revoked_at is null
)`;

export async function getReview(db: Db, ref: ReviewRef) {
  return selectReview(db, ref)
    .innerJoin('run', 'run.id', 'review.current_run_id')
    .selectAll('review')
    .select(['workflow.name as workflow_name', 'run.run_number as current_run_number'])
    .select([
      'run.status as current_run_status',
      requiresApprovalSql(sql.ref('run.definition')).as('requires_approval'),
    ])
    .executeTakeFirstOrThrow(() => notFound('review'));
}

export type ReviewRow = Awaited<ReturnType<typeof getReview>>;

/** Locks the review until the transaction ends, so that writes to it are sequential. */
export async function lockReview(tx: Db, ref: ReviewRef): Promise<Row<'review'>> {
  return selectReview(tx, ref)
    .selectAll('review')
    .forNoKeyUpdate(['review'])
    .executeTakeFirstOrThrow(() => notFound('review'));
}

/** The items that the caller may see. Every read, write and count of items starts here. */
export function visibleItems(db: Db, scope: ReviewScope) {
  return selectReview(db, scope)
    .innerJoin('review_item', 'review_item.review_id', 'review.id')
    .where((eb) => eb.and(linkConditions(scope.caller.guest ?? {})));
}

/** The condition for the items that a link shows. */
export const linkConditions = ({ locales, characters }: Partial<Pick<Guest, 'locales' | 'characters'>>) => [
  ...oneOf(LOCALE, locales),
  ...oneOf(CHARACTER, characters),
];

/** Whether an assignee is the link of the guest who sends the request. */
const isOwnLink = (assignee: unknown, { caller }: ReviewScope) => sql<SqlBool>`(
  ${assignee} ->> 'kind' = 'link' and ${assignee} ->> 'id' = ${caller.guest?.link_id ?? null})`;

const LOCALE = sql.ref('review_item.locale_code');
const CHARACTER = sql`coalesce(review_item.character_name, '')`;
const oneOf = (value: unknown, list: readonly string[] | null | undefined) =>
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
export const COMPUTED = [
  isLockedSql.as('is_locked'),
  hasNewTakeSql.as('has_new_take'),
  tooLongSql.as('too_long'),
] as const;

const OPEN = sql<string>`coalesce(review_item.decision, 'open')`;

/** The visible items that match a filter. */
export const filteredItems = (db: Db, ref: ReviewRef, filter: ReviewFilter) =>
  visibleItems(db, ref).where((eb) => eb.and(conditionsOf(filter)));

function conditionsOf(filter: ReviewFilter) {
  const {
    locale,
    character,
    decision,
    verdict,
    status,
    assignment,
    commented,
    outlier,
    too_long,
    new_take,
    search,
  } = filter;
  const found = searchFilter(
    search,
    ['script', 'source_script', 'line_id', 'character_name'].map((name) => `review_item.${name}`),
  );
  return [
    ...oneOf(LOCALE, locale),
    ...oneOf(CHARACTER, character),
    ...oneOf(OPEN, decision),
    ...oneOf(sql.ref('review_item.verdict'), verdict),
    ...oneOf(sql.ref('review_item.status'), status),
    ...oneOf(sql`review_item.assignment_id::text`, assignment),
    ...(commented === undefined ? [] : [sql<SqlBool>`(review_item.comments_count > 0) = ${commented}`]),
    ...(outlier === undefined ? [] : [sql<SqlBool>`review_item.is_outlier = ${outlier}`]),
    ...(too_long === undefined ? [] : [sql<SqlBool>`${tooLongSql} = ${too_long}`]),
    ...(new_take === undefined ? [] : [new_take ? isNewSql : sql<SqlBool>`not ${isNewSql}`]),
    ...found,
  ];
}

/** Whether the positions have no gaps: members who use no filter see all positions. */
const hasAllPositions = (ref: ReviewRef, filter: ReviewFilter): boolean =>
  !isGuest(ref) && conditionsOf(filter).length === 0;

/** The number of items that match. Without gaps, it is the last position. */
function countItems(db: Db, ref: ReviewRef, filter: ReviewFilter) {
  if (!hasAllPositions(ref, filter))
    return filteredItems(db, ref, filter).select((eb) => eb.fn.countAll<number>().as('total'));
  return visibleItems(db, ref).select('review_item.no as total').orderBy('review_item.no', 'desc').limit(1);
}

/** The maximum number of lines in one change, which locks the review while it writes. */
export const MAX_LINES_PER_CHANGE = 20_000;

export function rejectTooManyLines(most: number, found: number): void {
  if (found <= most) return;
  const limit = most.toLocaleString('en');
  throw new ApiError(
    'CONFLICT',
    `More than ${limit} lines match. Select fewer lines, for example one locale.`,
  );
}

/** The lines of an action: all that match a filter, or the listed ones. */
export function targetedItems(
  db: Db,
  ref: ReviewRef,
  { filter, nos }: { filter?: ReviewFilter | undefined; nos?: readonly number[] | undefined },
) {
  if ((filter === undefined) === (nos === undefined))
    throw invalid({ field: 'body', message: 'Must contain either `filter` or `nos`, but not both.' });
  return nos === undefined
    ? filteredItems(db, ref, filter ?? {})
    : visibleItems(db, ref).where('review_item.no', 'in', nos);
}

const SORTS = {
  no: 'review_item.no',
  score: 'review_item.score',
  duration_ms: 'review_item.duration_ms',
  changed: 'review_item.changed_seq',
} as const;

/** The positions on a page. A separate query, so that it reads and computes nothing for the lines before the page. */
function pageOf(db: Db, ref: ReviewRef, query: ReviewItemsQuery) {
  const { limit, offset, sort, order } = query;
  const page = filteredItems(db, ref, query).select('review_item.no').limit(limit);
  // The positions of a member have no gaps, so the offset is a position.
  if (sort === 'no' && order === 'asc' && hasAllPositions(ref, query))
    return page.where('review_item.no', '>', offset).orderBy('review_item.no');
  return page.orderBy(SORTS[sort], order).orderBy('review_item.no', order).offset(offset);
}

/** A page of items, their total and the last event that the page includes. One statement reads one snapshot. */
export async function listItems(db: Db, ref: ReviewRef, query: ReviewItemsQuery): Promise<ReviewItems> {
  const { sort, order } = query;
  const total = countItems(db, ref, query);
  const rows = await visibleItems(db, ref)
    .where('review_item.no', 'in', pageOf(db, ref, query))
    .selectAll('review_item')
    .select(['review.event_seq as seq', total.as('total'), ...COMPUTED])
    .orderBy(SORTS[sort], order)
    .orderBy('review_item.no', order)
    .execute();
  const [first] = rows;
  if (first) return { seq: first.seq, total: first.total ?? 0, items: rows.map(itemView) };
  // A page without rows does not contain the total.
  const [{ event_seq: seq }, counted] = await Promise.all([getReview(db, ref), total.executeTakeFirst()]);
  return { seq, total: counted?.total ?? 0, items: [] };
}

export async function getItem(db: Db, ref: ReviewRef, no: number): Promise<ItemRow> {
  return visibleItems(db, ref)
    .selectAll('review_item')
    .select(COMPUTED)
    .where('review_item.no', '=', no)
    .executeTakeFirstOrThrow(() => notFound('line of the review'));
}

const countOf = <Name extends string>(name: Name) =>
  sql<number>`(count(*) filter (where ${OPEN} = ${name}))::int`.as(`${name}_count`);

/** The number of items with each decision. */
export function countDecisions(db: Db, scope: ReviewScope) {
  return visibleItems(db, scope)
    .select((eb) => eb.fn.countAll<number>().as('items_count'))
    .select([
      countOf('open'),
      countOf('approved'),
      countOf('rejected'),
      countOf('needs_work'),
      countOf('waived'),
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

/**
 * The maximum number of changed lines in an event. If there are more, the event only asks readers to fetch the lines
 * again.
 */
const MOST_SHOWN = 100;

/**
 * The data of an event as shown. It is shortened, because an event about 500 lines has megabytes. The text of a comment
 * comes from its row, where it is empty if the comment is deleted.
 */
const shownData = (no: number | undefined) => sql<object>`case
  when review_event.type in ('review.commented', 'review.comment_changed')
    then jsonb_set(review_event.data, '{comment,body}', coalesce((
      select to_jsonb(review_comment.body) from review_comment
      where review_comment.review_id = review_event.review_id
        and review_comment.id = (review_event.data #>> '{comment,id}')::uuid
    ), '""'))
  when review_event.type = 'review.decided' and ${no ?? null}::int is not null then jsonb_build_object(
    'items', jsonb_path_query_array(
      review_event.data, '$.items[*] ? (@.no == $no)', jsonb_build_object('no', ${no ?? null}::int)),
    'notes', review_event.data -> 'notes', 'refetch', false)
  when review_event.type = 'review.decided' and cardinality(review_event.nos) > ${MOST_SHOWN}
    then '{"items": [], "refetch": true}'
  else review_event.data - 'former' end`;

const ASSIGNEE = sql`(review_event.data -> 'assignee')`;

/** The lines that the link of the guest lost in an assignment. */
const formerOf = ({ caller }: ReviewScope) =>
  sql`(review_event.data -> 'former' -> ${caller.guest?.link_id ?? ''}::text)`;

/** The part of an event about the lines that the caller sees. A link can be assigned only lines that it shows. */
const dataOf = (ref: ReviewScope, data: Expression<object>, seen: Expression<unknown>) => sql<object>`case
  when review_event.type = 'review.decided' then ${data} || jsonb_build_object('items', (
    select coalesce(jsonb_agg(item order by at), '[]')
    from jsonb_array_elements(${data} -> 'items') with ordinality as changed (item, at)
    where (item ->> 'no')::int = any(array(${seen}))))
  when review_event.type = 'review.assigned' and ${isOwnLink(ASSIGNEE, ref)} then ${data}
  when review_event.type = 'review.assigned' then '{"assignee": null}'::jsonb || ${formerOf(ref)}
  when review_event.type = 'review.unlocked' then ${data}
    || jsonb_build_object('nos', to_jsonb(array(${seen})), 'items_count', cardinality(array(${seen})))
  when review_event.data -> 'nos' is not null then ${data}
    || jsonb_build_object('nos', to_jsonb(array(${seen})))
  else ${data} end`;

/** The events of a review or of one of its items, unordered. Guests see only the events of lines that they see. */
export function selectEvents(db: Db, ref: ReviewRef, no: number | undefined) {
  const seen = visibleItems(db, ref)
    .select('review_item.no')
    .where(sql<SqlBool>`review_item.no = any(review_event.nos)`)
    .orderBy('review_item.no')
    .$if(no !== undefined, (items) => items.where(sql<SqlBool>`review_item.no = ${no}`));
  const data = isGuest(ref) ? dataOf(ref, shownData(no), seen) : shownData(no);
  return selectReview(db, ref)
    .innerJoin('review_event', 'review_event.review_id', 'review.id')
    .select(['review_event.seq as id', 'review_event.type', 'review_event.at'])
    .select(['review_event.actor', data.as('data')])
    .$if(isGuest(ref), (events) =>
      events.where(sql<SqlBool>`case
        when review_event.type = 'review.assigned' then ${isOwnLink(ASSIGNEE, ref)}
          or ${formerOf(ref)} -> 'nos' @> ${no === undefined ? '[]' : `[${no}]`}::jsonb
        when cardinality(review_event.nos) = 0 then review_event.type <> 'review.unlocked'
        else exists (${seen}) end`),
    )
    .$if(no !== undefined, (events) =>
      events.where(
        sql<SqlBool>`review_event_keys(review_event.review_id, review_event.nos)
          @> array[uuid_hash_extended(${ref.review_id}::uuid, ${no}::int)]
          and review_event.nos @> array[${no}::int]`,
      ),
    );
}

const LINK_END = sql`least(review_link.revoked_at, review_link.expires_at)`;

/** The assignments with their current items that the caller may see. */
export async function listAssignments(db: Db, ref: ReviewRef, now: Date): Promise<ReviewAssignment[]> {
  const counted = visibleItems(db, ref)
    .select((eb) => ['review_item.assignment_id', eb.fn.countAll<number>().as('items_count')])
    .select(sql<number>`(count(*) filter (where ${OPEN} = 'open'))::int`.as('open_count'))
    .where('review_item.assignment_id', 'is not', null)
    .groupBy('review_item.assignment_id');
  const rows = await selectReview(db, ref)
    .innerJoin('review_assignment', 'review_assignment.review_id', 'review.id')
    .leftJoin(counted.as('counted'), 'counted.assignment_id', 'review_assignment.id')
    .$if(isGuest(ref), (seen) =>
      seen
        .where('counted.items_count', 'is not', null)
        .where(isOwnLink(sql.ref('review_assignment.assignee'), ref)),
    )
    .leftJoin('review_link', (link) =>
      link
        .onRef('review_link.review_id', '=', 'review.id')
        .on(sql`review_link.id::text`, '=', sql`review_assignment.assignee ->> 'id'`),
    )
    .selectAll('review_assignment')
    .select(['counted.items_count', 'counted.open_count'])
    .select(
      sql<Date | null>`case when ${LINK_END} <= ${now}::timestamptz then ${LINK_END} end`.as('ended_at'),
    )
    .orderBy('review_assignment.created_at')
    .orderBy('review_assignment.id')
    .execute();
  return rows.map(assignmentView);
}

/** The comments of an item. Deleted comments stay while they have replies. */
export async function listComments(db: Db, ref: ReviewRef, no: number) {
  const rows = await selectReview(db, ref)
    .innerJoin('review_comment', 'review_comment.review_id', 'review.id')
    .selectAll('review_comment')
    .where('review_comment.no', '=', no)
    .orderBy('review_comment.created_at')
    .orderBy('review_comment.id')
    .execute();
  const answered = new Set(rows.flatMap((row) => (row.is_deleted ? [] : (row.parent_id ?? []))));
  return rows.filter((row) => !row.is_deleted || answered.has(row.id));
}
