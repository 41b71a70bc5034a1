import { z } from 'zod';
import { DateTime, Uuid } from '../../primitives.ts';

/** What a member may do: admins manage, editors make and run, viewers read. */
export const MemberRole = z
  .enum(['admin', 'editor', 'viewer'])
  .meta({ id: 'MemberRole', description: 'Admins manage, editors make and run, viewers read.' });
/** What a member may do. */
export type MemberRole = z.infer<typeof MemberRole>;

/** One line of the roster: a member, or somebody who is invited and has not come yet. */
export const Member = z
  .object({
    id: Uuid.describe('Of the membership; of the invite where the status is `invited`.'),
    user_id: Uuid.nullable().describe('Null while invited.'),
    email: z.string().describe('Empty where the identity provider names none.'),
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    image_url: z.string().nullable(),
    role: MemberRole,
    last_active_at: DateTime.nullable().describe('To the minute.'),
    status: z.enum(['active', 'invited']),
  })
  .meta({ id: 'Member', description: 'A member, or somebody who is invited and has not come yet.' });
/** One line of the roster. */
export type Member = z.infer<typeof Member>;

/** Another role for a member or for an open invite. */
export const UpdateMember = z
  .object({ role: MemberRole })
  .meta({ id: 'UpdateMember', description: 'Another role.' });
/** Another role for a member or for an open invite. */
export type UpdateMember = z.infer<typeof UpdateMember>;

/** An invitation into a workspace. Its token is in the mail and nowhere else. */
export const Invite = z
  .object({
    id: Uuid,
    email: z.string(),
    role: MemberRole,
    status: z.enum(['pending', 'accepted', 'revoked', 'expired']),
    expires_at: DateTime,
    invited_by: Uuid,
    created_at: DateTime,
  })
  .meta({ id: 'Invite', description: 'An invitation into a workspace. Its token is in the mail alone.' });
/** An invitation into a workspace. */
export type Invite = z.infer<typeof Invite>;

/** Whom to invite, and as what. */
export const CreateInvite = z
  .object({
    email: z.email({ error: 'Not an e-mail address.' }).max(254).toLowerCase(),
    role: MemberRole,
  })
  .meta({ id: 'CreateInvite', description: 'Whom to invite, and as what.' });
/** Whom to invite, and as what. */
export type CreateInvite = z.infer<typeof CreateInvite>;

/** The workspace that an accepted invite opened. */
export const AcceptedInvite = z
  .object({ workspace_id: Uuid })
  .meta({ id: 'AcceptedInvite', description: 'The workspace that an accepted invite opened.' });
/** The workspace that an accepted invite opened. */
export type AcceptedInvite = z.infer<typeof AcceptedInvite>;

/** The token of an invite, as the mail carries it. */
export const InviteToken = z
  .string()
  .regex(/^[A-Za-z0-9]{43}$/, { error: 'Not the token of an invite.' })
  .meta({ description: 'From the mail.', examples: ['dGhlLXRva2VuLW9mLWFuLWludml0ZS1mcm9tLWEtbWE'] });
/** The token of an invite, as the mail carries it. */
export type InviteToken = z.infer<typeof InviteToken>;
