import {
  type StartProblem,
  type StartRun,
  upgradeDefinition,
  type WorkflowDefinition,
} from '@voiceloom/contract';
import { normalizeLocale, unknownLocale } from '@voiceloom/text';
import type { App } from '../../../app.ts';
import type { Db } from '../../../db/index.ts';
import {
  cancelRun,
  estimateRun,
  pauseRun,
  resumeRun,
  startRun as startEngineRun,
} from '../../../engine/index.ts';
import { type FieldError, invalid, notFound } from '../../../errors.ts';
import type { WorkspaceCaller } from '../../../handler/handler.ts';
import { problemsBeforeStart, voicelessProblems } from '../../workflows/index.ts';

export type RunApp = Pick<
  App,
  'db' | 'queue' | 'clock' | 'config' | 'storage' | 'speech' | 'transcription' | 'translation'
>;

/** The run that a request names: its workflow and its own id. */
export interface RunPath {
  workflow_id: string;
  run_id: string;
}

/** Starts a run of a workflow; overrides touch only its snapshot. Resolves to the run's id. */
export async function startRun(
  app: RunApp,
  caller: WorkspaceCaller,
  request: { workflow_id: string; body: StartRun },
): Promise<string> {
  const stored = await getDefinition(app.db, caller.workspace.id, request.workflow_id);
  const definition = withOverrides(upgradeDefinition(stored), request.body);
  await refuseUnready(app, caller.workspace.id, definition);
  const place = { workspace_id: caller.workspace.id, account_id: caller.workspace.owner_id };
  const estimate = await estimateRun(app, { ...place, definition });
  rejectProblems(voicelessProblems(estimate.notes, definition));
  return startEngineRun(app, {
    ...place,
    workflow_id: request.workflow_id,
    triggered_by: caller.user_id,
    api_key_id: caller.api_key_id,
    ip: caller.ip,
    definition,
    min_credits: estimate.min_credits,
  });
}

async function getDefinition(db: Db, workspaceId: string, workflowId: string): Promise<WorkflowDefinition> {
  const row = await db
    .selectFrom('workflow')
    .select('definition')
    .where('id', '=', workflowId)
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw notFound('workflow');
  // The column only ever holds what the contract's own check has passed.
  return row.definition as unknown as WorkflowDefinition;
}

/** The definition of this run alone: another script, another language, other parameters. */
export function withOverrides(definition: WorkflowDefinition, body: StartRun): WorkflowDefinition {
  const params = { ...definition.execution.params, ...body.params };
  const changed = { ...definition, execution: { ...definition.execution, params } };
  const { script_text: text, source_language: language } = body;
  if (language !== undefined && normalizeLocale(language) === null)
    throw invalid({ field: 'body.source_language', message: unknownLocale(language) });
  if (text === undefined && language === undefined) return changed;
  const sources = definition.graph.nodes.filter((node) => node.type === 'source_script');
  if (sources.length !== 1) {
    const field = text === undefined ? 'body.source_language' : 'body.script_text';
    const message = `An override needs exactly one source_script; the workflow has ${sources.length}.`;
    throw invalid({ field, message });
  }
  const nodes = definition.graph.nodes.map((node) =>
    node.type === 'source_script'
      ? { ...node, config: { ...node.config, ...overrideOf(text, language) } }
      : node,
  );
  return { ...changed, graph: { ...definition.graph, nodes } };
}

function overrideOf(text: string | undefined, language: string | undefined): Record<string, unknown> {
  return {
    ...(text === undefined ? {} : { input_type: 'text', text }),
    ...(language === undefined ? {} : { source_language: language }),
  };
}

/** Everything that would stop the run, in one answer that names node and field. */
export async function refuseUnready(
  app: RunApp,
  workspaceId: string,
  definition: WorkflowDefinition,
): Promise<void> {
  rejectProblems(await problemsBeforeStart(app, workspaceId, definition));
}

export function rejectProblems(problems: readonly StartProblem[]): void {
  if (problems.length > 0) throw invalid(...problems.map(toFault));
}

function toFault({ path, message }: StartProblem): FieldError {
  return { field: path, message };
}

/** Cancels a run; one that has ended stays as it is. */
export async function cancelRunAction(app: RunApp, caller: WorkspaceCaller, path: RunPath): Promise<string> {
  await getRun(app.db, caller, path);
  await cancelRun(app, { workspace_id: caller.workspace.id, run_id: path.run_id });
  return path.run_id;
}

export async function pauseRunAction(app: RunApp, caller: WorkspaceCaller, path: RunPath): Promise<string> {
  await getRun(app.db, caller, path);
  await pauseRun(app, { workspace_id: caller.workspace.id, ...path });
  return path.run_id;
}

export async function resumeRunAction(app: RunApp, caller: WorkspaceCaller, path: RunPath): Promise<string> {
  await getRun(app.db, caller, path);
  await resumeRun(app, { workspace_id: caller.workspace.id, ...path });
  return path.run_id;
}

export async function getRun(db: Db, caller: WorkspaceCaller, path: RunPath) {
  const run = await db
    .selectFrom('run')
    .innerJoin('workflow', 'workflow.id', 'run.workflow_id')
    .select(['run.id', 'run.status', 'run.definition', 'run.lines_total'])
    .where('run.id', '=', path.run_id)
    .where('run.workflow_id', '=', path.workflow_id)
    .where('run.workspace_id', '=', caller.workspace.id)
    .where('workflow.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!run) throw notFound('run');
  return run;
}
