import {
  type CreateWorkflow,
  checkDefinition,
  type DefinitionReport,
  type RunEstimate,
  type StartRun,
  type UpdateWorkflow,
  type WorkflowDefinition,
} from '@voiceloom/contract';
import type { z } from 'zod';
import type { App } from '../../app.ts';
import { changesNothing } from '../../db/by-id.ts';
import {
  cancelRun,
  castVoices,
  estimateRun,
  type PreparedRun,
  prepareRun,
  type RunSpender,
  toStartProblem,
} from '../../engine/index.ts';
import { assertMatch, versionOfRow } from '../../handler/entity-tag.ts';
import type { WorkspaceCaller, WriteRequest } from '../../handler/handler.ts';
import { newId } from '../../ids.ts';
import { deleteSchedulesOfWorkflow } from './deletion.ts';
import {
  getWorkflow,
  insertWorkflow,
  listActiveRunIds,
  lockWorkflow,
  updateDefined,
  type WorkflowChanges,
  type WorkflowRow,
} from './queries.ts';

const MAX_NAME_LENGTH = 200;
const COPY = ' (Copy)';

/** Without a definition in the body, the workflow is empty. */
export async function createWorkflow(
  { db }: Pick<App, 'db'>,
  { caller, body, now }: { caller: WorkspaceCaller; body: z.output<typeof CreateWorkflow>; now: Date },
): Promise<WorkflowRow> {
  const row = {
    id: newId(),
    user_id: caller.user_id,
    name: body.name,
    description: body.description ?? null,
    definition: body.definition ?? emptyDefinition(),
  };
  const times = { created_at: now, updated_at: now };
  const definition = JSON.stringify(row.definition);
  const [insertion] = await insertWorkflow(db, { ...row, definition, now, workspaceId: caller.workspace.id });
  const noRuns = { runs_count: 0, last_run_at: null, last_run_status: null, run_counts: {} };
  return { ...row, ...times, ...noRuns, ...insertion };
}

export function emptyDefinition(): WorkflowDefinition {
  return { graph: { nodes: [], edges: [] }, execution: { steps: [], params: {} } };
}

/** Compares and changes under one row lock, so that only one of two writers with the same ETag succeeds. */
export async function changeWorkflow(
  { db }: Pick<App, 'db'>,
  { caller, id, ifMatch, now }: WriteRequest,
  changes: WorkflowChanges,
): Promise<WorkflowRow> {
  return db.transaction().execute(async (tx) => {
    await lockMatching(tx, { caller, id, ifMatch });
    if (!changesNothing(changes)) await updateDefined(tx, 'workflow', { id, changes, now });
    return getWorkflow(tx, caller.workspace.id, id);
  });
}

/** Locks a workflow, if it still has the version that the caller knows. */
async function lockMatching(tx: App['db'], { caller, id, ifMatch }: Omit<WriteRequest, 'now'>) {
  const currentWorkflow = await lockWorkflow(tx, caller.workspace.id, id);
  assertMatch(ifMatch, versionOfRow(currentWorkflow), 'workflow');
}

/** The changes of a PATCH. Name and definition cannot be removed, so null does not change them. */
export function toWorkflowChanges(patch: z.output<typeof UpdateWorkflow>): WorkflowChanges {
  const { name, description, definition } = patch;
  return { name: name ?? undefined, description, definition: definition ?? undefined };
}

/**
 * Deletes the workflow first, so that no run can start, and then cancels its active run. If the process ends between
 * these steps, the engine's reconcile job cancels the run.
 */
export async function deleteWorkflow(app: Pick<App, 'db' | 'queue' | 'clock'>, write: WriteRequest) {
  const { caller, id, now } = write;
  await app.db.transaction().execute(async (tx) => {
    await lockMatching(tx, write);
    await updateDefined(tx, 'workflow', { id, changes: { deleted_at: now }, now });
    await deleteSchedulesOfWorkflow(tx, { workspace_id: caller.workspace.id, workflow_id: id });
  });
  for (const run_id of await listActiveRunIds(app.db, 'workflow_id', id)) {
    await cancelRun(app, { workspace_id: caller.workspace.id, run_id });
  }
}

export async function duplicateWorkflow(
  app: Pick<App, 'db'>,
  { caller, id, now }: { caller: WorkspaceCaller; id: string; now: Date },
): Promise<WorkflowRow> {
  const { name, description, definition } = await getWorkflow(app.db, caller.workspace.id, id);
  return createWorkflow(app, { caller, body: { name: toCopyName(name), description, definition }, now });
}

/** Cuts by code points, so that no character is split. */
export function toCopyName(name: string): string {
  const points = [...name].slice(0, MAX_NAME_LENGTH - COPY.length);
  return `${points.join('')}${COPY}`;
}

type PreviewApp = Pick<
  App,
  'db' | 'clock' | 'storage' | 'texts' | 'speech' | 'transcription' | 'translation'
>;

/** The cost of the run that a start with the same body starts, and the reasons why it could not start. */
export async function previewRun(
  app: PreviewApp,
  caller: WorkspaceCaller,
  { workflow_id, body: overrides }: { workflow_id: string; body: StartRun },
): Promise<RunEstimate> {
  const { id: workspace_id, owner_id: account_id } = caller.workspace;
  const { definition } = await getWorkflow(app.db, workspace_id, workflow_id);
  const prepared = await prepareRun(app, { workspace_id, workflow_id, definition, overrides });
  const { user_id: triggered_by, api_key_id } = caller;
  return estimatePrepared(app, prepared, {
    account_id,
    max_credits: overrides.max_credits,
    run: { workspace_id, workflow_id, triggered_by, api_key_id },
  });
}

/** The estimate of a prepared run, as previews return it. */
export async function estimatePrepared(
  app: Pick<App, 'db' | 'clock'>,
  prepared: PreparedRun,
  spender: RunSpender,
): Promise<RunEstimate> {
  const { problems, readings, unknowns, notes } = prepared;
  const cost = await estimateRun(app, prepared, spender);
  return {
    ...cost,
    can_run: cost.can_run && problems.length === 0,
    problems,
    readings,
    voices: castVoices(prepared),
    notes: [...[...unknowns, ...notes].map(({ field: _field, ...note }) => note), ...cost.notes],
  };
}

/** Errors are what would reject a save. Warnings are what would stop a run in this workspace now. */
export async function checkInWorkspace(
  app: PreviewApp,
  workspaceId: string,
  input: unknown,
): Promise<DefinitionReport> {
  const { definition, ...findings } = checkDefinition(input);
  if (definition === null) return { valid: false, ...findings, readings: [] };
  const prepared = await prepareRun(app, { workspace_id: workspaceId, definition });
  const { problems, warnings, notes, readings } = prepared;
  const noteProblems = notes.map((note) => toStartProblem(definition, note));
  return { valid: true, errors: [], warnings: [...problems, ...warnings, ...noteProblems], readings };
}
