import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../db/index.ts';
import { changeInParts } from './pages.ts';
import type { Traces } from './traces.ts';

/** The name that others see instead of the name of an erased person. */
export const ERASED_NAME = 'Erased user';

/** The JSON columns with people, each as an object with `id` and `name`. All other JSON is content. */
const PEOPLE = [
  ['review_assignment', 'assignee'],
  ['review_comment', 'actor'],
  ['review_event', 'actor'],
  ['review_event', 'data'],
  ['review_item', 'decided_by'],
  ['review_link', 'created_by'],
  ['take_lock', 'actor'],
] as const;

interface Change {
  table: string;
  rows: RawBuilder<SqlBool>;
  /** Undefined: the rows are deleted. */
  set?: RawBuilder<unknown>;
}

/**
 * Removes what identifies the person from rows of others. Changes only fields that state who did something, by the ID
 * or address of the person, and never the content of others. Idempotent. Returns the tables that had such rows.
 */
export async function scrub(db: Db, traces: Traces): Promise<string[]> {
  const changed: string[] = [];
  for (const { table, rows, set } of changesOf(traces)) {
    const name = sql.table(table);
    const verb = set ? sql`update ${name} set ${set}` : sql`delete from ${name}`;
    if ((await changeInParts(db, table, (part) => sql`${verb} where ${part} and ${rows}`)) > 0)
      changed.push(table);
  }
  return changed;
}

function changesOf({ user_id, own_emails, customer_id }: Traces): Change[] {
  const changes: Change[] = user_id === null ? [] : changesById(user_id);
  const addresses = own_emails.map((one) => one.toLowerCase());
  if (addresses.length > 0)
    changes.push(
      { table: 'workspace_invite', rows: sql`lower(email) = any(${addresses}::text[])` },
      {
        table: 'activity',
        rows: sql`resource_type = 'invite' and lower(resource_name) = any(${addresses}::text[])`,
        set: sql`resource_name = ${ERASED_NAME}`,
      },
    );
  if (customer_id !== null)
    changes.push({ table: 'processor_event', rows: sql`processor_customer_id = ${customer_id}` });
  return changes;
}

function changesById(user_id: string): Change[] {
  // The comment contains the ID of its author, but its event contains only the name.
  const isOwnComment = sql<SqlBool>`type = 'review.commented' and exists (
    select from review_comment where id = (data ->> 'comment_id')::uuid and actor ->> 'id' = ${user_id})`;
  return [
    ...PEOPLE.map(([table, column]) => renaming(user_id, { table, column })),
    {
      table: 'webhook_event',
      rows: sql`data ->> 'author' <> ${ERASED_NAME} and ${isOwnComment}`,
      set: sql`data = jsonb_set(data, '{author}', to_jsonb(${ERASED_NAME}::text))`,
    },
    { table: 'workspace_invite', rows: sql`accepted_by = ${user_id}` },
    // Removes the IP address of the person.
    { table: 'activity', rows: sql`user_id = ${user_id} and ip is not null`, set: sql`ip = null` },
  ];
}

/**
 * Finds the person in the JSON structure, but replaces the name in the JSON text, where PostgreSQL always writes the
 * keys in this order. If an object has another form, the name remains and the erasure fails.
 */
function renaming(id: string, { table, column }: { table: string; column: string }): Change {
  const own = sql.ref(column);
  const person = (name: string) => `{"id": "${id}", "kind": "user", "name": ${name}}`;
  const written = person('"(?:[^"\\\\]|\\\\.)*"').replace(/[{}]/g, '\\$&');
  const others = sql.lit(`$.** ? (@.id == $id && exists(@.name) && @.name != "${ERASED_NAME}")`);
  return {
    table,
    rows: sql`position(${id} in ${own}::text) > 0
      and jsonb_path_exists(${own}, ${others}, jsonb_build_object('id', ${id}::text))`,
    set: sql`${own} = regexp_replace(${own}::text, ${written}, ${person(`"${ERASED_NAME}"`)}, 'g')::jsonb`,
  };
}
