import { sql } from 'kysely';
import type { Db, Row } from '../../db/index.ts';

/** A member in the list of members. */
export interface RosterRow extends Pick<Row<'app_user'>, 'first_name' | 'last_name' | 'image_url'> {
  id: string;
  user_id: string | null;
  email: string;
  role: string;
  last_active_at: Date | null;
  status: string;
  rank: number;
  since: Date;
}

/** The maximum number of members and open invites of a workspace, for any plan. */
export const MAX_ROSTER = 10_000;

/** Members and open invites as one list. `rank` puts the caller first, then admins, and invites last. */
export async function listRoster(
  db: Db,
  { workspaceId, userId, now }: { workspaceId: string; userId: string; now: Date },
): Promise<RosterRow[]> {
  const roster = sql<RosterRow>`(
    select member.id, member.user_id, coalesce(person.email, '') as email, person.first_name, person.last_name,
      person.image_url, member.role, member.last_active_at, 'active' as status, member.created_at as since,
      case when member.user_id = ${userId} then 0 when member.role = 'admin' then 1 else 2 end as rank
    from workspace_member as member join app_user as person on person.id = member.user_id
    where member.workspace_id = ${workspaceId}
    union all
    select id, null, email, null, null, null, role, null, 'invited', created_at, 3
    from workspace_invite
    where workspace_id = ${workspaceId} and status = 'pending' and expires_at > ${now}
  )`.as<'roster'>('roster');
  const members = db.selectFrom(roster).selectAll();
  return members.orderBy('rank').orderBy('since').orderBy('id').limit(MAX_ROSTER).execute();
}

export async function countMembers(tx: Db, workspaceId: string): Promise<number> {
  const { total } = await tx
    .selectFrom('workspace_member')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return total;
}

/** Ignores unverified addresses, because only a verified address identifies a person. */
export async function hasMemberWithEmail(tx: Db, workspaceId: string, email: string): Promise<boolean> {
  const row = await tx
    .selectFrom('workspace_member as member')
    .innerJoin('app_user as person', 'person.id', 'member.user_id')
    .select('member.id')
    .where('member.workspace_id', '=', workspaceId)
    .where('person.email_verified', '=', true)
    .where(sql<boolean>`lower(person.email) = ${email}`)
    .executeTakeFirst();
  return row !== undefined;
}

export type InviteRow = Row<'workspace_invite'>;

export async function findInviteByHash(db: Db, hash: Buffer): Promise<InviteRow | undefined> {
  return db.selectFrom('workspace_invite').selectAll().where('token_hash', '=', hash).executeTakeFirst();
}

/** An invite with the names that the invited person sees. */
export async function findInviteWithNames(db: Db, hash: Buffer) {
  return db
    .selectFrom('workspace_invite as invite')
    .innerJoin('workspace', 'workspace.id', 'invite.workspace_id')
    .innerJoin('app_user as inviter', 'inviter.id', 'invite.invited_by')
    .selectAll('invite')
    .select(['workspace.name as workspace_name', 'workspace.deleted_at'])
    .select(['inviter.first_name', 'inviter.last_name', 'inviter.email as inviter_email'])
    .where('token_hash', '=', hash)
    .executeTakeFirst();
}

/** Marks expired invites, so that their address and seat become free. */
export async function expireInvites(tx: Db, workspaceId: string, now: Date): Promise<void> {
  await tx
    .updateTable('workspace_invite')
    .set({ status: 'expired', updated_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'pending')
    .where('expires_at', '<=', now)
    .execute();
}

/** The addresses with an open invite. The caller has marked expired invites. */
export async function listInvitedEmails(tx: Db, workspaceId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('workspace_invite')
    .select('email')
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'pending')
    .execute();
  return rows.map((row) => row.email);
}
