import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import type { ReviewPerson } from '../../db/rows.ts';
import type { WorkspaceCaller } from '../../handler/handler.ts';

/** Guests see who decided, but no email addresses: a user without a name is shown by the part before the @. */
const userName = sql<string>`coalesce(
  nullif(trim(concat_ws(' ', first_name, last_name)), ''), nullif(split_part(email, '@', 1), ''), 'Unnamed user'
)`;

export async function actorOf(db: Db, { user_id }: WorkspaceCaller): Promise<ReviewPerson> {
  const { name } = await db
    .selectFrom('app_user')
    .select(userName.as('name'))
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow();
  return { kind: 'user', id: user_id, name };
}
