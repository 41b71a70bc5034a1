import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import { formatMonday, type Week } from './week.ts';

/** Deletes a notice and returns it. Returns undefined if another process has taken it. */
export async function takeNotice(tx: Db, runId: string): Promise<{ created_at: Date } | undefined> {
  return tx
    .deleteFrom('run_notification')
    .where('run_id', '=', runId)
    .returning('created_at')
    .executeTakeFirst();
}

/** The ended runs whose notice was queued before a time and has not been handled, oldest first. */
export async function listLateNotices(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('run_notification')
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

/** The maximum number of workspaces that an email lists. It counts the others. */
const LISTED_WORKSPACES = 20;

export interface WorkspaceWeek {
  user_id: string;
  email: string;
  /** The number of the user's workspaces with runs in the week, including workspaces that are not listed. */
  workspaces: number;
  name: string;
  runs: number;
  lines: number;
  characters: number;
  credits: number;
  audio_ms: number;
}

/**
 * Claims the next users who want a summary and have none for this week. If several workers claim the same user, one
 * succeeds; the others wait for its commit and skip this user.
 */
export async function claimReaders(
  tx: Db,
  request: { week: Week; after: string; limit: number; now: Date },
): Promise<string[]> {
  const { week, after, limit, now } = request;
  const monday = formatMonday(week);
  const { rows } = await sql<{ user_id: string }>`
    insert into weekly_summary (user_id, week, created_at)
    select preference.user_id, ${monday}, ${now}
    from notification_preference as preference
    join app_user on app_user.id = preference.user_id
    where preference.weekly_usage_summary_email and preference.user_id > ${after}
      and app_user.email_verified and app_user.email is not null
      and not exists (
        select 1 from weekly_summary as done
        where done.user_id = preference.user_id and done.week = ${monday}
      )
    order by preference.user_id
    limit ${limit}
    on conflict do nothing
    returning user_id`.execute(tx);
  return rows.map(({ user_id }) => user_id).sort();
}

/** The runs that ended in the week, by user and workspace, highest cost first. Omits users without runs. */
export async function listWorkspaceWeeks(db: Db, userIds: string[], week: Week): Promise<WorkspaceWeek[]> {
  const { rows } = await sql<WorkspaceWeek>`
    with sums as (
      select workspace_id, count(*)::int as runs, sum(lines_delivered) as lines, sum(characters) as characters,
        sum(credits) as credits, sum(audio_ms)::bigint as audio_ms
      from run
      where completed_at >= ${week.from} and completed_at < ${week.to}
        and workspace_id in (select workspace_id from workspace_member where user_id = any(${userIds}::uuid[]))
      group by workspace_id
    ), ranked as (
      select member.user_id, workspace.name, sums.*,
        row_number() over (partition by member.user_id order by credits desc, runs desc, workspace.id) as place,
        (count(*) over (partition by member.user_id))::int as workspaces
      from workspace_member as member
      join workspace on workspace.id = member.workspace_id and workspace.deleted_at is null
      join sums on sums.workspace_id = member.workspace_id
      where member.user_id = any(${userIds}::uuid[])
    )
    select user_id, app_user.email, workspaces, name, runs, lines, characters, credits, audio_ms
    from ranked join app_user on app_user.id = ranked.user_id
    where place <= ${LISTED_WORKSPACES}
    order by user_id, place`.execute(db);
  return rows;
}

/** Deletes the records of the summaries that were sent for weeks before this time. */
export async function forgetSummaries(db: Db, before: Date): Promise<void> {
  await sql`delete from weekly_summary where week < ${before.toISOString().slice(0, 10)}`.execute(db);
}
