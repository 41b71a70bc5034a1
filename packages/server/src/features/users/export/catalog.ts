import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../db/index.ts';
import { notFound } from '../../../errors.ts';

/*
 * The owner of a row is derived from the schema, so that new tables are exported and erased without a change here. A
 * row belongs to the workspace that it or a parent row refers to, and to the person that it is about.
 */

/** Tables whose rows refer to workspaces, but belong to a person. So they have no path to a workspace. */
const LEDGERS = new Set(['credit_account', 'credit_entry']);

export interface Column {
  name: string;
  type: string;
  /** Whether a unique index contains the column. If so, the row is about the person in this column. */
  is_unique: boolean;
}

interface CatalogTable {
  name: string;
  columns: Column[];
  /** The foreign keys. `width` is the number of columns in a key. */
  keys: { column: string; width: number; to: string; to_column: string; is_required: boolean }[];
}

/** `service`: rows without an owner, and rows that are deleted within days. */
export type TableKind = 'workspace' | 'person' | 'ledger' | 'service';

export interface DataTable extends CatalogTable {
  kind: TableKind;
  /** Columns with the person who owns the row, not with the author of something. */
  own_columns: string[];
  /** The column that leads to the workspace. `parent` is the table that it leads to, if that is another one. */
  path: { column: string; parent?: DataTable; parent_column?: string } | undefined;
}

/** A person with all of the person's workspaces, or only a workspace. */
export interface Subject {
  user_id: string | null;
  workspace_ids: readonly string[];
}

/** The person with all of the person's workspaces, including deleted ones that still have rows. */
export async function getSubject(db: Db, user_id: string): Promise<Subject> {
  const user = await db.selectFrom('app_user').select('id').where('id', '=', user_id).executeTakeFirst();
  if (!user) throw notFound('user');
  const owned = await db.selectFrom('workspace').select('id').where('owner_id', '=', user_id).execute();
  return { user_id, workspace_ids: owned.map(({ id }) => id) };
}

/** All tables of the service. */
export async function readDataTables(db: Db): Promise<DataTable[]> {
  const tables = (await readCatalog(db)).map(
    (table): DataTable => ({ ...table, kind: 'service', own_columns: [], path: undefined }),
  );
  for (const table of tables) {
    if (table.name === 'workspace') table.path = { column: 'id' };
    else if (!LEDGERS.has(table.name) && has(table, 'workspace_id')) table.path = { column: 'workspace_id' };
  }
  inheritPaths(tables);
  for (const table of tables) assignPerson(table);
  return tables;
}

/** The tables with their columns and foreign keys, from the catalog of PostgreSQL. */
async function readCatalog(db: Db): Promise<CatalogTable[]> {
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
  return rows;
}

/** Children inherit the path of their parents. A table with a path belongs to workspaces. */
function inheritPaths(tables: readonly DataTable[]): void {
  const tablesByName = new Map(tables.map((table) => [table.name, table]));
  // Repeats until nothing changes, because a parent may come after its children.
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (const table of tables) {
      table.path ??= findPathOverParent(table, tablesByName);
      if (table.path && table.kind === 'service') {
        table.kind = 'workspace';
        isChanged = true;
      }
    }
  }
}

/** Whether a table has a column. */
const has = (table: CatalogTable, name: string) => table.columns.some((column) => column.name === name);

/** How rows of a table belong to a workspace, through a parent row that belongs to one. Undefined if they do not. */
function findPathOverParent({ name, keys }: CatalogTable, tables: Map<string, DataTable>): DataTable['path'] {
  if (LEDGERS.has(name)) return undefined;
  for (const { column, to, to_column, is_required, width } of keys) {
    const parent = tables.get(to);
    // Every row has exactly one parent, in another table.
    const hasOneParent = is_required && width === 1 && to !== name;
    if (hasOneParent && parent?.path) return { column, parent, parent_column: to_column };
  }
  return undefined;
}

/**
 * Sets the columns with the person who owns a row, and the kind of tables of people. In a table of workspaces, a person owns
 * a row only by a unique column; other columns name authors.
 */
function assignPerson(table: DataTable): void {
  // Columns that refer to a person. A log has no foreign key to people whose account it outlives.
  const { columns, keys } = table;
  const keyColumns = keys.filter(({ to }) => to === 'app_user').map(({ column }) => column);
  const userColumns = columns
    .filter(({ name, type }) => name === 'user_id' && type === 'uuid')
    .map(({ name }) => name);
  const people = [...new Set([...keyColumns, ...userColumns])];
  if (table.name === 'app_user') table.own_columns = ['id'];
  else if (table.path)
    table.own_columns = people.filter((name) =>
      table.columns.some((column) => column.name === name && column.is_unique),
    );
  else table.own_columns = people;
  if (LEDGERS.has(table.name)) table.kind = 'ledger';
  else if (!table.path && table.own_columns.length > 0) table.kind = 'person';
}

/** The condition for the rows of the subject. Undefined if the table cannot have such rows. */
export function buildOwnRows(table: DataTable, subject: Subject): RawBuilder<SqlBool> | undefined {
  const { user_id, workspace_ids } = subject;
  const conditions: RawBuilder<SqlBool>[] = [];
  if (user_id !== null)
    for (const name of table.own_columns) conditions.push(sql`${sql.ref(name)} = ${user_id}`);
  const isInWorkspaces = buildWorkspaceCondition(table, workspace_ids);
  if (isInWorkspaces) conditions.push(isInWorkspaces);
  if (conditions.length === 0) return undefined;
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
}

/** The condition for the rows of a table that belong to the workspaces; undefined if the table has none. */
function buildWorkspaceCondition(
  { path }: DataTable,
  ids: readonly string[],
): RawBuilder<SqlBool> | undefined {
  if (!path || ids.length === 0) return undefined;
  const column = sql.ref(path.column);
  const { parent, parent_column } = path;
  if (!parent || !parent_column) return sql<SqlBool>`${column} = any(${ids}::uuid[])`;
  const isParentInWorkspaces = buildWorkspaceCondition(parent, ids);
  if (!isParentInWorkspaces) return undefined;
  return sql<SqlBool>`${column} in (select ${sql.ref(parent_column)} from ${sql.table(parent.name)} where ${isParentInWorkspaces})`;
}

/** Omits binary columns, because they contain hashes and encrypted secrets. */
export const listExportColumns = ({ columns }: DataTable): string[] =>
  columns.filter(({ type }) => type !== 'bytea').map(({ name }) => name);
