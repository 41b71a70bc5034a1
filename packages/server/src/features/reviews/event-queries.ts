import { type Expression, type SqlBool, sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import { selectVisibleItems } from './items.ts';
import { isGuest, isOwnLink, type ReviewRef, type ReviewScope, selectReview } from './select-review.ts';

/**
 * The maximum number of changed lines in an event. If there are more, the event only asks readers to fetch the lines
 * again.
 */
const MAX_SHOWN = 100;

/**
 * The data of an event as shown. It is shortened, because an event about 500 lines has megabytes. The text of a comment
 * comes from its row, where it is empty if the comment is deleted.
 */
const shownDataSql = (no: number | undefined) => sql<object>`case
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
  when review_event.type = 'review.decided' and cardinality(review_event.nos) > ${MAX_SHOWN}
    then '{"items": [], "refetch": true}'
  else review_event.data - 'former' end`;

const ASSIGNEE = sql`(review_event.data -> 'assignee')`;

/** The lines that the link of the guest lost in an assignment. */
const formerLinesSql = ({ caller }: ReviewScope) =>
  sql`(review_event.data -> 'former' -> ${caller.guest?.link_id ?? ''}::text)`;

/** The part of an event about the lines that the caller sees. A link can be assigned only lines that it shows. */
const visibleDataSql = (
  ref: ReviewScope,
  data: Expression<object>,
  visibleNos: Expression<unknown>,
) => sql<object>`case
  when review_event.type = 'review.decided' then ${data} || jsonb_build_object('items', (
    select coalesce(jsonb_agg(item order by at), '[]')
    from jsonb_array_elements(${data} -> 'items') with ordinality as changed (item, at)
    where (item ->> 'no')::int = any(array(${visibleNos}))))
  when review_event.type = 'review.assigned' and ${isOwnLink(ASSIGNEE, ref)} then ${data}
  when review_event.type = 'review.assigned' then '{"assignee": null}'::jsonb || ${formerLinesSql(ref)}
  when review_event.type = 'review.unlocked' then ${data}
    || jsonb_build_object('nos', to_jsonb(array(${visibleNos})), 'items_count', cardinality(array(${visibleNos})))
  when review_event.data -> 'nos' is not null then ${data}
    || jsonb_build_object('nos', to_jsonb(array(${visibleNos})))
  else ${data} end`;

/** The events of a review or of one of its items, unordered. Guests see only the events of lines that they see. */
export function selectEvents(db: Db, ref: ReviewRef, no: number | undefined) {
  const visibleNos = selectVisibleItems(db, ref)
    .select('review_item.no')
    .where(sql<SqlBool>`review_item.no = any(review_event.nos)`)
    .orderBy('review_item.no')
    .$if(no !== undefined, (items) => items.where(sql<SqlBool>`review_item.no = ${no}`));
  const data = isGuest(ref) ? visibleDataSql(ref, shownDataSql(no), visibleNos) : shownDataSql(no);
  return selectReview(db, ref)
    .innerJoin('review_event', 'review_event.review_id', 'review.id')
    .select(['review_event.seq as id', 'review_event.type', 'review_event.at'])
    .select(['review_event.actor', data.as('data')])
    .$if(isGuest(ref), (events) =>
      events.where(sql<SqlBool>`case
        when review_event.type = 'review.assigned' then ${isOwnLink(ASSIGNEE, ref)}
          or ${formerLinesSql(ref)} -> 'nos' @> ${no === undefined ? '[]' : `[${no}]`}::jsonb
        -- Without positions, an event is about the whole review or too many lines. Guests may see none of unlocked ones.
        when cardinality(review_event.nos) = 0 then review_event.type <> 'review.unlocked'
        else exists (${visibleNos}) end`),
    )
    .$if(no !== undefined, (events) =>
      events.where(
        // The hashed keys use the index. The numbers themselves exclude other lines with the same hash.
        sql<SqlBool>`review_event_keys(review_event.review_id, review_event.nos)
          @> array[uuid_hash_extended(${ref.review_id}::uuid, ${no}::int)]
          and review_event.nos @> array[${no}::int]`,
      ),
    );
}
