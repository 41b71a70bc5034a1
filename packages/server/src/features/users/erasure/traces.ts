import { sql } from 'kysely';
import type { Db } from '../../../db/index.ts';
import { findCustomer } from '../../billing/index.ts';
import { buildOwnRows, type DataTable, type Subject } from '../export/index.ts';
import { listParts, type TableRef } from './pages.ts';
import { ERASED_NAME } from './pseudonym.ts';
import { isKept } from './rows.ts';

/**
 * Data that identifies a person or a workspace. It does not include the ID of the person, which remains as the
 * pseudonym.
 */
export interface Traces {
  user_id: string | null;
  workspace_ids: readonly string[];
  /** The current address and earlier ones. */
  emails: readonly string[];
  /** The addresses that no other account has. Invitations and emails to a shared address can belong to the other person. */
  own_emails: readonly string[];
  /** Only a name of two parts, because a single part could be an ordinary word. */
  name: string | null;
  /** The ID at the payment processor. */
  customer_id: string | null;
  subscription_ids: readonly string[];
}

/**
 * Omits the person's ID at the identity provider. Only `app_user` stores it, and it can be any word, so a search would
 * match data of others.
 */
export async function readTraces(db: Db, { user_id, workspace_ids }: Subject): Promise<Traces> {
  const nobody = { user_id, workspace_ids, emails: [], own_emails: [], name: null };
  if (user_id === null) return { ...nobody, customer_id: null, subscription_ids: [] };
  const user = await db
    .selectFrom('app_user')
    .select(['email', 'email_verified', 'former_emails', 'first_name', 'last_name', 'name_before_erasure'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow();
  const subscriptions = await db
    .selectFrom('subscription')
    .select('processor_subscription_id as id')
    .where('user_id', '=', user_id)
    .execute();
  const { first_name, last_name } = user;
  let name = first_name && last_name ? `${first_name} ${last_name}` : null;
  // An earlier erasure was interrupted after it had replaced the name.
  if (name === ERASED_NAME) name = user.name_before_erasure;
  const customer_id = (await findCustomer(db, user_id))?.processor_customer_id ?? null;
  const subscription_ids = subscriptions.map(({ id }) => id);
  const emails = [...new Set([user.email, ...user.former_emails])].filter((email) => email !== null);
  // The addresses that another account has, in lower case.
  const address = sql<string | null>`lower(email)`;
  const otherAddresses = await db
    .selectFrom('app_user')
    .select(address.as('address'))
    .where('id', '!=', user_id)
    .where(sql<boolean>`${address} = any(${emails.map((email) => email.toLowerCase())}::text[])`)
    .execute();
  const sharedAddresses = new Set(otherAddresses.map((row) => row.address));
  // Without verified addresses, an earlier one can belong to someone else.
  const ownEmails = user.email_verified ? emails : emails.slice(0, 1);
  const own_emails = ownEmails.filter((email) => !sharedAddresses.has(email.toLowerCase()));
  return { ...nobody, emails, own_emails, name, customer_id, subscription_ids };
}

/** The traces in one place. */
export interface TraceMatch {
  place: string;
  count: number;
  /** The IDs of the first rows. */
  ids: string[];
}

const MAX_IDS = 10;

interface SearchResult {
  /** Matches in columns that identify an owner. A complete erasure leaves none. */
  remains: TraceMatch[];
  /** Texts of others and of the service that contain a trace. */
  mentions: TraceMatch[];
}

/** Searches every column of every table and of all jobs, except rows that an erasure keeps until its end. */
export async function search(
  db: Db,
  traces: Traces,
  { tables, subject }: { tables: readonly DataTable[]; subject: Subject },
): Promise<SearchResult> {
  const result: SearchResult = { remains: [], mentions: [] };
  const tablesByName = new Map(tables.map((table) => [table.name, table]));
  // Omits `pgboss.queue`, which repeats the keys of jobs for some seconds after they end.
  const { rows } = await sql<TableRef>`
    select nspname as schema, relname as table
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r' and nspname <> 'information_schema' and nspname !~ '^pg_' and relname not like 'kysely%'
      and (nspname, relname) <> ('pgboss', 'queue') and has_table_privilege(pg_class.oid, 'select')
    order by nspname, relname`.execute(db);
  for (const tableRef of rows) {
    const isPublic = tableRef.schema === 'public';
    const table = isPublic ? tablesByName.get(tableRef.table) : undefined;
    // Ledger entries keep the IDs of deleted workspaces.
    const isLedger = table?.kind === 'ledger';
    const pattern = buildTracePattern(isLedger ? { ...traces, workspace_ids: [] } : traces);
    const ownRows = table && !isLedger && isKept(table) ? buildOwnRows(table, subject) : undefined;
    const prefix = isPublic ? '' : `${tableRef.schema}.`;
    for (const { name, type, count, ids } of await searchTable(db, { tableRef, pattern, ownRows })) {
      const match = { place: `${prefix}${tableRef.table}.${name}`, count, ids };
      // A trace in a job always belongs to the person, because jobs contain no texts of others.
      if (type === 'uuid' || tableRef.schema === 'pgboss') result.remains.push(match);
      else result.mentions.push(match);
    }
  }
  return result;
}

/** A PostgreSQL pattern. Binary columns are searched as hexadecimal text. Empty without traces. */
export function buildTracePattern(traces: Traces): string {
  const { workspace_ids, emails, name, customer_id, subscription_ids } = traces;
  const identifiers = [...emails, name, customer_id, ...subscription_ids];
  const words = identifiers.filter((word) => word !== null).filter((word) => word !== '');
  const escapePattern = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '\\$&');
  return [
    ...workspace_ids.map(escapePattern),
    // Does not match inside a longer address of someone else: `ann@a.org` is not in `joann@a.org` or `ann@a.org.uk`.
    ...words.map((word) => `(?<![\\w.+-])${escapePattern(word)}(?![\\w-]|\\.\\w)`),
    ...[...workspace_ids, ...words].map((text) => Buffer.from(text).toString('hex')),
  ].join('|');
}

/** The columns of a table in which text still matches the pattern, with the number and first IDs of the rows. */
async function searchTable(
  db: Db,
  request: {
    tableRef: TableRef;
    pattern: string;
    /** Rows to exclude from the search. */
    ownRows: ReturnType<typeof buildOwnRows>;
  },
): Promise<{ name: string; type: string; count: number; ids: string[] }[]> {
  const { tableRef, pattern, ownRows } = request;
  const { schema, table } = tableRef;
  if (pattern === '') return [];
  const matchesByColumn = new Map<string, { count: number; ids: string[] }>();
  for await (const part of listParts(db, tableRef)) {
    const { rows } = await sql<{ name: string; count: number; ids: string[] }>`
      select field.key as name, count(*) as count,
        (array_agg(fields ->> 'id') filter (where fields ? 'id'))[:${sql.lit(MAX_IDS)}] as ids
      -- Most rows have no trace. A search of the whole row excludes them before their fields are searched.
      from (
        select to_jsonb(whole) as fields from ${sql.id(schema, table)} whole
        where ${part} and not coalesce(${ownRows ?? sql`false`}, false) and whole::text ~* ${pattern}
      ) line, jsonb_each_text(line.fields) field
      where field.value ~* ${pattern} group by field.key`.execute(db);
    for (const { name, count, ids } of rows) {
      const existingMatches = matchesByColumn.get(name) ?? { count: 0, ids: [] };
      const allIds = [...existingMatches.ids, ...(ids ?? [])];
      matchesByColumn.set(name, { count: existingMatches.count + count, ids: allIds.slice(0, MAX_IDS) });
    }
  }
  if (matchesByColumn.size === 0) return [];
  const { rows: types } = await sql<{ name: string; type: string }>`
    select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = format('%I.%I', ${schema}::text, ${table}::text)::regclass`.execute(db);
  const traces: { name: string; type: string; count: number; ids: string[] }[] = [];
  for (const { name, type } of types) {
    const matches = matchesByColumn.get(name);
    if (matches) traces.push({ name, type, ...matches });
  }
  return traces;
}
