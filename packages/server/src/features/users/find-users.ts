import { Uuid } from '@voiceloom/contract';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import { matchesTextOrId } from '../../db/text-or-id.ts';

const fullName = sql<string>`concat_ws(' ', app_user.first_name, app_user.last_name)`;

export type FoundUser = Awaited<ReturnType<typeof findUsersByText>>[number];

/** Finds users by text in their name or in a current or earlier address, or by ID or subject. Newest first. */
export async function findUsersByText(db: Db, { text, limit }: { text: string; limit: number }) {
  const searched = sql`concat_ws(' ', app_user.email, ${fullName}, array_to_string(former_emails, ' '))`;
  return db
    .selectFrom('app_user')
    .select(['app_user.id', 'app_user.email', 'app_user.created_at', 'app_user.suspended_at'])
    .select(fullName.as('name'))
    .select((eb) =>
      eb
        .selectFrom('workspace')
        .select((query) => query.fn.countAll<number>().as('owned'))
        .whereRef('workspace.owner_id', '=', 'app_user.id')
        .where('workspace.deleted_at', 'is', null)
        .as('workspaces'),
    )
    .where((eb) =>
      eb.or([matchesTextOrId(text, { searched, id: 'app_user.id' }), eb('app_user.subject', '=', text)]),
    )
    .orderBy('app_user.created_at', 'desc')
    .orderBy('app_user.id')
    .limit(limit)
    .execute();
}

/** The people with this ID or with exactly this current address. */
export async function findUsersByIdOrEmail(
  db: Db,
  text: string,
): Promise<{ id: string; email: string | null }[]> {
  const isId = Uuid.safeParse(text).success;
  return db
    .selectFrom('app_user')
    .select(['id', 'email'])
    .where((eb) => (isId ? eb('id', '=', text.toLowerCase()) : sql<SqlBool>`lower(email) = lower(${text})`))
    .orderBy('created_at')
    .limit(20)
    .execute();
}
