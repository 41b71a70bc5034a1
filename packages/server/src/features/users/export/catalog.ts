import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../db/index.ts';
import { notFound } from '../../../errors.ts';

/*
 * The owner of a row is read from the schema, so that a new table is exported and erased without a change here. A row belongs to the
 * workspace that it or its parents name, and to the person that it is about.
 */

/** Tables whose rows name workspaces, but belong to a person. */
const LEDGERS = new Set(['credit_account', 'credit_entry']);

export interface Column {
  name: string;
  type: string;
  /** Whether a unique index contains the column. If so, the row is about the person in it. */
  is_unique: boolean;
}

interface ForeignKey {
  column: string;
  /** How many columns the key has. */
  width: number;
  to: string;
  to_column: string;
  is_required: boolean;
}

interface CatalogTable {
  name: string;
  columns: Column[];
  keys: ForeignKey[];
}

/** `service`: rows that belong to no one, and rows that are deleted within days. */
export type TableKind = 'workspace' | 'person' | 'ledger' | 'service';

export interface DataTable extends CatalogTable {
  kind: TableKind;
  /** Columns that identify the person to whom the rows belong, not the author of something. */
  own_columns: string[];
  /** The column that leads to the workspace, and the table that it leads to, if that is another one. */
  path: { column: string; parent?: DataTable; parent_column?: string } | undefined;
}

/** A person with all workspaces that the person owns, or a workspace alone. */
export interface Subject {
  user_id: string | null;
  workspace_ids: readonly string[];
}

/** The person with all workspaces that the person owns, including deleted ones whose rows are still there. */
export async function subjectOf(db: Db, user_id: string): Promise<Subject> {
  const user = await db.selectFrom('app_user').select('id').where('id', '=', user_id).executeTakeFirst();
  if (!user) throw notFound('user');
  const owned = await db.selectFrom('workspace').select('id').where('owner_id', '=', user_id).execute();
  return { user_id, workspace_ids: owned.map(({ id }) => id) };
}

/** All tables of the service. */
export async function readDataTables(db: Db): Promise<DataTable[]> {
  const { rows } = await sql<CatalogTable>`
    select relname as name, (
      select jsonb_agg(jsonb_build_object('name', attname, 'type', format_type(atttypid, atttypmod),
        'is_unique', exists (
          select from pg_index where indrelid = attrelid and indisunique and attnum = any(indkey))) order by attnum)
      from pg_attribute where attrelid = pg_class.oid and attnum > 0 and not attisdropped
    ) as columns, coalesce((
      select jsonb_agg(jsonb_build_object('column', own.attname, 'width', array_length(conkey, 1),
        'to', parent.relname, 'to_column', there.attname, 'is_required', own.attnotnull) order by own.attnum)
      from pg_constraint
      join pg_attribute own on own.attrelid = conrelid and own.attnum = conkey[1]
      join pg_attribute there on there.attrelid = confrelid and there.attnum = confkey[1]
      join pg_class parent on parent.oid = confrelid
      where conrelid = pg_class.oid and contype = 'f'
    ), '[]') as keys
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname not like 'kysely%' order by relname`.execute(db);
  return classify(rows);
}

function classify(found: readonly CatalogTable[]): DataTable[] {
  const tables = found.map(
    (table): DataTable => ({ ...table, kind: 'service', own_columns: [], path: undefined }),
  );
  const byName = new Map(tables.map((table) => [table.name, table]));
  for (const table of tables) {
    if (table.name === 'workspace') table.path = { column: 'id' };
    else if (!LEDGERS.has(table.name) && has(table, 'workspace_id')) table.path = { column: 'workspace_id' };
  }
  // Parents with a path pass it on to their children, until nothing changes.
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (const table of tables) {
      table.path ??= pathOverParent(table, byName);
      if (table.path && table.kind === 'service') {
        table.kind = 'workspace';
        isChanged = true;
      }
    }
  }
  for (const table of tables) assignPerson(table);
  return tables;
}

const has = (table: CatalogTable, name: string) => table.columns.some((column) => column.name === name);

function pathOverParent({ name, keys }: CatalogTable, tables: Map<string, DataTable>): DataTable['path'] {
  for (const { column, to, to_column, is_required, width } of keys) {
    const parent = tables.get(to);
    if (is_required && width === 1 && to !== name && parent?.path && !LEDGERS.has(name))
      return { column, parent, parent_column: to_column };
  }
  return undefined;
}

function assignPerson(table: DataTable): void {
  const people = personColumns(table);
  if (table.name === 'app_user') table.own_columns = ['id'];
  else if (table.path)
    table.own_columns = people.filter((name) =>
      table.columns.some((column) => column.name === name && column.is_unique),
    );
  else table.own_columns = people;
  if (LEDGERS.has(table.name)) table.kind = 'ledger';
  else if (!table.path && table.own_columns.length > 0) table.kind = 'person';
}

/** Columns that name a person. A log has no foreign key for those that it outlives. */
function personColumns({ columns, keys }: CatalogTable): string[] {
  const named = keys.filter(({ to }) => to === 'app_user').map(({ column }) => column);
  const plain = columns
    .filter(({ name, type }) => name === 'user_id' && type === 'uuid')
    .map(({ name }) => name);
  return [...new Set([...named, ...plain])];
}

/** The rows of the subject. Undefined if the table can have none. */
export function rowsOf(table: DataTable, subject: Subject): RawBuilder<SqlBool> | undefined {
  const { user_id, workspace_ids } = subject;
  const own =
    user_id === null ? [] : table.own_columns.map((name) => sql<SqlBool>`${sql.ref(name)} = ${user_id}`);
  const inWorkspaces = workspace_ids.length > 0 ? inWorkspacesOf(table, workspace_ids) : undefined;
  const conditions = inWorkspaces ? [...own, inWorkspaces] : own;
  return conditions.length === 0 ? undefined : sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
}

function inWorkspacesOf({ path }: DataTable, ids: readonly string[]): RawBuilder<SqlBool> | undefined {
  if (!path) return undefined;
  const column = sql.ref(path.column);
  const { parent, parent_column } = path;
  if (!parent || !parent_column) return sql<SqlBool>`${column} = any(${ids}::uuid[])`;
  const above = inWorkspacesOf(parent, ids);
  if (!above) return undefined;
  return sql<SqlBool>`${column} in (select ${sql.ref(parent_column)} from ${sql.table(parent.name)} where ${above})`;
}

/** Binary columns contain hashes and encrypted secrets, so they are omitted. */
export const exportedColumns = ({ columns }: DataTable): string[] =>
  columns.filter(({ type }) => type !== 'bytea').map(({ name }) => name);
