import { z } from 'zod';
import { area } from '../area.ts';
import { listOf, objectOf } from '../envelope.ts';
import { example, EXAMPLE_IDS as ids, TIMES } from '../example.ts';
import { DateTime, Empty, Flag, object, oneOf, Uuid } from '../primitives.ts';

export const MemberRole = oneOf(
  'MemberRole',
  'Admins manage the workspace, editors edit and run workflows, viewers see and download.',
  ['admin', 'editor', 'viewer'],
);
export type MemberRole = z.infer<typeof MemberRole>;

export const Member = object('Member', 'A member of a workspace, or a person with an open invite.', {
  id: Uuid.describe('The ID of the membership. For the status `invited`, the ID of the invite.'),
  user_id: Uuid.nullable().describe('Null for the status `invited`.'),
  email: z.string().describe('Empty if the identity provider reports no address.'),
  first_name: z.string().nullable().describe('Null if unknown.'),
  last_name: z.string().nullable().describe('Null if unknown.'),
  image_url: z.string().nullable().describe('Null if the person has no picture.'),
  role: MemberRole,
  last_active_at: DateTime.nullable().describe(
    'Accurate to the minute. Null if the member was never active.',
  ),
  status: z.enum(['active', 'invited']).describe('`invited` until the person accepts the invite.'),
});
export type Member = z.infer<typeof Member>;

export const UpdateMember = object('UpdateMember', 'The new role.', { role: MemberRole });
export type UpdateMember = z.infer<typeof UpdateMember>;

export const InviteStatus = oneOf(
  'InviteStatus',
  'The status of an invite. `declined`: the invited person does not want to join.',
  ['pending', 'accepted', 'declined', 'revoked', 'expired'],
);
export type InviteStatus = z.infer<typeof InviteStatus>;

export const Invite = object('Invite', 'An invite to a workspace. Only the email contains its token.', {
  id: Uuid,
  email: z.string(),
  role: MemberRole,
  status: InviteStatus,
  expires_at: DateTime,
  invited_by: Uuid.describe('The user who sent the invite.'),
  created_at: DateTime,
});
export type Invite = z.infer<typeof Invite>;

export const CreateInvite = object('CreateInvite', 'The person to invite, and their role.', {
  email: z.email({ error: 'Must be an email address.' }).max(254).toLowerCase(),
  role: MemberRole,
});
export type CreateInvite = z.infer<typeof CreateInvite>;

/** An old email, which anybody may find, must not show what a workspace and its people are called now. */
const HIDDEN = 'Empty if the invite has ended, unless the caller is a member.';

export const ReceivedInvite = object('ReceivedInvite', 'An invite, as the invited person sees it.', {
  workspace_id: Uuid,
  workspace_name: z.string().describe(`The name of the workspace. ${HIDDEN}`),
  inviter_name: z
    .string()
    .describe(`The name of the person who sent the invite, or their email address. ${HIDDEN}`),
  email: z
    .string()
    .describe(`The address that the invite was sent to. ${HIDDEN} The invited person always sees it.`),
  role: MemberRole,
  status: InviteStatus,
  expires_at: DateTime,
  caller_email: z.string().nullable().describe("The caller's email address. Null if unknown."),
  is_for_caller: Flag.describe("Whether the invite was sent to the caller's verified email address."),
  is_member: Flag.describe('Whether the caller is a member of the workspace.'),
});
export type ReceivedInvite = z.infer<typeof ReceivedInvite>;

export const AcceptedInvite = object('AcceptedInvite', 'The workspace that the caller joined.', {
  workspace_id: Uuid,
});
export type AcceptedInvite = z.infer<typeof AcceptedInvite>;

/** The token of an invite, from the email. */
export const InviteToken = z
  .string()
  .regex(/^[A-Za-z0-9]{43}$/, { error: 'Must be the token of an invite.' })
  .meta({
    description: 'The token from the invitation email.',
    examples: ['dGhlLXRva2VuLW9mLWFuLWludml0ZS1mcm9tLWEtbWE'],
  });
export type InviteToken = z.infer<typeof InviteToken>;

