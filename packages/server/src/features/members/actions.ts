import type { MemberRole } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import type { Db } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import type { WriteRequest } from '../../handler/handler.ts';
import { revokeKeysOf } from '../api-keys/index.ts';
import { lockMember, type MemberRow } from './queries.ts';

export async function changeMemberRole(
  app: Pick<App, 'db'>,
  request: Omit<WriteRequest, 'now'> & { role: MemberRole },
): Promise<void> {
  await changing(app, request, async (tx, member) => {
    if (member.role === request.role) return;
    rejectOwner(request, member, 'The owner of a workspace must remain an admin.');
    await tx
      .updateTable('workspace_member')
      .set({ role: request.role })
      .where('id', '=', member.id)
      .execute();
  });
}

/** Revokes a member's keys with the membership, permanently, even if the person returns. */
export async function removeMember(app: Pick<App, 'db'>, request: WriteRequest): Promise<void> {
  await changing(app, request, async (tx, member) => {
    rejectOwner(request, member, 'The owner of a workspace cannot be removed.');
    await tx.deleteFrom('workspace_member').where('id', '=', member.id).execute();
    await revokeKeysOf(tx, { workspaceId: member.workspace_id, userId: member.user_id, now: request.now });
  });
}

async function changing(
  { db }: Pick<App, 'db'>,
  { caller, id }: Omit<WriteRequest, 'now'>,
  work: (tx: Db, member: MemberRow) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await work(tx, await lockMember(tx, caller.workspace.id, id));
  });
}

/** The owner is an admin and cannot be changed, so a workspace always keeps its last admin. */
function rejectOwner({ caller }: Omit<WriteRequest, 'now'>, member: MemberRow, message: string): void {
  if (member.user_id === caller.workspace.owner_id) throw new ApiError('CONFLICT', message);
}
