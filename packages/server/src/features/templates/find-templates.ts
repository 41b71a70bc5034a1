import type { WorkflowDefinition } from '@voiceloom/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import { matchesTextOrId } from '../../db/text-or-id.ts';
import { notFound } from '../../errors.ts';

export type FoundTemplate = Awaited<ReturnType<typeof findTemplatesByText>>[number];

/** Templates that are not deleted, for an operator. Starter templates have no workspace. */
const selectAnyTemplates = (db: Db) =>
  db
    .selectFrom('template')
    .leftJoin('workspace', 'workspace.id', 'template.workspace_id')
    .leftJoin('app_user as owner', 'owner.id', 'workspace.owner_id')
    .select(['template.id', 'template.name', 'template.is_public', 'template.created_at'])
    .select(['template.workspace_id', 'workspace.name as workspace_name'])
    .select(['owner.id as owner_id', 'owner.email as owner_email'])
    .where('template.deleted_at', 'is', null);

/** Finds templates by text in their name, or in the name or the owner's email address of their workspace, or by ID. */
export async function findTemplatesByText(db: Db, { text, limit }: { text: string; limit: number }) {
  const searched = sql`concat_ws(' ', template.name, workspace.name, owner.email)`;
  return selectAnyTemplates(db)
    .where(matchesTextOrId(text, { searched, id: 'template.id' }))
    .orderBy('template.created_at', 'desc')
    .orderBy('template.id')
    .limit(limit)
    .execute();
}

/** Everything of a template that becomes public with it. */
export function getTemplateToPublish(db: Db, id: string) {
  return selectAnyTemplates(db)
    .select(['template.description', 'template.category'])
    .select(sql<WorkflowDefinition>`template.definition`.as('definition'))
    .where('template.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('template'));
}
