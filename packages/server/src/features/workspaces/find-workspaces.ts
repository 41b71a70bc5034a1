import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import { matchesTextOrId } from '../../db/text-or-id.ts';

export type FoundWorkspace = Awaited<ReturnType<typeof findWorkspacesByText>>[number];

/**
 * Finds workspaces by text in their name, slug or owner's email address, or by ID, for an operator. Includes deleted
 * ones, because their rows can still be erased.
 */
export async function findWorkspacesByText(db: Db, { text, limit }: { text: string; limit: number }) {
  const searched = sql`concat_ws(' ', workspace.name, workspace.slug, owner.email)`;
  return db
    .selectFrom('workspace')
    .innerJoin('app_user as owner', 'owner.id', 'workspace.owner_id')
    .select(['workspace.id', 'workspace.name', 'workspace.slug', 'workspace.is_personal'])
    .select(['workspace.owner_id', 'owner.email as owner_email'])
    .select(['workspace.created_at', 'workspace.deleted_at'])
    .select(['workspace.suspended_at', 'owner.suspended_at as owner_suspended_at'])
    .select((eb) =>
      eb
        .selectFrom('workspace_member')
        .select((member) => member.fn.countAll<number>().as('count'))
        .whereRef('workspace_member.workspace_id', '=', 'workspace.id')
        .as('members'),
    )
    .where(matchesTextOrId(text, { searched, id: 'workspace.id' }))
    .orderBy('workspace.created_at', 'desc')
    .orderBy('workspace.id')
    .limit(limit)
    .execute();
}
