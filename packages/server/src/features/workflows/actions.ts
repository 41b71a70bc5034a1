import type { WorkflowDefinition } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import { cancelRun } from '../../engine/index.ts';
import { notFound } from '../../errors.ts';
import { assertMatch, versionOfRow } from '../../handler/entity-tag.ts';
import type { WorkspaceCaller } from '../../handler/handler.ts';
import { changesNothing } from '../../handler/patch.ts';
import { newId } from '../../ids.ts';
import {
  findWorkflow,
  insertWorkflow,
  listActiveRunIds,
  lockWorkflow,
  updateWorkflow,
  type WorkflowChanges,
  type WorkflowRow,
} from './queries.ts';

const MAX_NAME_LENGTH = 200;
const COPY = ' (Copy)';

export async function getWorkflow(
  { db }: Pick<App, 'db'>,
  caller: WorkspaceCaller,
  id: string,
): Promise<WorkflowRow> {
  const row = await findWorkflow(db, caller.workspace.id, id);
  if (row === undefined) throw notFound('workflow');
  return row;
}

export interface NewWorkflow {
  name: string;
  description?: string | null | undefined;
  definition?: WorkflowDefinition | undefined;
}

export async function createWorkflow(
  { db }: Pick<App, 'db'>,
  { caller, body, now }: { caller: WorkspaceCaller; body: NewWorkflow; now: Date },
): Promise<WorkflowRow> {
  const row = {
    id: newId(),
    user_id: caller.user_id,
    name: body.name,
    description: body.description ?? null,
    definition: body.definition ?? emptyDefinition(),
  };
  await insertWorkflow(db, { ...row, workspace_id: caller.workspace.id, now });
  const noRuns = { runs_count: 0, last_run_at: null, last_run_status: null, run_counts: null };
  return { ...row, ...noRuns, created_at: now, updated_at: now };
}

export function emptyDefinition(): WorkflowDefinition {
  return { graph: { nodes: [], edges: [] }, execution: { steps: [], params: {} } };
}

type Write = { caller: WorkspaceCaller; id: string; ifMatch: string | undefined; now: Date };

/** Compares and changes under one row lock: of two writers with the same ETag exactly one gets through. */
export async function changeWorkflow(
  { db }: Pick<App, 'db'>,
  { caller, id, ifMatch, now }: Write,
  changes: WorkflowChanges,
): Promise<WorkflowRow> {
  return db.transaction().execute(async (tx) => {
    await lockMatching(tx, { caller, id, ifMatch });
    if (!changesNothing(changes)) await updateWorkflow(tx, { id, changes, now });
    return getWorkflow({ db: tx }, caller, id);
  });
}

async function lockMatching(tx: App['db'], { caller, id, ifMatch }: Omit<Write, 'now'>): Promise<void> {
  const current = await lockWorkflow(tx, caller.workspace.id, id);
  if (current === undefined) throw notFound('workflow');
  assertMatch(ifMatch, versionOfRow(current), 'workflow');
}

export interface WorkflowPatch {
  name?: string | null | undefined;
  description?: string | null | undefined;
  definition?: WorkflowDefinition | null | undefined;
}

/** The changes of a PATCH. Name and definition cannot be removed: null leaves them as they are. */
export function changesOf({ name, description, definition }: WorkflowPatch): WorkflowChanges {
  return { name: name ?? undefined, description, definition: definition ?? undefined };
}

/**
 * The workflow goes first: a run that starts meanwhile finds none, and one that is active is cancelled then. Should
 * the process end between the two, the engine's reconcile job cancels it.
 */
export async function deleteWorkflow(app: Pick<App, 'db' | 'queue' | 'clock'>, write: Write): Promise<void> {
  const { caller, id, now } = write;
  await app.db.transaction().execute(async (tx) => {
    await lockMatching(tx, write);
    await updateWorkflow(tx, { id, changes: { deleted_at: now }, now });
  });
  for (const run_id of await listActiveRunIds(app.db, id)) {
    await cancelRun(app, { workspace_id: caller.workspace.id, run_id });
  }
}

export async function duplicateWorkflow(
  app: Pick<App, 'db'>,
  { caller, id, now }: { caller: WorkspaceCaller; id: string; now: Date },
): Promise<WorkflowRow> {
  const { name, description, definition } = await getWorkflow(app, caller, id);
  return createWorkflow(app, { caller, body: { name: copyName(name), description, definition }, now });
}

/** Cut by code points, so that no character is torn apart. */
export function copyName(name: string): string {
  const points = [...name].slice(0, MAX_NAME_LENGTH - COPY.length);
  return `${points.join('')}${COPY}`;
}
