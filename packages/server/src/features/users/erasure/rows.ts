import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../db/index.ts';
import { deleteEndedRun, OPEN_STATUSES } from '../../../engine/index.ts';
import { buildOwnRows, type DataTable, type Subject } from '../export/index.ts';
import { allowErasing, changeInParts, listParts } from './pages.ts';

/**
 * These tables identify the subject, so their rows are deleted last, in one transaction. They include the storage
 * figures, because the ledger check compares these with each other.
 */
const ROOTS = new Set([
  'billing_customer',
  'storage_charge',
  'subscription',
  'workspace',
  'workspace_member',
  'workspace_storage',
]);

/**
 * Whether an erasure keeps the rows until its end or permanently. The person remains as a pseudonym, and the ledgers
 * remain.
 */
export const isKept = ({ name, kind }: DataTable): boolean =>
  ROOTS.has(name) || kind === 'ledger' || name === 'app_user';

/** The number of rows of the subject in each table. Omits tables without such rows. */
export async function countRows(
  db: Db,
  tables: readonly DataTable[],
  subject: Subject,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const ownRows = buildOwnRows(table, subject);
    if (!ownRows) continue;
    let count = 0;
    for await (const part of listParts(db, { schema: 'public', table: table.name })) {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from ${sql.table(table.name)} where ${part} and ${ownRows}`.execute(db);
      count += rows[0]?.count ?? 0;
    }
    if (count > 0) counts[table.name] = count;
  }
  return counts;
}

/** Deletes the rows of the subject, children first, except rows that are kept. */
export async function deleteRows(db: Db, tables: readonly DataTable[], subject: Subject): Promise<void> {
  for (const table of sortChildrenFirst(tables)) {
    const ownRows = buildOwnRows(table, subject);
    // Attempts are deleted together with their run.
    if (!ownRows || isKept(table) || table.name === 'attempt') continue;
    if (table.name === 'run') await deleteRuns(db, subject);
    else await deleteOwnRows(db, table, ownRows);
  }
}

/** In a table whose rows refer to each other, repeatedly deletes the rows that no other row refers to. */
async function deleteOwnRows(db: Db, { name, keys }: DataTable, ownRows: RawBuilder<SqlBool>): Promise<void> {
  const table = sql.table(name);
  const links = keys.filter(({ to }) => to === name);
  const leaves = links.map(
    ({ column, to_column }) => sql<SqlBool>`not exists (
      select from ${table} child where child.${sql.ref(column)} = ${sql.ref(`${name}.${to_column}`)})`,
  );
  const conditions = sql.join([ownRows, ...leaves], sql` and `);
  let deletedCount: number;
  do {
    deletedCount = await changeInParts(
      db,
      name,
      (part) => sql`delete from ${table} where ${part} and ${conditions}`,
    );
  } while (links.length > 0 && deletedCount > 0);
}

const RUNS = 200;

/** Deletes retries before the runs that they retry. Keeps runs that have not ended, which the search then reports. */
async function deleteRuns(db: Db, { workspace_ids }: Subject): Promise<void> {
  for (;;) {
    const endedRuns = await db
      .selectFrom('run')
      .select('id')
      .where('workspace_id', 'in', [...workspace_ids])
      .where('status', 'not in', OPEN_STATUSES)
      .orderBy('created_at', 'desc')
      .limit(RUNS)
      .execute();
    for (const { id } of endedRuns) await deleteEndedRun(db, id);
    if (endedRuns.length < RUNS) return;
  }
}

/** Deletes the rows that an erasure needs until its end. */
export async function deleteRoots(tx: Db, tables: readonly DataTable[], subject: Subject): Promise<void> {
  await allowErasing(tx);
  for (const table of sortChildrenFirst(tables)) {
    const ownRows = buildOwnRows(table, subject);
    if (ownRows && ROOTS.has(table.name))
      await sql`delete from ${sql.table(table.name)} where ${ownRows}`.execute(tx);
  }
}

/** Orders tables for deletion: each before the tables that it references. */
function sortChildrenFirst(tables: readonly DataTable[]): DataTable[] {
  const ordered: DataTable[] = [];
  let remainingTables = [...tables];
  while (remainingTables.length > 0) {
    const isFree = ({ name }: DataTable) =>
      remainingTables.every(
        (otherTable) => otherTable.name === name || otherTable.keys.every(({ to }) => to !== name),
      );
    const freeTables = remainingTables.filter(isFree);
    if (freeTables.length === 0)
      throw new Error(`Foreign keys in a circle: ${remainingTables.map(({ name }) => name).join(', ')}`);
    ordered.push(...freeTables);
    remainingTables = remainingTables.filter((table) => !freeTables.includes(table));
  }
  return ordered;
}
