import { sql } from 'kysely';
import type { Db, NewRow, Row, RowChanges, Schema } from './index.ts';

/** Tables whose rows have an id. */
type Identified = {
  [Table in keyof Schema]: 'id' extends keyof Schema[Table] ? Table : never;
}[keyof Schema];

/** The columns to change. Undefined ones keep their values. */
export type Changes<Table extends Identified> = {
  [Column in keyof RowChanges<Table>]?: RowChanges<Table>[Column] | undefined;
};

/** Inserts a row and returns it with its defaults. */
export async function insertRow<Table extends Identified>(
  db: Db,
  table: Table,
  row: NewRow<Table>,
): Promise<Row<Table>> {
  // TypeScript cannot type a query for a table that is a type parameter. The cast names one table in place of all.
  const insert = db.insertInto(table as 'api_key').values(row as NewRow<'api_key'>);
  const inserted: unknown = await insert.returningAll().executeTakeFirstOrThrow();
  return inserted as Row<Table>;
}

/** Changes a row that the caller has already found in its workspace. */
export async function updateRow<Table extends Identified>(
  db: Db,
  table: Table,
  { id, ...changes }: Changes<Table> & { id: string },
): Promise<Row<Table>> {
  const update = db.updateTable(table as 'api_key').set(changes as RowChanges<'api_key'>);
  const row: unknown = await update.where('id', '=', id).returningAll().executeTakeFirstOrThrow();
  return row as Row<Table>;
}

/** The `updated_at` of a changed row: two changes within a millisecond get different versions. */
export const nextVersion = (now: Date) =>
  sql<Date>`greatest(${now}::timestamptz, updated_at + interval '1 millisecond')`;

/** Whether a PATCH changes no field. The version and times of the row must then stay the same. */
export function changesNothing(changes: object): boolean {
  return Object.values(changes).every((value) => value === undefined);
}
