import { type CreateInvite, type MemberRole, ReceivedInvite } from '@voiceloom/contract';
import { countText } from '@voiceloom/text';
import type { App } from '../../app.ts';
import { insertRow, updateRow } from '../../db/by-id.ts';
import type { Db } from '../../db/index.ts';
import { changeInWorkspace, lockInWorkspace } from '../../db/own-rows.ts';
import { ApiError, notFound } from '../../errors.ts';
import type { WorkspaceCaller, WriteRequest } from '../../handler/handler.ts';
import { toView } from '../../handler/view.ts';
import { newId } from '../../ids.ts';
import { accountLimit } from '../../ledger/account-plan.ts';
import { addActivity, addCallerActivity } from '../../ledger/activity.ts';
import { hashToken, newToken } from '../../secrets/token.ts';
import { revokeMemberKeys } from '../api-keys/index.ts';
import { buildStudioPage, enqueueMail, type MailContent, mailContent, toSingleLine } from '../mail/index.ts';
import { findUserById, type UserRow } from '../users/index.ts';
import { findMembership, insertMember, lockWorkspace } from '../workspaces/index.ts';
import {
  countMembers,
  expireInvites,
  findInviteByHash,
  findInviteWithNames,
  hasMemberWithEmail,
  type InviteRow,
  listInvitedEmails,
  MAX_ROSTER,
} from './queries.ts';
import { inviteStatus } from './view.ts';

const INVITE_LIFETIME_MS = 14 * 86_400_000;

const INVITE = { table: 'workspace_invite', what: 'invite' } as const;

type InviteApp = Pick<App, 'db' | 'queue' | 'signingSecret' | 'config' | 'baseUrl'>;

/** Creates the invite, its email and the email's job in one transaction. */
export async function createInvite(
  app: InviteApp,
  { caller, body, now }: { caller: WorkspaceCaller; body: CreateInvite; now: Date },
): Promise<InviteRow> {
  return app.db.transaction().execute(async (tx) => {
    const workspace = await lockWorkspace(tx, caller.workspace.id);
    await rejectUnlessInvitable(tx, workspace, { email: body.email, now });
    const { token, token_hash } = newToken();
    const invite = await insertRow(tx, 'workspace_invite', {
      id: newId(),
      workspace_id: workspace.id,
      email: body.email,
      role: body.role,
      status: 'pending',
      token_hash,
      invited_by: caller.user_id,
      expires_at: new Date(now.getTime() + INVITE_LIFETIME_MS),
      created_at: now,
      updated_at: now,
    });
    const user = await findUserById(tx, caller.user_id);
    const inviter = inviterName(user);
    const content = buildInviteMail(app, invite, { workspace: workspace.name, inviter, token });
    await enqueueMail(app, tx, { kind: 'invite', content, now });
    const resource = { type: 'invite', id: invite.id, name: invite.email };
    const what = { action: 'member_invited' as const, kind: 'invite_sent' };
    await addCallerActivity(tx, caller, { ...what, resource, metadata: { role: invite.role } }, now);
    return invite;
  });
}

/** Rejects a member, an address with an open invite, and an invite without a seat. Marks expired invites first. */
async function rejectUnlessInvitable(
  tx: Db,
  { id: workspaceId, owner_id }: { id: string; owner_id: string },
  { email, now }: { email: string; now: Date },
): Promise<void> {
  if (await hasMemberWithEmail(tx, workspaceId, email)) {
    throw new ApiError('ALREADY_MEMBER', `${email} is already a member of the workspace.`);
  }
  await expireInvites(tx, workspaceId, now);
  const emails = await listInvitedEmails(tx, workspaceId);
  if (emails.includes(email)) throw new ApiError('INVITE_PENDING', `${email} already has an open invite.`);
  await rejectWithoutSeat(tx, owner_id, (await countMembers(tx, workspaceId)) + emails.length);
}

