import { type contract, Member } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import { emptyReply, type Handlers } from '../../handler/handler.ts';
import { toView } from '../../handler/view.ts';
import { changeMemberRole, removeMember } from './actions.ts';
import {
  acceptInvite,
  changeInviteRole,
  createInvite,
  declineInvite,
  getReceivedInvite,
  revokeInvite,
} from './invites.ts';
import { listRoster, MAX_ROSTER } from './queries.ts';
import { inviteView } from './view.ts';

/** The operations on the members of a workspace and on its invites. */
export function memberRoutes(app: App): Handlers<typeof contract.members> {
  return {
    list: async ({ caller, now }) => {
      const roster = { workspaceId: caller.workspace.id, userId: caller.user_id, now };
      const rows = await listRoster(app.db, roster);
      const pagination = { limit: MAX_ROSTER, next: null, prev: null };
      return { data: rows.map((row) => toView(Member, row)), pagination };
    },
    update: ({ caller, params, body }) =>
      emptyReply(changeMemberRole(app, { caller, id: params.member_id, role: body.role })),
    remove: ({ caller, params, now }) => emptyReply(removeMember(app, { caller, id: params.member_id, now })),
    createInvite: async ({ caller, body, now }) => ({
      data: inviteView(await createInvite(app, { caller, body, now }), now),
    }),
    updateInvite: async ({ caller, params, body, now }) => {
      const row = await changeInviteRole(app, { caller, id: params.invite_id, role: body.role, now });
      return { data: inviteView(row, now) };
    },
    revokeInvite: ({ caller, params, now }) =>
      emptyReply(revokeInvite(app, { caller, id: params.invite_id, now })),
    getInvite: async ({ caller, params, now }) => ({
      data: await getReceivedInvite(app, { userId: caller.user_id, token: params.token, now }),
    }),
    acceptInvite: async ({ caller, params, now }) => ({
      data: await acceptInvite(app, { userId: caller.user_id, token: params.token, now }),
    }),
    declineInvite: ({ caller, params, now }) =>
      emptyReply(declineInvite(app, { userId: caller.user_id, token: params.token, now })),
  };
}