example(Member, {
  id: ids.member_id,
  user_id: ids.user_id,
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: 'Winter',
  image_url: null,
  role: 'editor',
  last_active_at: '2026-03-02T09:40:00.000Z',
  status: 'active',
});
example(UpdateMember, { role: 'viewer' });
example(Invite, {
  id: ids.invite_id,
  email: 'grace@example.com',
  role: 'editor',
  status: 'pending',
  expires_at: '2026-03-16T09:30:00.000Z',
  invited_by: ids.user_id,
  created_at: TIMES.created_at,
});
example(CreateInvite, { email: 'grace@example.com', role: 'editor' });
example(ReceivedInvite, {
  workspace_id: ids.ws_id,
  workspace_name: 'Harbor Tales',
  inviter_name: 'Ada Winter',
  email: 'grace@example.com',
  role: 'editor',
  status: 'pending',
  expires_at: '2026-03-16T09:30:00.000Z',
  caller_email: 'grace@example.com',
  is_for_caller: true,
  is_member: false,
});
example(AcceptedInvite, { workspace_id: ids.ws_id });

const access = { auth: 'jwt', scope: null, role: 'admin', workspace: 'path' } as const;

/** Who belongs to a workspace, and who is invited. */
export const members = area('members', access, {
  list: {
    endpoint: 'GET /api/v1/workspaces/:ws_id/members',
    auth: 'jwt_or_key',
    scope: 'workspace:read',
    role: 'viewer',
    summary: 'List members',
    description:
      'Returns all members on one page, so `next` and `prev` are null: the caller first, then admins, then others by join date. Open invites come last.',
    responses: { 200: listOf(Member) },
  },
  update: {
    endpoint: 'PATCH /api/v1/workspaces/:ws_id/members/:member_id',
    summary: 'Change the role of a member',
    description: 'The role of the owner cannot change.',
    body: UpdateMember,
    responses: { 200: objectOf(Empty) },
    errors: ['CONFLICT'],
  },
  remove: {
    endpoint: 'DELETE /api/v1/workspaces/:ws_id/members/:member_id',
    summary: 'Remove a member',
    description: "Revokes the member's API keys of this workspace. The owner cannot be removed.",
    responses: { 200: objectOf(Empty) },
    errors: ['CONFLICT'],
  },
  createInvite: {
    endpoint: 'POST /api/v1/workspaces/:ws_id/invites',
    summary: 'Invite a person',
    description:
      'Sends an email with a token that is valid for 14 days. An open invite counts toward the seats of the plan.',
    body: CreateInvite,
    responses: { 201: objectOf(Invite) },
    errors: ['ALREADY_MEMBER', 'INVITE_PENDING', 'PLAN_LIMIT_REACHED'],
  },
  updateInvite: {
    endpoint: 'PATCH /api/v1/workspaces/:ws_id/invites/:invite_id',
    summary: 'Change the role of an invite',
    description: 'The invite must be open.',
    body: UpdateMember,
    responses: { 200: objectOf(Invite) },
    errors: ['INVITE_GONE'],
  },
  revokeInvite: {
    endpoint: 'DELETE /api/v1/workspaces/:ws_id/invites/:invite_id',
    summary: 'Revoke an invite',
    description: 'The token of the invite becomes invalid. Idempotent. An accepted invite cannot be revoked.',
    responses: { 200: objectOf(Empty) },
    errors: ['INVITE_GONE'],
  },
  getInvite: {
    endpoint: 'GET /api/v1/invites/:token',
    role: null,
    workspace: 'none',
    summary: 'Get a received invite',
    description:
      'Shows who invites to which workspace. Anyone with the token from the email can read it; only the invited person can accept it.',
    params: { token: InviteToken },
    responses: { 200: objectOf(ReceivedInvite) },
    errors: ['NOT_FOUND', 'INVITE_GONE'],
  },
  acceptInvite: {
    endpoint: 'POST /api/v1/workspaces/invites/:token/accept',
    role: null,
    workspace: 'none',
    summary: 'Accept an invite',
    description: 'The caller must have the verified email address of the invite.',
    params: { token: InviteToken },
    responses: { 200: objectOf(AcceptedInvite) },
    errors: ['NOT_FOUND', 'ALREADY_MEMBER', 'INVITE_GONE', 'PLAN_LIMIT_REACHED'],
  },
  declineInvite: {
    endpoint: 'POST /api/v1/workspaces/invites/:token/decline',
    role: null,
    workspace: 'none',
    summary: 'Decline an invite',
    description:
      'The caller must have the verified email address of the invite. Its seat becomes free, and the token invalid. Idempotent.',
    params: { token: InviteToken },
    responses: { 200: objectOf(Empty) },
    errors: ['NOT_FOUND', 'INVITE_GONE'],
  },
});
