import { sql } from 'kysely';
import type { App } from '../../app.ts';
import type { Db } from '../../db/index.ts';
import { notifyAccessChange } from '../../db/suspended.ts';
import { OPEN_STATUSES } from '../../engine/index.ts';
import { notFound } from '../../errors.ts';
import { addOperatorActivity, type Operator } from '../../ledger/activity.ts';
import { lockWorkspace, updateWorkspace } from './queries.ts';

export interface WorkspaceSuspension {
  id: string;
  is_suspended: boolean;
  operator: Operator;
  now: Date;
}

/** Suspends or restores a workspace. Idempotent: returns false if nothing changes. */
export function suspendWorkspace(
  { db }: Pick<App, 'db'>,
  { id, is_suspended, operator, now }: WorkspaceSuspension,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { name, suspended_at } = await lockWorkspace(tx, id);
    if ((suspended_at !== null) === is_suspended) return false;
    await updateWorkspace(tx, { id, changes: { suspended_at: is_suspended ? now : null }, now });
    await notifyAccessChange(tx);
    const kind = is_suspended ? 'workspace_suspended' : 'workspace_restored';
    const entry = { workspace_id: id, kind, resource: { type: 'workspace', id, name } };
    await addOperatorActivity(tx, operator, entry, now);
    return true;
  });
}

/** What a suspension affects. */
export interface SuspensionReach {
  /** The suspended person, or the owner of the suspended workspace. */
  owner: { id: string; email: string | null; name: string };
  is_owner_suspended: boolean;
  /** The names of the workspaces, oldest first. */
  workspaces: string[];
  /** The workspaces among them that have a suspension of their own. */
  suspended_workspaces: { id: string; name: string }[];
  /** The number of runs in these workspaces that have not ended. */
  runs: number;
  /** The runs among them that are paused, or that pause when workers have finished their current lines. */
  paused_runs: number;
}

/** The workspaces that a suspension of this workspace or owner affects, and their runs. */
export async function readReach(
  db: Db,
  { type, id }: { type: 'user' | 'workspace'; id: string },
): Promise<SuspensionReach> {
  const workspaces = await db
    .selectFrom('workspace')
    .innerJoin('app_user as owner', 'owner.id', 'workspace.owner_id')
    .select(['workspace.id', 'workspace.name', 'workspace.suspended_at'])
    .select(['owner.id as owner_id', 'owner.email', 'owner.suspended_at as owner_suspended_at'])
    .select(sql<string>`concat_ws(' ', owner.first_name, owner.last_name)`.as('owner_name'))
    .where(type === 'user' ? 'workspace.owner_id' : 'workspace.id', '=', id)
    .where('workspace.deleted_at', 'is', null)
    .orderBy('workspace.created_at')
    .execute();
  const [firstWorkspace] = workspaces;
  if (!firstWorkspace) throw notFound(type);
  const { rows } = await sql<Pick<SuspensionReach, 'runs' | 'paused_runs'>>`
    select count(*)::int as runs,
      count(*) filter (where status = 'paused' or pause_requested_at is not null)::int as paused_runs
    from run where status in (${sql.join(OPEN_STATUSES)})
      and workspace_id = any(${workspaces.map((workspace) => workspace.id)}::uuid[])`.execute(db);
  const { runs = 0, paused_runs = 0 } = rows[0] ?? {};
  const owner = { id: firstWorkspace.owner_id, email: firstWorkspace.email, name: firstWorkspace.owner_name };
  return {
    owner,
    is_owner_suspended: firstWorkspace.owner_suspended_at !== null,
    workspaces: workspaces.map(({ name }) => name),
    suspended_workspaces: workspaces
      .filter(({ suspended_at }) => suspended_at)
      .map(({ id, name }) => ({ id, name })),
    runs,
    paused_runs,
  };
}
