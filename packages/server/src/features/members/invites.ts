import type { CreateInvite, MemberRole } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import type { Db } from '../../db/index.ts';
import { ApiError, notFound } from '../../errors.ts';
import type { WorkspaceCaller } from '../../handler/handler.ts';
import { newId } from '../../ids.ts';
import { addActivity, byCaller } from '../../ledger/activity.ts';
import { postMail } from '../mail/index.ts';
import { findUserById, type UserRow } from '../users/index.ts';
import { lockWorkspace } from '../workspaces/index.ts';
import { inviteMail } from './invite-mail.ts';
import {
  expireInvites,
  type InviteRow,
  insertInvite,
  listInvitedEmails,
  lockInvite,
  updateInvite,
} from './invite-queries.ts';
import { newInviteToken } from './invite-token.ts';
import { countMembers, hasMemberWithEmail } from './queries.ts';
import { rejectWithoutSeat } from './seats.ts';
import { inviteStatus } from './view.ts';

const GOOD_FOR_MS = 14 * 86_400_000;

type InviteApp = Pick<App, 'db' | 'queue' | 'signingSecret' | 'config' | 'baseUrl'>;
type Creation = { caller: WorkspaceCaller; body: CreateInvite; now: Date };

/** Creates the invite, its mail and the mail's job in one transaction. */
export async function createInvite(app: InviteApp, { caller, body, now }: Creation): Promise<InviteRow> {
  return app.db.transaction().execute(async (tx) => {
    const workspace = await lockWorkspace(tx, caller.workspace.id);
    if (!workspace) throw notFound('workspace');
    await rejectInvite(tx, workspace, { email: body.email, now });
    const { token, token_hash } = newInviteToken();
    const invite = await insertInvite(tx, {
      id: newId(),
      workspace_id: workspace.id,
      email: body.email,
      role: body.role,
      status: 'pending',
      token_hash,
      invited_by: caller.user_id,
      expires_at: new Date(now.getTime() + GOOD_FOR_MS),
      created_at: now,
      updated_at: now,
    });
    const content = inviteMail({
      to: invite.email,
      workspace: workspace.name,
      inviter: nameOf(await findUserById(tx, caller.user_id)),
      role: invite.role,
      expires_at: invite.expires_at,
      token,
      app_url: app.config.app_url,
      base_url: app.baseUrl(),
    });
    await postMail(app, tx, { kind: 'invite', content, now });
    const entry = {
      ...byCaller(caller),
      action: 'member_invited' as const,
      kind: 'invite_sent',
      resource: { type: 'invite', id: invite.id, name: invite.email },
      metadata: { role: invite.role },
    };
    await addActivity(tx, entry, now);
    return invite;
  });
}

async function rejectInvite(
  tx: Db,
  { id: workspaceId, owner_id }: { id: string; owner_id: string },
  { email, now }: { email: string; now: Date },
): Promise<void> {
  if (await hasMemberWithEmail(tx, workspaceId, email)) {
    throw new ApiError('ALREADY_MEMBER', `${email} is already a member of the workspace.`);
  }
  await expireInvites(tx, workspaceId, now);
  const invited = await listInvitedEmails(tx, workspaceId);
  if (invited.includes(email)) throw new ApiError('INVITE_PENDING', `${email} already has an open invite.`);
  await rejectWithoutSeat(tx, owner_id, (await countMembers(tx, workspaceId)) + invited.length);
}

function nameOf(user: UserRow | undefined): string | undefined {
  const name = [user?.first_name, user?.last_name].filter(Boolean).join(' ');
  return name || (user?.email ?? undefined);
}

type InviteRequest = { caller: WorkspaceCaller; id: string; now: Date };

export async function changeInviteRole(
  app: Pick<App, 'db'>,
  request: InviteRequest & { role: MemberRole },
): Promise<InviteRow> {
  const { role, now } = request;
  return changing(app, request, (tx, invite) => {
    rejectGone(invite, now);
    return updateInvite(tx, invite.id, { role, updated_at: now });
  });
}

/** Idempotent. An accepted invite is a member, who must be removed instead. */
export async function revokeInvite(app: Pick<App, 'db'>, request: InviteRequest): Promise<void> {
  const { now } = request;
  await changing(app, request, async (tx, invite) => {
    if (invite.status === 'accepted') rejectGone(invite, now);
    return inviteStatus(invite, now) === 'pending'
      ? updateInvite(tx, invite.id, { status: 'revoked', updated_at: now })
      : invite;
  });
}

async function changing(
  { db }: Pick<App, 'db'>,
  { caller, id }: InviteRequest,
  work: (tx: Db, invite: InviteRow) => Promise<InviteRow>,
): Promise<InviteRow> {
  return db.transaction().execute(async (tx) => {
    const invite = await lockInvite(tx, caller.workspace.id, id);
    if (!invite) throw notFound('invite');
    return work(tx, invite);
  });
}

export function rejectGone(invite: InviteRow, now: Date): void {
  const status = inviteStatus(invite, now);
  if (status === 'pending') return;
  const what = status === 'expired' ? 'has expired' : `was ${status}`;
  throw new ApiError('INVITE_GONE', `The invite ${what}.`);
}
