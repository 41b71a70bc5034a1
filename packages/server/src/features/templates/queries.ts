import type { TemplateListQuery, WorkflowDefinition } from '@voiceloom/contract';
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Row, Schema } from '../../db/index.ts';
import { notFound } from '../../errors.ts';
import { searchFilter } from '../../lists/search.ts';

export type TemplateRow = Omit<Row<'template'>, 'definition' | 'deleted_at'> & {
  definition: WorkflowDefinition;
  is_favorite: boolean;
};

/** Templates that are not deleted, with the favorites of `userId` marked. */
function selectTemplates(db: Db, userId: string) {
  return db
    .selectFrom('template')
    .selectAll('template')
    .select(sql<WorkflowDefinition>`template.definition`.as('definition'))
    .select(isFavorite(userId).as('is_favorite'))
    .where('template.deleted_at', 'is', null);
}

/** For a query on `template`: whether the user has marked it. */
function isFavorite(userId: string) {
  return sql<boolean>`exists (
    select from template_favorite as favorite
    where favorite.template_id = template.id and favorite.user_id = ${userId}
  )`;
}

/** Must match the predicate of the gallery's indexes. Starter templates are also public. */
const isPublic = sql<SqlBool>`template.is_public`;

/** Whether the template belongs to a workspace of the user. */
function isOfMember(userId: string): Expression<SqlBool> {
  return sql<SqlBool>`exists (
    select from workspace_member as member
    join workspace on workspace.id = member.workspace_id and workspace.deleted_at is null
    where member.workspace_id = template.workspace_id and member.user_id = ${userId}
  )`;
}

/** Whether the author has left the workspace. Then the owner of the workspace owns the template. */
const isOrphaned = sql<SqlBool>`not exists (
  select from workspace_member as member
  where member.workspace_id = template.workspace_id and member.user_id = template.created_by
)`;

/** A caller who may own templates. */
export interface Viewer {
  userId: string;
  workspaceId: string;
  /** The owner of the workspace also owns the templates of authors who left. */
  isWorkspaceOwner: boolean;
}

/** Whether the user wrote the template in the workspace, or owns it as the owner of the workspace. */
function isOwned(eb: ExpressionBuilder<Schema, 'template'>, viewer: Viewer): Expression<SqlBool> {
  const { userId, workspaceId, isWorkspaceOwner } = viewer;
  const isInWorkspace = eb('template.workspace_id', '=', workspaceId);
  const isAuthor = eb('template.created_by', '=', userId);
  if (!isWorkspaceOwner) return eb.and([isInWorkspace, isAuthor]);
  return eb.and([isInWorkspace, eb.or([isAuthor, isOrphaned])]);
}

/** Gets a public template or a template of the workspace. */
export async function getTemplate(db: Db, viewer: Viewer, id: string): Promise<TemplateRow> {
  return selectVisible(db, viewer, id).executeTakeFirstOrThrow(() => notFound('template'));
}

/** The template, if it is public or belongs to the workspace of the viewer. */
function selectVisible(db: Db, { userId, workspaceId }: Viewer, id: string) {
  return selectTemplates(db, userId)
    .where('template.id', '=', id)
    .where((eb) => eb.or([eb('template.workspace_id', '=', workspaceId), isPublic]));
}

/** `getTemplate` with a row lock until the transaction ends, so that the comparison and the change are atomic. */
export async function lockTemplate(tx: Db, viewer: Viewer, id: string) {
  await tx.selectFrom('template').select('id').where('id', '=', id).forUpdate().execute();
  return selectVisible(tx, viewer, id)
    .select((eb) => sql<boolean>`${isOwned(eb, viewer)}`.as('is_owned'))
    .executeTakeFirstOrThrow(() => notFound('template'));
}

/** A template that the user can see from any of the user's workspaces. */
export async function getTemplateToFavorite(db: Db, userId: string, id: string): Promise<TemplateRow> {
  return selectTemplates(db, userId)
    .where('template.id', '=', id)
    .where((eb) => eb.or([isPublic, isOfMember(userId)]))
    .executeTakeFirstOrThrow(() => notFound('template'));
}

/** Increments in SQL, so that concurrent uses are all counted. A use does not change the version. */
export async function countUse(tx: Db, id: string): Promise<void> {
  await tx
    .updateTable('template')
    .set((eb) => ({ uses_count: eb('uses_count', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function deleteFavorite(db: Db, userId: string, templateId: string): Promise<void> {
  await db
    .deleteFrom('template_favorite')
    .where('user_id', '=', userId)
    .where('template_id', '=', templateId)
    .execute();
}

export interface GalleryRequest {
  userId: string;
  /** The only workspace whose private templates are visible. Null: all workspaces of the user. */
  within: string | null;
  query: TemplateListQuery;
}

/** Public templates, unordered. Among favorites, also private templates of the caller's workspaces. */
export function selectGallery(db: Db, { userId, within, query }: GalleryRequest) {
  const templates = selectListedTemplates(db, userId, query);
  if (!query.favorites_only) return templates.where(isPublic);
  return templates.where((eb) => {
    const conditions = [isOfMember(userId)];
    if (within !== null) conditions.push(eb('template.workspace_id', '=', within));
    return eb.or([isPublic, eb.and(conditions)]);
  });
}

/** The templates that the user owns in the workspace, unordered. */
export function selectMine(db: Db, viewer: Viewer, query: TemplateListQuery) {
  return selectListedTemplates(db, viewer.userId, query).where((eb) => isOwned(eb, viewer));
}

/** Templates that match the query, visible or not: callers add the condition. `name_key` is for sorting. */
function selectListedTemplates(db: Db, userId: string, query: TemplateListQuery) {
  const { category, search, favorites_only } = query;
  return selectTemplates(db, userId)
    .select(sql<string>`lower(template.name)`.as('name_key'))
    .where((eb) => eb.and(searchFilter(search, ['template.name', 'template.description'])))
    .$if(category !== undefined, (rows) => rows.where('template.category', 'in', category ?? []))
    .$if(favorites_only, (rows) => rows.where(isFavorite(userId)));
}
