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
      'The full roster as one page, so `next` and `prev` are null: the caller first, then admins, then the others by join date; open invites at the end.',
    pathParams: WorkspaceParams,
    responses: { 200: listOf(Member) },
    errors: [],
    metadata: meta({ ...shared, operationId: 'members.list', role: 'viewer' }),
  }),
  update: route({
    method: 'PATCH',
    path: '/api/v1/workspaces/:ws_id/members/:member_id',
    summary: 'Change the role of a member',
    description: 'The owner stays an admin.',
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
    description: "The member's API keys of this workspace are revoked. The owner stays.",
    pathParams: MemberParams,
    responses: { 200: objectOf(Empty) },
    errors: ['CONFLICT'],
    metadata: meta({ ...shared, operationId: 'members.remove' }),
  }),
  createInvite: route({
    method: 'POST',
    path: '/api/v1/workspaces/:ws_id/invites',
    summary: 'Invite somebody',
    description:
      'Sends a mail with a token that is good for 14 days. An open invite takes a seat of the plan.',
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
    description: 'While it is open.',
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
    description: 'Its token is good for nothing from now on. May be repeated; not once it was accepted.',
    pathParams: InviteParams,
    responses: { 200: objectOf(Empty) },
    errors: ['INVITE_GONE'],
    metadata: meta({ ...shared, operationId: 'members.revoke_invite' }),
  }),
  acceptInvite: route({
    method: 'POST',
    path: '/api/v1/workspaces/invites/:token/accept',
    summary: 'Accept an invite',
    description: 'For the person whose verified e-mail address the invite names.',
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
