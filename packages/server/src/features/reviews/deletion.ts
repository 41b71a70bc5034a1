import { sql } from 'kysely';

/** The JSON columns with people, each as an object with `id` and `name`. All other JSON is content. */
export const REVIEW_PEOPLE = [
  { table: 'review_assignment', column: 'assignee' },
  { table: 'review_comment', column: 'actor' },
  { table: 'review_event', column: 'actor' },
  { table: 'review_event', column: 'data' },
  { table: 'review_item', column: 'decided_by' },
  { table: 'review_link', column: 'created_by' },
] as const;

/**
 * Replaces the name of the author in the webhook events of comments. The comment contains the ID of its author, but its
 * event contains only the name.
 */
export const renamedAuthorsSql = (userId: string, name: string) => ({
  table: 'webhook_event',
  rows: sql`data ->> 'author' <> ${name} and type = 'review.commented' and exists (
    select from review_comment where id = (data ->> 'comment_id')::uuid and actor ->> 'id' = ${userId})`,
  set: sql`data = jsonb_set(data, '{author}', to_jsonb(${name}::text))`,
});

/** The names of callers that are guests of the reviews of workspaces. */
export const guestCallersSql = (workspaceIds: readonly string[]) =>
  sql`select 'guest:' || review_guest.id from review_guest join review_link on review_link.id = link_id
    join review on review.id = review_id where workspace_id = any(${workspaceIds}::uuid[])`;

/** The active share links that a person created. */
export const linksCreatedBySql = (userId: string | null, now: Date) =>
  sql`select review_link.id, label as name, workspace_id from review_link join review on review.id = review_id
    where review_link.created_by ->> 'id' = ${userId}::text and revoked_at is null and expires_at > ${now}`;
