import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import { mondayOf, type Week } from './week.ts';

/** How many workspaces a mail lists; the rest are counted. */
export const LISTED_WORKSPACES = 20;

export interface WorkspaceWeek {
  user_id: string;
  email: string;
  /** The number of the user's workspaces with runs in the week, including unlisted ones. */
  workspaces: number;
  name: string;
  runs: number;
  lines: number;
  characters: number;
  credits: number;
  audio_ms: number;
}

type Claim = { week: Week; after: string; limit: number; now: Date };

/**
 * Claims the next users who want a summary and have none for this week. If several workers claim the same
 * user, one succeeds; the others wait for its commit and skip the user.
 */
export async function claimReaders(tx: Db, { week, after, limit, now }: Claim): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    insert into weekly_summary (user_id, week, created_at)
    select preference.user_id, ${mondayOf(week)}, ${now}
    from notification_preference as preference
    join app_user on app_user.id = preference.user_id
    where preference.weekly_usage_summary_email and preference.user_id > ${after}
      and app_user.email_verified and app_user.email is not null
      and not exists (
        select 1 from weekly_summary as done
        where done.user_id = preference.user_id and done.week = ${mondayOf(week)}
      )
    order by preference.user_id
    limit ${limit}
    on conflict do nothing
    returning user_id`.execute(tx);
  return rows.map(({ user_id }) => user_id).sort();
}

/**
 * Runs that ended in the week, by user and workspace, most expensive first. Users without runs are omitted.
 */
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

export async function forgetSummaries(db: Db, before: Date): Promise<void> {
  await sql`delete from weekly_summary where week < ${before.toISOString().slice(0, 10)}`.execute(db);
}
