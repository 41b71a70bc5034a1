import { Invite } from '@voiceloom/contract';
import { toView } from '../../handler/view.ts';
import type { InviteRow } from './queries.ts';

export function inviteView(row: InviteRow, now: Date): Invite {
  return toView(Invite, { ...row, status: inviteStatus(row, now) });
}

/** An invite expires on time, even before its row is updated. */
export function inviteStatus({ status, expires_at }: InviteRow, now: Date): Invite['status'] {
  return status === 'pending' && expires_at <= now ? 'expired' : (status as Invite['status']);
}
