import { sql } from 'kysely';
import type { App } from '../app.ts';
import type { Db } from './index.ts';

/** The columns with encrypted secrets, by table. A column may be null. */
export const SEALED_COLUMNS = {
  provider_key: ['sealed'],
  delivery_target: ['sealed'],
  webhook_endpoint: ['secret', 'previous_secret'],
} as const;

export type SealedTableName = keyof typeof SEALED_COLUMNS;

/** The IDs of keys that stored secrets need, but that the key ring does not have. */
export async function findMissingRingKeys({ db, secrets }: Pick<App, 'db' | 'secrets'>): Promise<string[]> {
  const used = await listUsedRingKeys(db);
  return used.filter((id) => !secrets.hasKey(id));
}

async function listUsedRingKeys(db: Db): Promise<string[]> {
  const columns = Object.entries(SEALED_COLUMNS).flatMap(([table, names]) =>
    names.map((name) => ({ table: sql.table(table), column: sql.ref(name) })),
  );
  // The format of an encrypted secret is in `secrets/secrets.ts`: a version, the length of the key's ID, the ID.
  const ids = columns.map(
    ({ table, column }) => sql`
      select convert_from(substr(${column}, 3, get_byte(${column}, 1)), 'UTF8') as id from ${table} where ${column} is not null`,
  );
  const { rows } = await sql<{ id: string }>`${sql.join(ids, sql` union `)} order by id`.execute(db);
  return rows.map(({ id }) => id);
}
