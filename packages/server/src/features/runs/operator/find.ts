import type { RunStatus } from '@voiceloom/contract';
import { type InferResult, sql } from 'kysely';
import type { Db } from '../../../db/index.ts';
import { OPEN_STATUSES } from '../../../engine/index.ts';
import { notFound } from '../../../errors.ts';

/** The state of a run for an operator: its status, or `pausing` from the request of a pause until it takes effect. */
export type RunState = RunStatus | 'pausing';

export const OPEN_STATES = ['pending', 'running', 'pausing', 'paused'] as const satisfies readonly RunState[];

const state = sql<RunState>`case when run.status in ('pending', 'running') and run.pause_requested_at is not null
  then 'pausing' else run.status end`;

/** The last result. Other changes, such as those of an operator, are no progress. */
const progressAt = sql<Date | null>`(select event.at from run_event as event
  where event.run_id = run.id and event.type = 'progress' order by event.seq desc limit 1)`;

/** Runs of all workspaces, for an operator. */
function selectAnyRuns(db: Db) {
  return db
    .selectFrom('run')
    .innerJoin('workflow', 'workflow.id', 'run.workflow_id')
    .innerJoin('workspace', 'workspace.id', 'run.workspace_id')
    .innerJoin('app_user as owner', 'owner.id', 'workspace.owner_id')
    .select(['run.id', 'run.workspace_id', 'run.workflow_id', 'run.account_id', 'run.run_number'])
    .select([
      'run.lines_total',
      'run.open_chunks',
      'run.queued_chunks',
      'run.hold',
      'run.credits',
      'run.error',
    ])
    .select(['run.created_at', 'run.completed_at', 'run.pause_requested_at'])
    .select(['run.wait_provider', 'run.wait_model', 'run.resume_at', 'run.pause_message'])
    .select(progressAt.as('progress_at'))
    .select(['workflow.name as workflow_name', 'workflow.deleted_at as workflow_deleted_at'])
    .select(['workspace.name as workspace_name', 'workspace.suspended_at as workspace_suspended_at'])
    .select(['workspace.owner_id', 'owner.email as owner_email', 'owner.suspended_at as owner_suspended_at'])
    .select((eb) => eb.ref('run.status').$castTo<RunStatus>().as('status'))
    .select(state.as('state'))
    .select(sql<number>`lines_delivered + lines_dropped + lines_failed + lines_skipped`.as('lines_finished'));
}

export type AnyRun = InferResult<ReturnType<typeof selectAnyRuns>>[number];

export async function findRun(db: Db, id: string): Promise<AnyRun> {
  return selectAnyRuns(db)
    .where('run.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('run'));
}

export interface OpenRunList {
  states: readonly (typeof OPEN_STATES)[number][];
  /** Only runs that started before this time. */
  before: Date;
  limit: number;
}

/** Runs that have not ended, oldest first. */
export async function listOpenRuns(db: Db, { states, before, limit }: OpenRunList): Promise<AnyRun[]> {
  return selectAnyRuns(db)
    .where('run.status', 'in', OPEN_STATUSES)
    .where(state, 'in', states)
    .where('run.created_at', '<=', before)
    .orderBy('run.created_at')
    .orderBy('run.id')
    .limit(limit)
    .execute();
}
