import type { Role } from '@voiceloom/contract';
import { sql, type Updateable } from 'kysely';
import type { Db, NewRow, Row, Schema } from '../../db/index.ts';
import { isSuspended } from '../../db/suspended.ts';
import { notFound } from '../../errors.ts';
import type { Caller, CallerWorkspace } from '../../handler/handler.ts';

export type WorkspaceRow = Row<'workspace'>;

export async function insertMember(tx: Db, member: NewRow<'workspace_member'>): Promise<void> {
  await tx.insertInto('workspace_member').values(member).execute();
}

/** Throws NOT_FOUND if the workspace was deleted. */
export async function getWorkspace(db: Db, id: string): Promise<WorkspaceRow> {
  return db
    .selectFrom('workspace')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow(() => notFound('workspace'));
}

/** Whether a workspace that is not deleted has the slug. */
export async function isSlugTaken(db: Db, slug: string): Promise<boolean> {
  const row = await db
    .selectFrom('workspace')
    .select('id')
    .where('slug', '=', slug)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Locks the workspace, so that changes of its members and invites run one after the other. Rows that refer to it can
 * still be written. Throws if it has been deleted since the request began.
 */
export async function lockWorkspace(tx: Db, id: string, missing = () => notFound('workspace')) {
  return selectWorkspaceForUpdate(tx, id).where('deleted_at', 'is', null).executeTakeFirstOrThrow(missing);
}

/** Locks the workspace, even if it is deleted. */
export async function lockAnyWorkspace(tx: Db, id: string): Promise<WorkspaceRow> {
  return selectWorkspaceForUpdate(tx, id).executeTakeFirstOrThrow(() => notFound('workspace'));
}

/** Locks the workspace against changes, but not against new rows that refer to it. */
const selectWorkspaceForUpdate = (tx: Db, id: string) =>
  tx.selectFrom('workspace').selectAll().where('id', '=', id).forNoKeyUpdate();

export type WorkspaceChanges = Updateable<Omit<Schema['workspace'], 'id' | 'owner_id' | 'updated_at'>>;

/** The caller's transaction must have locked the workspace. */
export async function updateWorkspace(
  db: Db,
  { id, changes, now }: { id: string; changes: WorkspaceChanges; now: Date },
): Promise<WorkspaceRow> {
  const columns = { ...changes, updated_at: now };
  const sensitivity = changes.routing_price_sensitivity;
  // The column has single precision and rejects values that only a double can hold.
  if (typeof sensitivity === 'number') columns.routing_price_sensitivity = Math.fround(sensitivity);
  return db
    .updateTable('workspace')
    .set(columns)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export interface Membership extends CallerWorkspace {
  last_active_at: Date | null;
  /** Whether the workspace or its owner is suspended. */
  is_suspended: boolean;
}

/** The user's membership in a workspace. Undefined if the user is not a member. */
export async function findMembership(db: Db, userId: string, workspaceId: string) {
  return selectMemberships(db, userId).where('workspace.id', '=', workspaceId).executeTakeFirst();
}

export async function findPersonalMembership(db: Db, userId: string): Promise<Membership | undefined> {
  return selectMemberships(db, userId)
    .where('workspace.owner_id', '=', userId)
    .where('workspace.is_personal', '=', true)
    .executeTakeFirst();
}

/** The personal workspace of a person. Its activity log also contains an operator's actions on this person. */
export async function getPersonalWorkspaceId(db: Db, userId: string): Promise<string> {
  const personal = await findPersonalMembership(db, userId);
  if (!personal) throw notFound('user');
  return personal.id;
}

/** The workspaces of a user that are not deleted, with the user's role in each. */
function selectMemberships(db: Db, userId: string) {
  return db
    .selectFrom('workspace_member as member')
    .innerJoin('workspace', 'workspace.id', 'member.workspace_id')
    .innerJoin('app_user as owner', 'owner.id', 'workspace.owner_id')
    .select(['workspace.id', 'workspace.owner_id', 'member.last_active_at'])
    .select((eb) => eb.ref('member.role').$castTo<Role>().as('role'))
    .select(isSuspended.as('is_suspended'))
    .where('member.user_id', '=', userId)
    .where('workspace.deleted_at', 'is', null);
}

/** Records the minute of activity. Per minute and member, at most one write changes the row. */
export async function touchMember(
  db: Db,
  { userId, workspaceId, now }: { userId: string; workspaceId: string; now: Date },
): Promise<void> {
  const minute = new Date(Math.floor(now.getTime() / 60_000) * 60_000);
  await db
    .updateTable('workspace_member')
    .set({ last_active_at: minute })
    .where('user_id', '=', userId)
    .where('workspace_id', '=', workspaceId)
    .where((eb) => eb.or([eb('last_active_at', 'is', null), eb('last_active_at', '<', minute)]))
    .execute();
}

/**
 * The workspaces of a person. For an API key, only its own. `personal_rank` puts the person's personal workspace first.
 */
export function selectCallerWorkspaces(db: Db, { kind, user_id, workspace }: Caller) {
  return db
    .selectFrom('workspace')
    .innerJoin('workspace_member', 'workspace_member.workspace_id', 'workspace.id')
    .selectAll('workspace')
    .select(sql<number>`${sql.raw(PERSONAL_FIRST)}`.as('personal_rank'))
    .where('workspace_member.user_id', '=', user_id)
    .$if(kind === 'api_key', (rows) => rows.where('workspace.id', '=', workspace?.id ?? null))
    .where('workspace.deleted_at', 'is', null);
}

export const PERSONAL_FIRST =
  '(case when workspace.is_personal and workspace.owner_id = workspace_member.user_id then 0 else 1 end)';

/** Locks the user, so that concurrent requests cannot exceed the limit of workspaces. */
export async function lockOwner(tx: Db, userId: string): Promise<void> {
  await tx.selectFrom('app_user').select('id').where('id', '=', userId).forUpdate().executeTakeFirst();
}

/** Deleted workspaces do not count. */
export async function countOwnedWorkspaces(tx: Db, userId: string): Promise<number> {
  const { total } = await tx
    .selectFrom('workspace')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('owner_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return total;
}
