import type { Invite, MemberRole } from '@voiceloom/contract';
import type { Db, NewRow, Row } from '../../db/index.ts';

export type InviteRow = Omit<Row<'workspace_invite'>, 'token_hash'>;

const COLUMNS = [
  'id',
  'workspace_id',
  'email',
  'role',
  'status',
  'invited_by',
  'accepted_by',
  'expires_at',
  'created_at',
  'updated_at',
] as const;

export async function insertInvite(tx: Db, row: NewRow<'workspace_invite'>): Promise<InviteRow> {
  return tx.insertInto('workspace_invite').values(row).returning(COLUMNS).executeTakeFirstOrThrow();
}

export async function lockInvite(tx: Db, workspaceId: string, id: string): Promise<InviteRow | undefined> {
  return tx
    .selectFrom('workspace_invite')
    .select(COLUMNS)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function findInviteByHash(db: Db, hash: Buffer): Promise<InviteRow | undefined> {
  return db.selectFrom('workspace_invite').select(COLUMNS).where('token_hash', '=', hash).executeTakeFirst();
}

export type InviteChanges = { role?: MemberRole; status?: Invite['status']; accepted_by?: string };

export async function updateInvite(
  tx: Db,
  id: string,
  changes: InviteChanges & { updated_at: Date },
): Promise<InviteRow> {
  return tx
    .updateTable('workspace_invite')
    .set(changes)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Marks expired invites, so that they free their address and seat. */
export async function expireInvites(tx: Db, workspaceId: string, now: Date): Promise<void> {
  await tx
    .updateTable('workspace_invite')
    .set({ status: 'expired', updated_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'pending')
    .where('expires_at', '<=', now)
    .execute();
}

/** Addresses with an open invite. Expired invites are marked first. */
export async function listInvitedEmails(tx: Db, workspaceId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('workspace_invite')
    .select('email')
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'pending')
    .execute();
  return rows.map((row) => row.email);
}
