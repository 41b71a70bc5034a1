import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../db/index.ts';
import type { AppUserTable } from '../../db/schema.ts';

export type UserRow = Selectable<AppUserTable>;

export async function findUser(db: Db, issuer: string, subject: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('app_user')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

export async function findUserById(db: Db, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('app_user').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Undefined when the user exists; a concurrent first request is waited for. */
export async function insertUser(tx: Db, row: Insertable<AppUserTable>): Promise<UserRow | undefined> {
  return tx
    .insertInto('app_user')
    .values(row)
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .returningAll()
    .executeTakeFirst();
}

export type UserProfile = Pick<
  UserRow,
  'email' | 'email_verified' | 'first_name' | 'last_name' | 'image_url'
>;

export async function updateUser(
  db: Db,
  id: string,
  profile: Partial<UserProfile>,
  now: Date,
): Promise<void> {
  await db
    .updateTable('app_user')
    .set({ ...profile, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** Holds the user's row until the transaction ends. */
export async function lockUser(tx: Db, id: string): Promise<void> {
  await tx.selectFrom('app_user').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
}
