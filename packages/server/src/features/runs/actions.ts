import {
  type RetryRun,
  type StartProblem,
  type StartRun,
  upgradeDefinition,
  type WorkflowDefinition,
} from '@voiceloom/contract';
import { sql } from 'kysely';
import type { App } from '../../app.ts';
import type { Db } from '../../db/index.ts';
import { anewKey, estimateRun } from '../../engine/estimate.ts';
import { cancelRun } from '../../engine/runs/cancel.ts';
import { pauseRun, resumeRun } from '../../engine/runs/pause.ts';
import { startRun as startEngineRun } from '../../engine/runs/start.ts';
import { ApiError, type FieldFault, invalid, notFound } from '../../errors.ts';
import type { WorkspaceCaller } from '../../handler.ts';
import { problemsBeforeStart, voicelessProblems } from '../workflows/index.ts';

type RunApp = Pick<
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
async function refuseUnready(
  app: RunApp,
  workspaceId: string,
  definition: WorkflowDefinition,
): Promise<void> {
  rejectProblems(await problemsBeforeStart(app, workspaceId, definition));
}

function rejectProblems(problems: readonly StartProblem[]): void {
  if (problems.length > 0) throw invalid(...problems.map(toFault));
}

function toFault({ path, message }: StartProblem): FieldFault {
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

/** Runs failed and dropped lines again, or the named ones, as a new run that keeps every other take. */
export async function retryRunAction(
  app: RunApp,
  caller: WorkspaceCaller,
  request: RunPath & { body: RetryRun },
): Promise<string> {
  const run = await getRun(app.db, caller, request);
  if (!['completed', 'failed', 'cancelled'].includes(run.status)) {
    throw new ApiError('CONFLICT', `The run is ${run.status}: only a run that has ended can be retried.`);
  }
  const named = request.body.line_ids ?? null;
  if (named) await refuseUnknownLines(app.db, run.id, named);
  else if (run.lines_total > 0) await refuseNothingToDo(app.db, run.id);
  const lineIds = named && (await withTranslations(app.db, run.id, named));
  // The snapshot is what was checked when the run it repeats was started.
  const definition = upgradeDefinition(run.definition as unknown as WorkflowDefinition);
  await refuseUnready(app, caller.workspace.id, definition);
  const place = { workspace_id: caller.workspace.id, account_id: caller.workspace.owner_id };
  // With several sources the ids of their lines are known only in the run.
  const sources = definition.graph.nodes.filter(({ type }) => type.startsWith('source_'));
  const anew = sources.length === 1 ? await listAnew(app.db, run.id, lineIds) : new Set<string>();
  const estimate = await estimateRun(app, { ...place, definition, anew, retry_of: run.id });
  rejectProblems(voicelessProblems(estimate.notes, definition));
  return startEngineRun(app, {
    ...place,
    workflow_id: request.workflow_id,
    triggered_by: caller.user_id,
    api_key_id: caller.api_key_id,
    ip: caller.ip,
    definition,
    min_credits: estimate.min_credits,
    retry_of: run.id,
    retry_line_ids: lineIds,
  });
}

/** The lines that a retry speaks anew for certain. */
async function listAnew(db: Db, runId: string, lineIds: string[] | null): Promise<Set<string>> {
  const rows = await db
    .selectFrom('run_line')
    .select(['line_id', 'locale_code'])
    .where('run_id', '=', runId)
    .where((eb) =>
      eb.or([
        eb('status', 'in', ['failed', 'dropped']),
        ...(lineIds ? [sql<boolean>`line_id = any(${lineIds}::text[])`] : []),
      ]),
    )
    .execute();
  return new Set(rows.map(anewKey));
}

async function getRun(db: Db, caller: WorkspaceCaller, path: RunPath) {
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

async function refuseUnknownLines(db: Db, runId: string, lineIds: string[]): Promise<void> {
  const found = await db
    .selectFrom('run_line')
    .select('line_id')
    .distinct()
    .where('run_id', '=', runId)
    .where(sql<boolean>`line_id = any(${lineIds}::text[])`)
    .execute();
  const known = new Set(found.map((row) => row.line_id));
  const faults = lineIds.flatMap((id, index) =>
    known.has(id) ? [] : [{ field: `body.line_ids.${index}`, message: `The run has no line "${id}".` }],
  );
  if (faults.length > 0) throw invalid(...faults.slice(0, 100));
}

/** Lines, and for those whose translations took their place, these: a name from the script is good for both. */
async function withTranslations(db: Db, runId: string, lineIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ line_id: string }>`
    with recursive named (no, line_id, status) as (
      select no, line_id, status from run_line where run_id = ${runId} and line_id = any(${lineIds}::text[])
      union
      select made.no, made.line_id, made.status from named
      join run_line made on made.run_id = ${runId} and made.source_no = named.no
      where named.status = 'translated'
    ) select distinct line_id from named`.execute(db);
  return rows.map((row) => row.line_id);
}

async function refuseNothingToDo(db: Db, runId: string): Promise<void> {
  const open = await db
    .selectFrom('run_line')
    .select('no')
    .where('run_id', '=', runId)
    .where('status', 'not in', ['delivered', 'skipped', 'translated'])
    .limit(1)
    .executeTakeFirst();
  if (!open)
    throw new ApiError('CONFLICT', 'Every line of the run was delivered: name the lines to do again.');
}
