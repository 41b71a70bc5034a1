import { area } from '../../area.ts';
import { listOf, objectOf } from '../../envelope.ts';
import { Empty } from '../../primitives.ts';
import { AcceptedInvite, CreateInvite, Invite, InviteToken, Member, UpdateMember } from './schemas.ts';

const access = { auth: 'jwt', scope: null, role: 'admin', workspace: 'path' } as const;

/** Who belongs to a workspace, and who is invited. */
export const members = area('members', access, {
  list: {
    endpoint: 'GET /api/v1/workspaces/:ws_id/members',
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
});
