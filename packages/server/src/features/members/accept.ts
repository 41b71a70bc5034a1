import type { MemberRole } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import type { Db } from '../../db/index.ts';
import { ApiError, notFound } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { revokeKeysOf } from '../api-keys/index.ts';
import { findUserById } from '../users/index.ts';
import { findMembership, insertMember, lockWorkspace } from '../workspaces/index.ts';
import { findInviteByHash, type InviteRow, lockInvite, updateInvite } from './invite-queries.ts';
import { hashInviteToken } from './invite-token.ts';
import { rejectGone } from './invites.ts';
import { countMembers } from './queries.ts';
import { rejectWithoutSeat } from './seats.ts';

type Acceptance = { userId: string; token: string; now: Date };

/** Makes the caller a member. The workspace is locked, so an invite makes one member and seats are exact. */
export async function acceptInvite(
  { db }: Pick<App, 'db'>,
  { userId, token, now }: Acceptance,
): Promise<{ workspace_id: string }> {
  return db.transaction().execute(async (tx) => {
    const found = await findInviteByHash(tx, hashInviteToken(token));
    if (!found) throw notFound('invite');
    await rejectOtherPerson(tx, userId, found);
    const { invite, owner_id } = await holdInvite(tx, found);
    rejectGone(invite, now);
    const { workspace_id } = invite;
    if (await findMembership(tx, userId, workspace_id)) {
      throw new ApiError('ALREADY_MEMBER', 'You are already a member of the workspace.');
    }
    await rejectWithoutSeat(tx, owner_id, await countMembers(tx, workspace_id));
    // A key that was created during the member's removal must not become valid again.
    await revokeKeysOf(tx, { workspaceId: workspace_id, userId, now });
    const role = invite.role as MemberRole;
    await insertMember(tx, { id: newId(), workspace_id, user_id: userId, role, created_at: now });
    await updateInvite(tx, invite.id, { status: 'accepted', accepted_by: userId, updated_at: now });
    return { workspace_id };
  });
}

async function rejectOtherPerson(tx: Db, userId: string, invite: InviteRow): Promise<void> {
  const user = await findUserById(tx, userId);
  if (user?.email_verified && user.email?.toLowerCase() === invite.email) return;
  throw new ApiError(
    'FORBIDDEN',
    'The invite is for another email address, or your email address is not verified.',
  );
}

/** The workspace first, as everywhere: what was found without it may have changed. */
async function holdInvite(
  tx: Db,
  { id, workspace_id }: InviteRow,
): Promise<{ invite: InviteRow; owner_id: string }> {
  const workspace = await lockWorkspace(tx, workspace_id);
  const invite = workspace && (await lockInvite(tx, workspace_id, id));
  if (!workspace || !invite) throw new ApiError('INVITE_GONE', 'The workspace of the invite was deleted.');
  return { invite, owner_id: workspace.owner_id };
}