/** Changes the role that an open invite gives. */
export async function changeInviteRole(app: Pick<App, 'db'>, request: WriteRequest & { role: MemberRole }) {
  const { role, now } = request;
  return changeInWorkspace(app, request, INVITE, (tx, invite) => {
    assertPending(invite, now);
    return updateRow(tx, 'workspace_invite', { id: invite.id, role, updated_at: now });
  });
}

/** Idempotent. The person of an accepted invite is a member, who must be removed instead. */
export async function revokeInvite(app: Pick<App, 'db'>, request: WriteRequest): Promise<void> {
  const { now } = request;
  await changeInWorkspace(app, request, INVITE, async (tx, invite) => {
    if (invite.status === 'accepted') assertPending(invite, now);
    if (inviteStatus(invite, now) === 'pending')
      await updateRow(tx, 'workspace_invite', { id: invite.id, status: 'revoked', updated_at: now });
  });
}

/** Throws if the invite was accepted, declined or revoked, or has expired. */
function assertPending(invite: InviteRow, now: Date): void {
  const status = inviteStatus(invite, now);
  if (status === 'pending') return;
  const what = status === 'expired' ? 'has expired' : `was ${status}`;
  throw new ApiError('INVITE_GONE', `The invite ${what}.`);
}

interface ReceivedInviteRequest {
  userId: string;
  token: string;
  now: Date;
}

/**
 * Shows an invite to anyone with its token, so that people see what they accept, and with which account. After its end, it
 * shows no names.
 */
export async function getReceivedInvite(
  { db }: Pick<App, 'db'>,
  { userId, token, now }: ReceivedInviteRequest,
): Promise<ReceivedInvite> {
  const invite = await findInviteWithNames(db, hashToken(token));
  if (!invite) throw notFound('invite');
  if (invite.deleted_at !== null) throw createWorkspaceGoneError();
  const { first_name, last_name, inviter_email: email } = invite;
  const user = await findUserById(db, userId);
  const status = inviteStatus(invite, now);
  const is_for_caller = isInvited(user, invite);
  const is_member = (await findMembership(db, userId, invite.workspace_id)) !== undefined;
  const isOpen = status === 'pending' || is_member;
  return toView(ReceivedInvite, {
    ...invite,
    workspace_name: isOpen ? invite.workspace_name : '',
    inviter_name: isOpen ? inviterName({ first_name, last_name, email }) : '',
    email: isOpen || is_for_caller ? invite.email : '',
    status,
    caller_email: user?.email ?? null,
    is_for_caller,
    is_member,
  });
}

/** The name of a user, else the email address. `Somebody` for a deleted user. */
function inviterName(user: Pick<UserRow, 'first_name' | 'last_name' | 'email'> | undefined): string {
  const fullName = [user?.first_name, user?.last_name].filter(Boolean).join(' ');
  return fullName || (user?.email ?? 'Somebody');
}

/** Only a verified address identifies a person. */
const isInvited = (user: UserRow | undefined, { email }: Pick<InviteRow, 'email'>): boolean =>
  user?.email_verified === true && user.email?.toLowerCase() === email;

const createWorkspaceGoneError = () =>
  new ApiError('INVITE_GONE', 'The workspace of the invite was deleted.');

/**
 * Makes the caller a member. Locks the workspace, so that one invite adds only one member and the seat count stays
 * correct.
 */
export async function acceptInvite(
  { db }: Pick<App, 'db'>,
  { userId, token, now }: ReceivedInviteRequest,
): Promise<{ workspace_id: string }> {
  return db.transaction().execute(async (tx) => {
    const { invite, owner_id } = await lockReceivedInvite(tx, { userId, token });
    const { workspace_id } = invite;
    assertPending(invite, now);
    if (await findMembership(tx, userId, workspace_id)) {
      throw new ApiError('ALREADY_MEMBER', 'You are already a member of the workspace.');
    }
    await rejectWithoutSeat(tx, owner_id, await countMembers(tx, workspace_id));
    // A key that was created while the member was removed must not become valid again.
    await revokeMemberKeys(tx, { workspaceId: workspace_id, userId, now });
    const role = invite.role as MemberRole;
    await insertMember(tx, { id: newId(), workspace_id, user_id: userId, role, created_at: now });
    await updateRow(tx, 'workspace_invite', {
      id: invite.id,
      status: 'accepted',
      accepted_by: userId,
      updated_at: now,
    });
    return { workspace_id };
  });
}

