import { z } from 'zod';
import { listOf, objectOf } from '../../envelope.ts';
import { idempotencyHeader, meta, route } from '../../kit.ts';
import { Empty, Uuid } from '../../primitives.ts';
import { AcceptedInvite, CreateInvite, Invite, InviteToken, Member, UpdateMember } from './schemas.ts';

const WorkspaceParams = z.object({ ws_id: Uuid });

const MemberParams = z.object({ ws_id: Uuid, member_id: Uuid });

const InviteParams = z.object({ ws_id: Uuid, invite_id: Uuid });

const shared = {
  area: 'members',
  auth: 'jwt',
  scope: null,
  role: 'admin',
  workspace: 'path',
  idempotent: false,
  success: 200,
} as const;

/** Who belongs to a workspace, and who is invited. */
export const members = {
  list: route({
    method: 'GET',
    path: '/api/v1/workspaces/:ws_id/members',
    summary: 'List members',
    description:
      'Returns all members on one page, so `next` and `prev` are null: the caller first, then admins, then others by join date. Open invites come last.',
    pathParams: WorkspaceParams,
    responses: { 200: listOf(Member) },
    metadata: meta({ ...shared, operationId: 'members.list', role: 'viewer' }),
  }),
  update: route({
    method: 'PATCH',
    path: '/api/v1/workspaces/:ws_id/members/:member_id',
    summary: 'Change the role of a member',
    description: 'The role of the owner cannot change.',
    pathParams: MemberParams,
    body: UpdateMember,
    responses: { 200: objectOf(Empty) },
    errors: ['CONFLICT'],
    metadata: meta({ ...shared, operationId: 'members.update' }),
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/v1/workspaces/:ws_id/members/:member_id',
    summary: 'Remove a member',
    description: "Revokes the member's API keys of this workspace. The owner cannot be removed.",
    pathParams: MemberParams,
    responses: { 200: objectOf(Empty) },
    errors: ['CONFLICT'],
    metadata: meta({ ...shared, operationId: 'members.remove' }),
  }),
  createInvite: route({
    method: 'POST',
    path: '/api/v1/workspaces/:ws_id/invites',
    summary: 'Invite a person',
    description:
      'Sends an email with a token that is valid for 14 days. An open invite counts toward the seats of the plan.',
    pathParams: WorkspaceParams,
    headers: idempotencyHeader,
    body: CreateInvite,
    responses: { 201: objectOf(Invite) },
    errors: ['ALREADY_MEMBER', 'INVITE_PENDING', 'PLAN_LIMIT_REACHED'],
    metadata: meta({ ...shared, operationId: 'members.create_invite', idempotent: true, success: 201 }),
  }),
  updateInvite: route({
    method: 'PATCH',
    path: '/api/v1/workspaces/:ws_id/invites/:invite_id',
    summary: 'Change the role of an invite',
    description: 'The invite must be open.',
    pathParams: InviteParams,
    body: UpdateMember,
    responses: { 200: objectOf(Invite) },
    errors: ['INVITE_GONE'],
    metadata: meta({ ...shared, operationId: 'members.update_invite' }),
  }),
  revokeInvite: route({
    method: 'DELETE',
    path: '/api/v1/workspaces/:ws_id/invites/:invite_id',
    summary: 'Revoke an invite',
    description: 'The token of the invite becomes invalid. Idempotent. An accepted invite cannot be revoked.',
    pathParams: InviteParams,
    responses: { 200: objectOf(Empty) },
    errors: ['INVITE_GONE'],
    metadata: meta({ ...shared, operationId: 'members.revoke_invite' }),
  }),
  acceptInvite: route({
    method: 'POST',
    path: '/api/v1/workspaces/invites/:token/accept',
    summary: 'Accept an invite',
    description: 'The caller must have the verified email address of the invite.',
    pathParams: z.object({ token: InviteToken }),
    headers: idempotencyHeader,
    responses: { 200: objectOf(AcceptedInvite) },
    errors: ['NOT_FOUND', 'ALREADY_MEMBER', 'INVITE_GONE', 'PLAN_LIMIT_REACHED'],
    metadata: meta({
      ...shared,
      operationId: 'members.accept_invite',
      role: null,
      workspace: 'none',
      idempotent: true,
    }),
  }),
};
