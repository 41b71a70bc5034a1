import type { CreateTemplate, UpdateTemplate } from '@voiceloom/contract';
import type { z } from 'zod';
import type { App } from '../../app.ts';
import { changesNothing } from '../../db/by-id.ts';
import type { Db } from '../../db/index.ts';
import { insertMissing } from '../../db/upsert.ts';
import { ApiError } from '../../errors.ts';
import { assertMatch, versionOfRow } from '../../handler/entity-tag.ts';
import type { Caller, WorkspaceCaller, WriteRequest } from '../../handler/handler.ts';
import { newId } from '../../ids.ts';
import { addCallerActivity } from '../../ledger/activity.ts';
import {
  createWorkflow,
  emptyDefinition,
  toCopyName,
  updateDefined,
  type WorkflowChanges,
} from '../workflows/index.ts';
import {
  countUse,
  getTemplate,
  getTemplateToFavorite,
  lockTemplate,
  type TemplateRow,
  type Viewer,
} from './queries.ts';

/** Who looks at a template; owners of a workspace may also change the templates of others. */
export function toViewer({ user_id, workspace }: WorkspaceCaller): Viewer {
  const isWorkspaceOwner = workspace.owner_id === user_id;
  return { userId: user_id, workspaceId: workspace.id, isWorkspaceOwner };
}

type NewTemplate = z.output<typeof CreateTemplate>;

/** Creates a private template of the workspace. Default: an empty definition. */
export async function createTemplate(
  { db }: Pick<App, 'db'>,
  { caller, body, now }: { caller: WorkspaceCaller; body: NewTemplate; now: Date },
): Promise<TemplateRow> {
  const row = {
    id: newId(),
    workspace_id: caller.workspace.id,
    created_by: caller.user_id,
    name: body.name,
    description: body.description ?? null,
    category: body.category ?? null,
    definition: body.definition ?? emptyDefinition(),
  };
  const times = { created_at: now, updated_at: now };
  await db
    .insertInto('template')
    .values({ ...row, ...times, definition: JSON.stringify(row.definition) })
    .execute();
  const defaults = { is_starter: false, is_public: false, uses_count: 0, is_favorite: false };
  return { ...row, ...times, ...defaults };
}

/** Compares and changes under one row lock, so that only one of two writers with the same ETag succeeds. */
export async function changeTemplate({ db }: Pick<App, 'db'>, write: WriteRequest, changes: TemplateChanges) {
  const { caller, id, now } = write;
  return db.transaction().execute(async (tx) => {
    await lockEditableTemplate(tx, write);
    if (!changesNothing(changes)) await updateDefined(tx, 'template', { id, changes, now });
    return getTemplate(tx, toViewer(caller), id);
  });
}

/** Only its owner can delete a template. Workflows made from it stay. */
export async function deleteTemplate({ db }: Pick<App, 'db'>, write: WriteRequest): Promise<void> {
  const { id, now } = write;
  await db.transaction().execute(async (tx) => {
    await lockEditableTemplate(tx, write);
    await updateDefined(tx, 'template', { id, changes: { deleted_at: now }, now });
  });
}

/** Locks a template, and throws if the caller may not change it or does not know its current version. */
async function lockEditableTemplate(
  tx: Db,
  { caller, id, ifMatch }: Omit<WriteRequest, 'now'>,
): Promise<void> {
  const row = await lockTemplate(tx, toViewer(caller), id);
  if (row.is_starter)
    throw new ApiError('FORBIDDEN', 'Starter templates are read-only: clone the template instead.');
  if (!row.is_owned) throw new ApiError('FORBIDDEN', 'Only the owner of a template can change or delete it.');
  assertMatch(ifMatch, versionOfRow(row), 'template');
}

type TemplateChanges = WorkflowChanges & Pick<NewTemplate, 'category'>;

/** The changes of a PATCH. The name cannot be removed, so null does not change it. */
export function toTemplateChanges({ name, ...changes }: z.output<typeof UpdateTemplate>): TemplateChanges {
  return { ...changes, name: name ?? undefined };
}

/** If the name is missing or blank, the copy has the name of the template, marked as a copy. */
export async function cloneTemplate(
  { db }: Pick<App, 'db'>,
  request: { caller: WorkspaceCaller; id: string; name: string | null | undefined; now: Date },
) {
  const { caller, id, name, now } = request;
  return db.transaction().execute(async (tx) => {
    const template = await getTemplate(tx, toViewer(caller), id);
    await countUse(tx, id);
    const { description, definition } = template;
    const body = { name: name || toCopyName(template.name), description, definition };
    const workflow = await createWorkflow({ db: tx }, { caller, body, now });
    const resource = { type: 'template', id, name: template.name };
    const activity = { action: 'template_applied' as const, kind: 'template_cloned' };
    await addCallerActivity(
      tx,
      caller,
      { ...activity, resource, metadata: { workflow_id: workflow.id } },
      now,
    );
    return workflow;
  });
}

/** Repeating it changes nothing. */
export async function favoriteTemplate(
  { db }: Pick<App, 'db'>,
  { caller, id, now }: { caller: Caller; id: string; now: Date },
): Promise<TemplateRow> {
  const row = await getTemplateToFavorite(db, caller.user_id, id);
  const favorite = { user_id: caller.user_id, template_id: id, created_at: now };
  await insertMissing(db, 'template_favorite', [favorite]);
  return { ...row, is_favorite: true };
}