/** Ends an invite for the person that it was sent to. Idempotent. */
export async function declineInvite(
  { db }: Pick<App, 'db'>,
  { userId, token, now }: ReceivedInviteRequest,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { invite } = await lockReceivedInvite(tx, { userId, token });
    if (invite.status === 'declined') return;
    assertPending(invite, now);
    await updateRow(tx, 'workspace_invite', { id: invite.id, status: 'declined', updated_at: now });
    // The workspace knows only the address of the person, who is no member.
    const resource = { type: 'invite', id: invite.id, name: invite.email };
    const entry = { action: 'member_invited' as const, kind: 'invite_declined', resource };
    await addActivity(tx, { ...entry, workspace_id: invite.workspace_id, user_id: null }, now);
  });
}

/** The invite with a token, for the person that it was sent to. Locks the workspace, then the invite. */
async function lockReceivedInvite(
  tx: Db,
  { userId, token }: Omit<ReceivedInviteRequest, 'now'>,
): Promise<{ invite: InviteRow; owner_id: string }> {
  const row = await findInviteByHash(tx, hashToken(token));
  if (!row) throw notFound('invite');
  const user = await findUserById(tx, userId);
  if (!isInvited(user, row))
    throw new ApiError(
      'FORBIDDEN',
      'The invite is for another email address, or your email address is not verified.',
    );
  const { id, workspace_id } = row;
  // Locks the workspace first, as all code does. Reads the invite again, because it may have changed before.
  const { owner_id } = await lockWorkspace(tx, workspace_id, createWorkspaceGoneError);
  const invite = await lockInWorkspace(tx, { ...INVITE, workspace_id, id }, createWorkspaceGoneError);
  return { invite, owner_id };
}

/** Rejects a seat beyond the plan of the workspace's owner. The caller's transaction has locked the workspace. */
async function rejectWithoutSeat(tx: Db, ownerId: string, seatCount: number): Promise<void> {
  const limit = await accountLimit(tx, ownerId, 'seats');
  const seats = limit === 'unlimited' ? MAX_ROSTER : Math.min(limit, MAX_ROSTER);
  if (seatCount < seats) return;
  const message = `The plan of the workspace has ${countText(seats, 'seat')}. Open invites count as seats. Remove a member or an invite, or choose a larger plan.`;
  throw new ApiError('PLAN_LIMIT_REACHED', message);
}

/** No other text contains the token of an invite. */
function buildInviteMail(
  app: InviteApp,
  { email, role, expires_at }: InviteRow,
  names: { workspace: string; inviter: string; token: string },
): MailContent {
  const { inviter, token } = names;
  const page = buildStudioPage(app, `/invites/${token}`);
  const workspace = toSingleLine(names.workspace);
  const until = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(expires_at);
  const article = /^[aeiou]/.test(role) ? 'an' : 'a';
  const paragraphs = [
    `${toSingleLine(inviter)} invites you to the workspace "${workspace}" on Voiceloom, as ${article} ${role}.`,
  ];
  if (page === undefined) {
    const call = `POST ${app.baseUrl()}/api/v1/workspaces/invites/${token}/accept`;
    paragraphs.push(`To accept, send this request with your own token:\n${call}`);
  }
  paragraphs.push(
    `The invitation is for ${email} and is valid until ${until}. If you did not expect it, you can ignore it.`,
  );
  const action = page === undefined ? undefined : { label: 'Open the invitation', url: page };
  return mailContent(email, { subject: `Invitation to ${workspace}`, paragraphs, action });
}
