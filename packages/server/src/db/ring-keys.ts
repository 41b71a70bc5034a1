import { sql } from 'kysely';
import type { Secrets } from '../secrets/secrets.ts';
import type { Db } from './index.ts';

/** The columns with encrypted secrets, by table. A column may be null. */
export const ENCRYPTED_COLUMNS = {
  provider_key: ['encrypted_credentials'],
  platform_provider_key: ['encrypted_credentials'],
  delivery_target: ['encrypted_credentials'],
  webhook_endpoint: ['secret', 'previous_secret'],
} as const;

/** The IDs that a key ring can have. */
const KEY_ID = /^[A-Za-z0-9_.-]{1,64}$/;

export type EncryptedTableName = keyof typeof ENCRYPTED_COLUMNS;

/** The IDs of keys that stored secrets need, but that the key ring does not have. */
export async function findMissingRingKeys({ db, secrets }: { db: Db; secrets: Secrets }): Promise<string[]> {
  // The format of an encrypted secret is in `secrets/secrets.ts`: a version, the length of the key's ID, the ID. Damaged
  // bytes are an error only where they are decrypted.
  const selects = Object.entries(ENCRYPTED_COLUMNS).flatMap(([table, columns]) =>
    columns.map((name) => {
      const column = sql.ref(name);
      return sql`
        select substr(${column}, 3, get_byte(${column}, 1)) as id from ${sql.table(table)}
        where octet_length(${column}) > 1`;
    }),
  );
  const { rows } = await sql<{ id: Buffer }>`${sql.join(selects, sql` union `)} order by id`.execute(db);
  return rows.map(({ id }) => id.toString()).filter((id) => KEY_ID.test(id) && !secrets.hasKey(id));
}
