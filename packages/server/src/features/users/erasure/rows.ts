import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { allowErasing } from '../../../db/erasing.ts';
import type { Db } from '../../../db/index.ts';
import { type DataTable, rowsOf, type Subject } from './catalog.ts';

const BATCH = 2_000;
/** For tables of which each deleted row costs a look at a whole other table. */
const SMALL_BATCH = 100;

/** They tell what is to be erased, and what to search for, so they go last, in one transaction. */
const ROOTS = new Set(['workspace_member', 'workspace', 'subscription', 'billing_customer', 'app_user']);

/** Whether a row is one that an erasure needs until its end. */
export function isRoot(
  { name, own_columns, path }: DataTable,
  row: Record<string, unknown>,
  subject: Subject,
): boolean {
  if (!ROOTS.has(name)) return false;
  if (path && subject.workspace_ids.includes(String(row[path.column]))) return true;
  return own_columns.some((column) => row[column] === subject.user_id);
}

/** The number of rows of each table that an erasure deletes. Tables without any are left out. */
export async function countRows(
  db: Db,
  tables: readonly DataTable[],
  subject: Subject,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const rows = rowsOf(table, subject);
    if (!rows || table.kind === 'ledger') continue;
    const counted = await sql<{ rows: number }>`
      select count(*) as rows from ${sql.table(table.name)} where ${rows}`.execute(db);
    const count = counted.rows[0]?.rows ?? 0;
    if (count > 0) counts[table.name] = count;
  }
  return counts;
}

/** Deletes the rows of the subject, in batches and children first, but those of the roots. */
export async function deleteRows(db: Db, tables: readonly DataTable[], subject: Subject): Promise<void> {
  for (const table of childrenFirst(tables)) {
    const rows = rowsOf(table, subject);
    if (!rows || table.kind === 'ledger' || ROOTS.has(table.name)) continue;
    const isSlow = tables.some((other) => other.keys.some((key) => key.to === table.name && !key.is_indexed));
    const batch = isSlow ? SMALL_BATCH : BATCH;
    const name = sql.table(table.name);
    for (const { column } of table.keys.filter(({ to }) => to === table.name)) {
      const own = sql.ref(column);
      const linked = sql<SqlBool>`${rows} and ${own} is not null`;
      await inSteps(db, { table, batch, rows: linked, change: sql`update ${name} set ${own} = null` });
    }
    await inSteps(db, { table, batch, rows, change: sql`delete from ${name}` });
  }
}

/** Deletes what an erasure needs until its end. */
export async function deleteRoots(tx: Db, tables: readonly DataTable[], subject: Subject): Promise<void> {
  for (const table of childrenFirst(tables)) {
    const rows = rowsOf(table, subject);
    if (rows && ROOTS.has(table.name))
      await sql`delete from ${sql.table(table.name)} where ${rows}`.execute(tx);
  }
}

interface Steps {
  table: DataTable;
  batch: number;
  rows: RawBuilder<SqlBool>;
  change: RawBuilder<unknown>;
}

async function inSteps(db: Db, { table, batch, rows, change }: Steps): Promise<void> {
  for (let changed = batch; changed === batch; )
    changed = await db.transaction().execute(async (tx) => {
      await allowErasing(tx);
      const { numAffectedRows } = await sql`${change} where ctid = any(array(
        select ctid from ${sql.table(table.name)} where ${rows} limit ${batch}))`.execute(tx);
      return Number(numAffectedRows ?? 0);
    });
}

/** The tables in the order in which rows can be deleted: each before those that it references. */
function childrenFirst(tables: readonly DataTable[]): DataTable[] {
  const ordered: DataTable[] = [];
  let rest = [...tables];
  while (rest.length > 0) {
    const isFree = ({ name }: DataTable) =>
      rest.every((other) => other.name === name || other.keys.every(({ to }) => to !== name));
    const free = rest.filter(isFree);
    if (free.length === 0)
      throw new Error(`Foreign keys in a circle: ${rest.map(({ name }) => name).join(', ')}`);
    ordered.push(...free);
    rest = rest.filter((table) => !free.includes(table));
  }
  return ordered;
}
