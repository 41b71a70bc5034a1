import type { RunListQuery, RunStatus, RunUsage, WorkflowDefinition } from '@voiceloom/contract';
import { type InferResult, type SqlBool, sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import type { RunRef } from '../../engine/index.ts';
import { notFound } from '../../errors.ts';

export type { RunRef };

/** A workflow of a workspace, for lists of its runs. */
export type WorkflowRef = Omit<RunRef, 'run_id'>;

const COLUMNS = [
  'run.id',
  'run.workspace_id',
  'run.workflow_id',
  'run.run_number',
  'run.status',
  'run.total_nodes',
  'run.total_steps',
  'run.finished_steps',
  'run.lines_total',
  'run.lines_delivered',
  'run.lines_dropped',
  'run.lines_failed',
  'run.lines_skipped',
  'run.retries',
  'run.characters',
  'run.audio_ms',
  'run.credits',
  'run.triggered_by',
  'run.error',
  'run.first_audio_at',
  'run.pause_requested_at',
  'run.paused_at',
  'run.pause_reason',
  'run.pause_limit',
  'run.pause_budget_id',
  'run.pause_message',
  'run.max_credits',
  'run.provider_usd_micros',
  'run.unpriced_takes',
  'run.started_at',
  'run.completed_at',
  'run.audio_removed_at',
  'run.created_at',
  'run.updated_at',
  'workflow.name as workflow_name',
] as const;

const userName = sql<string>`coalesce(
  nullif(trim(concat_ws(' ', app_user.first_name, app_user.last_name)), ''), app_user.email, 'Unnamed user'
)`;

const byLocale = sql<RunUsage['by_locale'] | null>`(
  select jsonb_object_agg(
    locale_code, jsonb_build_object('characters', characters, 'lines', lines, 'audio_ms', audio_ms)
  )
  from run_locale where run_locale.run_id = run.id and (lines > 0 or characters > 0)
)`;

/**
 * Whether a run delivered anything. `lines_delivered` counts a line when its last path ends. If a run was stopped, an
 * open line may already have reached an output; only the step counts this.
 */
const hasDelivered = sql<boolean>`(
  run.lines_delivered > 0
  or run.status in ('failed', 'cancelled') and exists (
    select from run_step
    where run_step.run_id = run.id and run_step.node_type = 'sink_preview' and run_step.done > run_step.failed
  )
)`;

/** The runs of a workflow, unordered. None if the workflow is deleted. */
function selectRuns(db: Db, { workspace_id, workflow_id }: WorkflowRef) {
  return db
    .selectFrom('run')
    .innerJoin('workflow', 'workflow.id', 'run.workflow_id')
    .innerJoin('app_user', 'app_user.id', 'run.triggered_by')
    .select([
      ...COLUMNS,
      userName.as('user_name'),
      byLocale.as('by_locale'),
      hasDelivered.as('has_delivered'),
    ])
    .where('run.workspace_id', '=', workspace_id)
    .where('run.workflow_id', '=', workflow_id)
    .where('workflow.workspace_id', '=', workspace_id)
    .where('workflow.deleted_at', 'is', null);
}

export type RunRow = InferResult<ReturnType<typeof selectRuns>>[number];

export async function getRun(db: Db, runRef: RunRef): Promise<RunRow> {
  return selectRuns(db, runRef)
    .where('run.id', '=', runRef.run_id)
    .executeTakeFirstOrThrow(() => notFound('run'));
}

/** Throws NOT_FOUND if the run belongs to another workspace or its workflow is deleted. */
export async function assertRunExists(db: Db, runRef: RunRef): Promise<void> {
  await db
    .selectFrom('run')
    .innerJoin('workflow', 'workflow.id', 'run.workflow_id')
    .select('run.id')
    .where('run.id', '=', runRef.run_id)
    .where('run.workspace_id', '=', runRef.workspace_id)
    .where('run.workflow_id', '=', runRef.workflow_id)
    .where('workflow.deleted_at', 'is', null)
    .executeTakeFirstOrThrow(() => notFound('run'));
}

export type RunWithDefinition = RunRow & { definition: WorkflowDefinition };

/** The run with its whole snapshot, including text scripts. */
export async function getRunWithDefinition(db: Db, runRef: RunRef): Promise<RunWithDefinition> {
  return selectRuns(db, runRef)
    .select(sql<WorkflowDefinition>`run.definition`.as('definition'))
    .where('run.id', '=', runRef.run_id)
    .executeTakeFirstOrThrow(() => notFound('run'));
}

/** The snapshot without script texts, which can have half a million characters and are not part of the graph. */
const outline = sql<WorkflowDefinition>`jsonb_set(run.definition, '{graph,nodes}', coalesce((
  select jsonb_agg(node #- '{config,text}' order by position)
  from jsonb_array_elements(run.definition #> '{graph,nodes}') with ordinality as entry (node, position)
), '[]'))`;

/** The run with its graph, to name and order its nodes. */
export async function getRunWithGraph(db: Db, runRef: RunRef): Promise<RunWithDefinition> {
  return selectRuns(db, runRef)
    .select(outline.as('definition'))
    .where('run.id', '=', runRef.run_id)
    .executeTakeFirstOrThrow(() => notFound('run'));
}

/** Throws NOT_FOUND, so that the list of a missing workflow is an error and not an empty list. */
export async function assertWorkflow(db: Db, { workspace_id, workflow_id }: WorkflowRef): Promise<void> {
  await db
    .selectFrom('workflow')
    .select('id')
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', workflow_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow(() => notFound('workflow'));
}

interface RunListRequest {
  workflowRef: WorkflowRef;
  query: Pick<RunListQuery, 'status' | 'search'>;
}

/** The runs that a list request selects, unordered. */
export function selectListedRuns(db: Db, { workflowRef, query }: RunListRequest) {
  const { status, search = '' } = query;
  const text = search.trim();
  return selectRuns(db, workflowRef)
    .$if(status !== undefined, (runs) => runs.where('run.status', 'in', status ?? []))
    .$if(text !== '', (runs) => runs.where(sql<SqlBool>`strpos(lower(${userName}), lower(${text})) > 0`));
}

/** The same runs without joins, for counts: each run has one workflow and user. Undefined if a name is searched. */
export function selectCountedRuns(db: Db, { workflowRef, query }: RunListRequest) {
  const { status, search = '' } = query;
  if (search.trim() !== '') return;
  return db
    .selectFrom('run')
    .where('run.workspace_id', '=', workflowRef.workspace_id)
    .where('run.workflow_id', '=', workflowRef.workflow_id)
    .$if(status !== undefined, (runs) => runs.where('run.status', 'in', status ?? []));
}

export type StatusCount = Awaited<ReturnType<typeof countByStatus>>[number];

/** The number of runs with each status, and the mean duration of runs that started and ended. */
export async function countByStatus(
  db: Db,
  workflowRef: WorkflowRef,
  { from, to }: { from?: string | undefined; to?: string | undefined },
) {
  let query = db
    .selectFrom('run')
    .select((eb) => [
      sql<RunStatus>`run.status`.as('status'),
      eb.fn.countAll<number>().as('runs'),
      sql<number | null>`avg(extract(epoch from completed_at - started_at))::float8`.as('average_seconds'),
    ])
    .where('workspace_id', '=', workflowRef.workspace_id)
    .where('workflow_id', '=', workflowRef.workflow_id)
    .groupBy('status');
  if (from !== undefined) query = query.where('created_at', '>=', new Date(from));
  if (to !== undefined) query = query.where('created_at', '<=', new Date(to));
  return query.execute();
}
