import { type RawBuilder, sql } from 'kysely';
import type { Db, NewRow, Row, Schema } from './index.ts';

/** Inserts the rows that do not conflict with stored rows, and returns them. */
export async function insertMissing<Table extends keyof Schema>(
  db: Db,
  table: Table,
  rows: readonly NewRow<Table>[],
): Promise<Row<Table>[]> {
  if (rows.length === 0) return [];
  // TypeScript cannot type a query for a table that is a type parameter. The cast names one table in place of all.
  const insert = db.insertInto(table as 'plan').values(rows as NewRow<'plan'>[]);
  const inserted: unknown = await insert
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .execute();
  return inserted as Row<Table>[];
}

/** For each counter, the stored value plus that of the conflicting row. */
export function addedValues<Name extends string>(
  table: string,
  counters: readonly Name[],
): Record<Name, RawBuilder<number>> {
  const entries = counters.map((name) => [
    name,
    sql<number>`${sql.ref(`${table}.${name}`)} + ${sql.ref(`excluded.${name}`)}`,
  ]);
  return Object.fromEntries(entries) as Record<Name, RawBuilder<number>>;
}

/**
 * Inserts rows, or updates the named columns of stored rows. Unchanged rows are not written, so that several processes
 * can do this at any time.
 */
export async function upsertById<Table extends 'plan' | 'template' | 'voice'>(
  db: Db,
  table: Table,
  { rows, columns }: { rows: readonly NewRow<Table>[]; columns: readonly (keyof Schema[Table] & string)[] },
): Promise<void> {
  const storedColumns = sql.join(columns.map((column) => sql.ref(`${table}.${column}`)));
  const seeded = sql.join(columns.map((column) => sql.ref(`excluded.${column}`)));
  const names = [...columns, 'updated_at'];
  const changes = Object.fromEntries(names.map((name) => [name, sql.ref(`excluded.${name}`)]));
  // Ignores conflicts of any key: two processes that insert the same row can conflict on a slug before the ID.
  await insertMissing(db, table, rows);
  await db
    // TypeScript cannot type a query for a table that is a type parameter. The cast names one table in place of all.
    .insertInto(table as 'plan')
    .values(rows as NewRow<'plan'>[])
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(changes)
        .where(sql<boolean>`(${storedColumns}) is distinct from (${seeded})`),
    )
    .execute();
}
