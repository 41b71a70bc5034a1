import { example, EXAMPLE_IDS as ids, TIMES } from '../../openapi/example.ts';
import { AcceptedInvite, CreateInvite, Invite, Member, UpdateMember } from './schemas.ts';

/** Examples of members and invites. */
export const memberExamples = [
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
  }),
  example(UpdateMember, { role: 'viewer' }),
  example(Invite, {
    id: ids.invite_id,
    email: 'grace@example.com',
    role: 'editor',
    status: 'pending',
    expires_at: '2026-03-16T09:30:00.000Z',
    invited_by: ids.user_id,
    created_at: TIMES.created_at,
  }),
  example(CreateInvite, { email: 'grace@example.com', role: 'editor' }),
  example(AcceptedInvite, { workspace_id: ids.ws_id }),
];
