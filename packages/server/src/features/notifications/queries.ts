import type { Db } from '../../db/index.ts';

/** Deletes a notice and returns it; undefined if another process took it. */
export async function takeNotice(tx: Db, runId: string): Promise<{ created_at: Date } | undefined> {
  return tx.deleteFrom('run_notice').where('run_id', '=', runId).returning('created_at').executeTakeFirst();
}

export async function listLateNotices(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('run_notice')
    .select('run_id')
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(limit)
    .execute();
  return rows.map(({ run_id }) => run_id);
}

export type EndedRun = NonNullable<Awaited<ReturnType<typeof findEndedRun>>>;

/** A run with the user who started it, if that user is still a member of the workspace and has a verified address. */
export async function findEndedRun(db: Db, runId: string) {
  const row = await db
    .selectFrom('run')
    .innerJoin('workflow', 'workflow.id', 'run.workflow_id')
    .innerJoin('workspace', 'workspace.id', 'run.workspace_id')
    .innerJoin('workspace_member as member', (join) =>
      join
        .onRef('member.workspace_id', '=', 'run.workspace_id')
        .onRef('member.user_id', '=', 'run.triggered_by'),
    )
    .innerJoin('app_user', 'app_user.id', 'run.triggered_by')
    .select([
      'run.id',
      'run.workspace_id',
      'run.workflow_id',
      'run.run_number',
      'run.status',
      'run.lines_delivered',
      'run.lines_dropped',
      'run.lines_failed',
      'run.lines_skipped',
      'run.credits',
      'run.error',
      'run.started_at',
      'run.completed_at',
      'workflow.name as workflow_name',
      'workspace.name as workspace_name',
      'app_user.id as user_id',
      'app_user.email',
    ])
    .where('run.id', '=', runId)
    .where('workflow.deleted_at', 'is', null)
    .where('workspace.deleted_at', 'is', null)
    .where('app_user.email_verified', '=', true)
    .executeTakeFirst();
  if (!row) return undefined;
  const { status, email } = row;
  if (email === null || (status !== 'completed' && status !== 'failed')) return undefined;
  return { ...row, status, email } as const;
}
