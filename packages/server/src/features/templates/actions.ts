import type { TemplateCategory, WorkflowDefinition } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import type { Db } from '../../db/index.ts';
import { ApiError, notFound } from '../../errors.ts';
import { assertMatch, versionOfRow } from '../../handler/entity-tag.ts';
import type { Caller, WorkspaceCaller } from '../../handler/handler.ts';
import { changesNothing } from '../../handler/patch.ts';
import { newId } from '../../ids.ts';
import { addActivity, byCaller } from '../../ledger/activity.ts';
import { copyName, createWorkflow, emptyDefinition } from '../workflows/index.ts';
import {
  countUse,
  deleteFavorite,
  findFavorable,
  findTemplate,
  insertFavorite,
  insertTemplate,
  lockTemplate,
  type TemplateChanges,
  type TemplateRow,
  updateTemplate,
  type Viewer,
} from './queries.ts';

export function viewerOf({ user_id, workspace }: WorkspaceCaller): Viewer {
  const isWorkspaceOwner = workspace.owner_id === user_id;
  return { userId: user_id, workspaceId: workspace.id, isWorkspaceOwner };
}

export async function getTemplate(
  { db }: Pick<App, 'db'>,
  caller: WorkspaceCaller,
  id: string,
): Promise<TemplateRow> {
  const row = await findTemplate(db, viewerOf(caller), id);
  if (row === undefined) throw notFound('template');
  return row;
}

export interface NewTemplate {
  name: string;
  description?: string | null | undefined;
  category?: TemplateCategory | null | undefined;
  definition?: WorkflowDefinition | undefined;
}

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
  await insertTemplate(db, { ...row, now });
  const fresh = { is_starter: false, is_public: false, uses_count: 0, is_favorite: false };
  return { ...row, ...fresh, created_at: now, updated_at: now };
}

type Write = { caller: WorkspaceCaller; id: string; ifMatch: string | undefined; now: Date };

/** Compares and changes under one row lock: of two writers with the same ETag exactly one gets through. */
export async function changeTemplate(
  { db }: Pick<App, 'db'>,
  write: Write,
  changes: TemplateChanges,
): Promise<TemplateRow> {
  const { caller, id, now } = write;
  return db.transaction().execute(async (tx) => {
    await lockOwn(tx, write);
    if (!changesNothing(changes)) await updateTemplate(tx, { id, changes, now });
    return getTemplate({ db: tx }, caller, id);
  });
}

export async function deleteTemplate({ db }: Pick<App, 'db'>, write: Write): Promise<void> {
  const { id, now } = write;
  await db.transaction().execute(async (tx) => {
    await lockOwn(tx, write);
    await updateTemplate(tx, { id, changes: { deleted_at: now }, now });
  });
}

async function lockOwn(tx: Db, { caller, id, ifMatch }: Omit<Write, 'now'>): Promise<void> {
  const row = await lockTemplate(tx, viewerOf(caller), id);
  if (row === undefined) throw notFound('template');
  refuseUnlessOwner(row);
  assertMatch(ifMatch, versionOfRow(row), 'template');
}

function refuseUnlessOwner({ is_starter, is_owned }: { is_starter: boolean; is_owned: boolean }): void {
  if (is_starter)
    throw new ApiError('FORBIDDEN', 'Starter templates are read-only: clone the template instead.');
  if (is_owned) return;
  throw new ApiError('FORBIDDEN', 'Only the owner of a template can change or delete it.');
}

export interface TemplatePatch extends Omit<NewTemplate, 'name'> {
  name?: string | null | undefined;
}

/** The changes of a PATCH. The name cannot be removed: null leaves it as it is. */
export function changesOf({ name, description, category, definition }: TemplatePatch): TemplateChanges {
  return { name: name ?? undefined, description, category, definition };
}

interface Clone {
  caller: WorkspaceCaller;
  id: string;
  /** Blank or none: the template's, marked as a copy. */
  name: string | null | undefined;
  now: Date;
}

export async function cloneTemplate({ db }: Pick<App, 'db'>, { caller, id, name, now }: Clone) {
  return db.transaction().execute(async (tx) => {
    const template = await getTemplate({ db: tx }, caller, id);
    await countUse(tx, id);
    const { description, definition } = template;
    const body = { name: name || copyName(template.name), description, definition };
    const workflow = await createWorkflow({ db: tx }, { caller, body, now });
    const entry = {
      ...byCaller(caller),
      action: 'template_applied' as const,
      kind: 'template_cloned',
      resource: { type: 'template', id, name: template.name },
      metadata: { workflow_id: workflow.id },
    };
    await addActivity(tx, entry, now);
    return workflow;
  });
}

export async function favoriteTemplate(
  { db }: Pick<App, 'db'>,
  { caller, id, now }: { caller: Caller; id: string; now: Date },
): Promise<TemplateRow> {
  const row = await findFavorable(db, caller.user_id, id);
  if (row === undefined) throw notFound('template');
  await insertFavorite(db, { userId: caller.user_id, templateId: id, now });
  return { ...row, is_favorite: true };
}

/** Says nothing of the template: neither whether there is one nor whether it was a favorite. */
export async function unfavoriteTemplate({ db }: Pick<App, 'db'>, caller: Caller, id: string): Promise<void> {
  await deleteFavorite(db, caller.user_id, id);
}
