import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import type { ReviewPerson } from '../../db/rows.ts';
import type { GuestCaller, WorkspaceCaller } from '../../handler/handler.ts';

/** The name that others see. Without a name, it is the part of the email address before the @, not the address. */
const userName = sql<string>`coalesce(
  nullif(trim(concat_ws(' ', first_name, last_name)), ''), nullif(split_part(email, '@', 1), ''), 'Unnamed user'
)`;

/** The query for the name of a user. */
function selectPerson(db: Db, userId: string) {
  return db.selectFrom('app_user').select(userName.as('name')).where('app_user.id', '=', userId);
}

/** The caller, as others see them. */
export async function getActor(
  db: Db,
  caller: GuestCaller | Pick<WorkspaceCaller, 'user_id'>,
): Promise<ReviewPerson> {
  if ('guest' in caller) return { kind: 'guest', id: caller.guest.id, name: caller.guest.name };
  const { user_id: id } = caller;
  const { name } = await selectPerson(db, id).executeTakeFirstOrThrow();
  return { kind: 'user', id, name };
}

/** Returns undefined if the user is not a member of the workspace. */
export async function findMember(db: Db, workspaceId: string, id: string) {
  const row = await selectPerson(db, id)
    .innerJoin('workspace_member', 'workspace_member.user_id', 'app_user.id')
    .where('workspace_member.workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return row && { kind: 'user' as const, id, name: row.name };
}
