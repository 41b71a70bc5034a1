import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/index.ts';
import { hiddenAddressesSql, renamedInvitesSql } from '../../../ledger/activity.ts';
import { processorEventsOfSql } from '../../billing/deletion.ts';
import { invitesAcceptedBySql, invitesToSql } from '../../members/deletion.ts';
import { REVIEW_PEOPLE, renamedAuthorsSql } from '../../reviews/deletion.ts';
import { changeInParts } from './pages.ts';
import { ERASED_NAME } from './pseudonym.ts';
import type { Traces } from './traces.ts';

/** The JSON columns with people. The engine writes the actor of a lock for reviews. */
const PEOPLE = [...REVIEW_PEOPLE, { table: 'take_lock', column: 'actor' }];

interface Change {
  table: string;
  rows: RawBuilder<unknown>;
  /** Undefined: the rows are deleted. */
  set?: RawBuilder<unknown>;
}

/**
 * Removes what identifies the person from rows of others. Changes only fields that state who did something, by the ID
 * or address of the person, and never the content of others. Idempotent. Returns the tables that had such rows.
 */
export async function scrub(db: Db, traces: Traces): Promise<string[]> {
  const changedTables: string[] = [];
  const { user_id, own_emails, customer_id } = traces;
  const changes: Change[] = [];
  if (user_id !== null)
    changes.push(
      ...PEOPLE.map((people) => renamePersonSql(user_id, people)),
      renamedAuthorsSql(user_id, ERASED_NAME),
      invitesAcceptedBySql(user_id),
      hiddenAddressesSql(user_id),
    );
  const addresses = own_emails.map((email) => email.toLowerCase());
  if (addresses.length > 0) changes.push(invitesToSql(addresses), renamedInvitesSql(addresses, ERASED_NAME));
  if (customer_id !== null) changes.push(processorEventsOfSql(customer_id));
  for (const { table, rows, set } of changes) {
    const name = sql.table(table);
    const verb = set ? sql`update ${name} set ${set}` : sql`delete from ${name}`;
    if ((await changeInParts(db, table, (part) => sql`${verb} where ${part} and ${rows}`)) > 0)
      changedTables.push(table);
  }
  return changedTables;
}

/**
 * Finds the person in the JSON structure, but replaces the name in the JSON text, where PostgreSQL always writes the
 * keys in this order. If an object has another form, the name remains and the erasure fails.
 */
function renamePersonSql(id: string, { table, column }: { table: string; column: string }): Change {
  const columnRef = sql.ref(column);
  const person = (name: string) => `{"id": "${id}", "kind": "user", "name": ${name}}`;
  // Matches `{"id": "…", "kind": "user", "name": "Ann \"A\" Lee"}` with any name.
  const personPattern = person('"(?:[^"\\\\]|\\\\.)*"').replace(/[{}]/g, '\\$&');
  // At any depth: an object with this ID and a name that is not replaced yet.
  const otherNames = sql.lit(`$.** ? (@.id == $id && exists(@.name) && @.name != "${ERASED_NAME}")`);
  return {
    table,
    rows: sql`position(${id} in ${columnRef}::text) > 0
      and jsonb_path_exists(${columnRef}, ${otherNames}, jsonb_build_object('id', ${id}::text))`,
    set: sql`${columnRef} = regexp_replace(${columnRef}::text, ${personPattern}, ${person(`"${ERASED_NAME}"`)}, 'g')::jsonb`,
  };
}
