import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Secrets } from '../secrets/secrets.ts';
import type { Db, Row, RowChanges } from './index.ts';
import { ENCRYPTED_COLUMNS, type EncryptedTableName } from './ring-keys.ts';

const PAGE = 200;

/** A table with encrypted secrets. */
interface EncryptedTable<Table extends EncryptedTableName> {
  name: Table;
  key: readonly (keyof Row<Table> & string)[];
  /** The context that the secrets of a row are bound to. Decryption needs the same context. */
  getContext(row: Row<Table>): string;
  /** Selects the rows that may have an old key. Default: all rows. */
  isOld?: Expression<SqlBool>;
  /** Other columns to change with the secrets. */
  changes?: RowChanges<Table>;
}

/**
 * Wraps the secrets of a table with the active key of the ring, one row per transaction. Returns the number of changed rows.
 * You can stop and repeat it at any time. Servers that know both keys can keep running.
 */
export async function rewrapSecrets<Table extends EncryptedTableName>(
  app: { db: Db; secrets: Secrets },
  table: EncryptedTable<Table>,
): Promise<number> {
  const key = sql.join(table.key.map((column) => sql.ref(column)));
  const listValues = (row: Row<Table>) => sql.join(table.key.map((column) => row[column]));
  let count = 0;
  const isOld = table.isOld ?? sql<boolean>`true`;
  /** Selects the rows after the last page. */
  let isAfterPage = sql<boolean>`true`;
  for (;;) {
    const { rows } = await sql<Row<Table>>`
      select ${key} from ${sql.table(table.name)} where ${isOld} and ${isAfterPage} order by ${key} limit ${PAGE}`.execute(
      app.db,
    );
    for (const row of rows) {
      const isOwn = sql<boolean>`(${key}) = (${listValues(row)})`;
      if (await app.db.transaction().execute((tx) => rewrapRow(tx, app.secrets, { table, isOwn })))
        count += 1;
    }
    const lastRow = rows.at(-1);
    if (lastRow === undefined || rows.length < PAGE) return count;
    isAfterPage = sql<boolean>`(${key}) > (${listValues(lastRow)})`;
  }
}

/** Locks and changes one row. False if the row is gone or already uses the active key. */
async function rewrapRow<Table extends EncryptedTableName>(
  tx: Db,
  secrets: Secrets,
  { table, isOwn }: { table: EncryptedTable<Table>; isOwn: RawBuilder<boolean> },
): Promise<boolean> {
  const { rows } = await sql<Row<Table>>`
    select * from ${sql.table(table.name)} where ${isOwn} for no key update`.execute(tx);
  const [row] = rows;
  if (!row) return false;
  const newSecrets: Record<string, Buffer> = {};
  for (const column of ENCRYPTED_COLUMNS[table.name]) {
    const ciphertext = row[column as keyof typeof row] as Buffer | null;
    if (ciphertext && secrets.keyIdOf(ciphertext) !== secrets.activeKeyId)
      newSecrets[column] = secrets.rewrap(ciphertext, table.getContext(row));
  }
  if (Object.keys(newSecrets).length === 0) return false;
  // TypeScript cannot type a query for a table that is a type parameter. The cast names one table in place of all.
  const changes: RowChanges<'delivery_target'> = { ...table.changes, ...newSecrets };
  await tx
    .updateTable(table.name as 'delivery_target')
    .set(changes)
    .where(isOwn)
    .execute();
  return true;
}
