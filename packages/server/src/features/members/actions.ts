import type { MemberRole } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import type { Db } from '../../db/index.ts';
import { ApiError, notFound } from '../../errors.ts';
import type { WorkspaceCaller } from '../../handler/handler.ts';
import { revokeKeysOf } from '../api-keys/index.ts';
import { deleteMember, lockMember, type MemberRow, updateMemberRole } from './queries.ts';

type MemberRequest = { caller: WorkspaceCaller; id: string };

export async function changeMemberRole(
  app: Pick<App, 'db'>,
  request: MemberRequest & { role: MemberRole },
): Promise<void> {
  await changing(app, request, async (tx, member) => {
    if (member.role === request.role) return;
    rejectOwner(request, member, 'The owner of a workspace must remain an admin.');
    await updateMemberRole(tx, member.id, request.role);
  });
}

/** Revokes a member's keys with the membership, permanently, even if the person returns. */
export async function removeMember(
  app: Pick<App, 'db'>,
  request: MemberRequest & { now: Date },
): Promise<void> {
  await changing(app, request, async (tx, member) => {
    rejectOwner(request, member, 'The owner of a workspace cannot be removed.');
    await deleteMember(tx, member.id);
    await revokeKeysOf(tx, { workspaceId: member.workspace_id, userId: member.user_id, now: request.now });
  });
}

async function changing(
  { db }: Pick<App, 'db'>,
  { caller, id }: MemberRequest,
  work: (tx: Db, member: MemberRow) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const member = await lockMember(tx, caller.workspace.id, id);
    if (!member) throw notFound('member');
    await work(tx, member);
  });
}

/** The owner is an admin and cannot be changed, so a workspace always keeps its last admin. */
function rejectOwner({ caller }: MemberRequest, member: MemberRow, message: string): void {
  if (member.user_id === caller.workspace.owner_id) throw new ApiError('CONFLICT', message);
}
