import { z } from 'zod';
import { object, oneOf } from '../../named.ts';
import { DateTime, Uuid } from '../../primitives.ts';

/** The role of a member: admins manage the workspace, editors edit and run workflows, viewers read. */
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

/** A new role for a member or an open invite. */
export const UpdateMember = object('UpdateMember', 'The new role.', { role: MemberRole });
export type UpdateMember = z.infer<typeof UpdateMember>;

export const Invite = object('Invite', 'An invite to a workspace. Only the email contains its token.', {
  id: Uuid,
  email: z.string(),
  role: MemberRole,
  status: z.enum(['pending', 'accepted', 'revoked', 'expired']),
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
