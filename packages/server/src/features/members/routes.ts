import type { contract } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import type { Handlers } from '../../handler/handler.ts';
import { changeMemberRole, removeMember } from './actions.ts';
import { acceptInvite, changeInviteRole, createInvite, revokeInvite } from './invites.ts';
import { listRoster, MAX_ROSTER } from './queries.ts';
import { inviteView, memberView } from './view.ts';

export function memberRoutes(app: App): Handlers<typeof contract.members> {
  return {
    list: async ({ caller, now }) => {
      const roster = { workspaceId: caller.workspace.id, userId: caller.user_id, now };
      const rows = await listRoster(app.db, roster);
      const pagination = { limit: MAX_ROSTER, next: null, prev: null };
      return { data: rows.map(memberView), pagination };
    },
    update: async ({ caller, params, body }) => {
      await changeMemberRole(app, { caller, id: params.member_id, role: body.role });
      return { data: {} };
    },
    remove: async ({ caller, params, now }) => {
      await removeMember(app, { caller, id: params.member_id, now });
      return { data: {} };
    },
    createInvite: async ({ caller, body, now }) => ({
      data: inviteView(await createInvite(app, { caller, body, now }), now),
    }),
    updateInvite: async ({ caller, params, body, now }) => {
      const row = await changeInviteRole(app, { caller, id: params.invite_id, role: body.role, now });
      return { data: inviteView(row, now) };
    },
    revokeInvite: async ({ caller, params, now }) => {
      await revokeInvite(app, { caller, id: params.invite_id, now });
      return { data: {} };
    },
    acceptInvite: async ({ caller, params, now }) => ({
      data: await acceptInvite(app, { userId: caller.user_id, token: params.token, now }),
    }),
  };
}
