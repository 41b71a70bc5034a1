import type { Invite, Member, MemberRole } from '@voiceloom/contract';
import type { InviteRow } from './invite-queries.ts';
import type { RosterRow } from './queries.ts';

export function memberView(row: RosterRow): Member {
  return {
    id: row.id,
    user_id: row.user_id,
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    image_url: row.image_url,
    role: row.role as MemberRole,
    last_active_at: row.last_active_at?.toISOString() ?? null,
    status: row.status as Member['status'],
  };
}

export function inviteView(row: InviteRow, now: Date): Invite {
  return {
    id: row.id,
    email: row.email,
    role: row.role as MemberRole,
    status: inviteStatus(row, now),
    expires_at: row.expires_at.toISOString(),
    invited_by: row.invited_by,
    created_at: row.created_at.toISOString(),
  };
}

/** An invite expires on time, even if its row is not updated yet. */
export function inviteStatus({ status, expires_at }: InviteRow, now: Date): Invite['status'] {
  return status === 'pending' && expires_at <= now ? 'expired' : (status as Invite['status']);
}
