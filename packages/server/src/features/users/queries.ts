import type { Db, NewRow, Row } from '../../db/index.ts';

export type UserRow = Row<'app_user'>;

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

/** Undefined if the user exists. Waits for a concurrent first request. */
export async function insertUser(tx: Db, row: NewRow<'app_user'>): Promise<UserRow | undefined> {
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
