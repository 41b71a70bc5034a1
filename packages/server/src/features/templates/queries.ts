import type { TemplateListQuery, WorkflowDefinition } from '@voiceloom/contract';
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Row, Schema } from '../../db/index.ts';
import { notFound } from '../../errors.ts';
import { searchFilter } from '../../handler/search.ts';

export type TemplateRow = Omit<Row<'template'>, 'definition' | 'deleted_at'> & {
  definition: WorkflowDefinition;
  is_favorite: boolean;
};

type Builder = ExpressionBuilder<Schema, 'template'>;

/** Templates that are not deleted, as `userId` sees them. */
function selectTemplates(db: Db, userId: string) {
  return db
    .selectFrom('template')
    .selectAll('template')
    .select(sql<WorkflowDefinition>`template.definition`.as('definition'))
    .select(isFavorite(userId).as('is_favorite'))
    .where('template.deleted_at', 'is', null);
}

function isFavorite(userId: string) {
  return sql<boolean>`exists (
    select from template_favorite as favorite
    where favorite.template_id = template.id and favorite.user_id = ${userId}
  )`;
}

/** Must match the predicate of the gallery's indexes. Starter templates are public. */
const isPublic = sql<SqlBool>`template.is_public`;

/** The template belongs to a workspace of the user. */
function isOfMember(userId: string): Expression<SqlBool> {
  return sql<SqlBool>`exists (
    select from workspace_member as member
    join workspace on workspace.id = member.workspace_id and workspace.deleted_at is null
    where member.workspace_id = template.workspace_id and member.user_id = ${userId}
  )`;
}

/** The author left the workspace, so its owner owns the template. */
const isOrphaned = sql<SqlBool>`not exists (
  select from workspace_member as member
  where member.workspace_id = template.workspace_id and member.user_id = template.created_by
)`;

/** The caller as the owner of templates. */
export interface Viewer {
  userId: string;
  workspaceId: string;
  /** Owns the workspace, and with it the templates of authors who left. */
  isWorkspaceOwner: boolean;
}

/** The user wrote the template in the workspace, or took it over as the owner of the workspace. */
function isOwned(eb: Builder, { userId, workspaceId, isWorkspaceOwner }: Viewer): Expression<SqlBool> {
  const isAuthor = eb('template.created_by', '=', userId);
  const owns = isWorkspaceOwner ? eb.or([isAuthor, isOrphaned]) : isAuthor;
  return eb.and([eb('template.workspace_id', '=', workspaceId), owns]);
}

/** A template of the workspace, or a public one. */
export async function getTemplate(db: Db, viewer: Viewer, id: string): Promise<TemplateRow> {
  return selectVisible(db, viewer, id).executeTakeFirstOrThrow(() => notFound('template'));
}

function selectVisible(db: Db, { userId, workspaceId }: Viewer, id: string) {
  return selectTemplates(db, userId)
    .where('template.id', '=', id)
    .where((eb) => eb.or([eb('template.workspace_id', '=', workspaceId), isPublic]));
}

/** `getTemplate` with a row lock until the transaction ends, so that comparing and changing are atomic. */
export async function lockTemplate(tx: Db, viewer: Viewer, id: string) {
  await tx.selectFrom('template').select('id').where('id', '=', id).forUpdate().execute();
  return selectVisible(tx, viewer, id)
    .select((eb) => sql<boolean>`${isOwned(eb, viewer)}`.as('is_owned'))
    .executeTakeFirstOrThrow(() => notFound('template'));
}

/** A template that the user sees from any of the user's workspaces. */
export async function getFavorable(db: Db, userId: string, id: string): Promise<TemplateRow> {
  return selectTemplates(db, userId)
    .where('template.id', '=', id)
    .where((eb) => eb.or([isPublic, isOfMember(userId)]))
    .executeTakeFirstOrThrow(() => notFound('template'));
}

/** Increments in the statement, so that no concurrent use is lost. A use does not change the version. */
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

export interface GalleryOf {
  userId: string;
  /** The only workspace whose private templates may show; null = all that the user belongs to. */
  within: string | null;
  query: TemplateListQuery;
}

/** Public templates and, among favorites, private ones of the caller's workspaces. Unordered. */
export function selectGallery(db: Db, { userId, within, query }: GalleryOf) {
  const listed = selectListed(db, userId, query);
  if (!query.favorites_only) return listed.where(isPublic);
  return listed.where((eb) => {
    const visible = isOfMember(userId);
    const seen = within === null ? visible : eb.and([visible, eb('template.workspace_id', '=', within)]);
    return eb.or([isPublic, seen]);
  });
}

/** The templates that the user owns in the workspace, unordered. */
export function selectMine(db: Db, viewer: Viewer, query: TemplateListQuery) {
  return selectListed(db, viewer.userId, query).where((eb) => isOwned(eb, viewer));
}

function selectListed(db: Db, userId: string, { category, search, favorites_only }: TemplateListQuery) {
  return selectTemplates(db, userId)
    .select(sql<string>`lower(template.name)`.as('name_key'))
    .where((eb) => eb.and(searchFilter(search, ['template.name', 'template.description'])))
    .$if(category !== undefined, (rows) => rows.where('template.category', 'in', category ?? []))
    .$if(favorites_only, (rows) => rows.where(isFavorite(userId)));
}
