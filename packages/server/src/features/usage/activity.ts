import { Activity, type ActivityQuery } from '@voiceloom/contract';
import { type InferResult, sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import { toView } from '../../handler/view.ts';
import { DAY_MS, DAYS } from './periods.ts';

const userName = sql<string | null>`case when app_user.id is null then null else coalesce(
  nullif(trim(concat_ws(' ', app_user.first_name, app_user.last_name)), ''), app_user.email, 'Unnamed user'
) end`;

export interface ActivityFilter extends Pick<ActivityQuery, 'range' | 'type' | 'user_id'> {
  workspaceId: string;
  now: Date;
}

/** The activity log of a workspace, unordered. */
export function selectActivity(db: Db, filter: ActivityFilter) {
  const { workspaceId, range, type, user_id, now } = filter;
  const since = new Date(now.getTime() - DAYS[range] * DAY_MS);
  return db
    .selectFrom('activity')
    .leftJoin('app_user', 'app_user.id', 'activity.user_id')
    .selectAll('activity')
    .select(userName.as('user_name'))
    .where('activity.workspace_id', '=', workspaceId)
    .where('activity.created_at', '>=', since)
    .$if(type !== undefined, (query) => query.where('activity.action', 'in', type ?? []))
    .$if(user_id !== undefined, (query) => query.where('activity.user_id', '=', user_id ?? null));
}

export function activityView(row: InferResult<ReturnType<typeof selectActivity>>[number]): Activity {
  const { user_id, user_name } = row;
  let user: Activity['user'] = null;
  if (user_id !== null && user_name !== null) user = { id: user_id, name: user_name };
  const resource = { type: row.resource_type, id: row.resource_id, name: row.resource_name };
  return toView(Activity, { ...row, timestamp: row.created_at, user, resource });
}
