import type { MemberRole } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import { updateRow } from '../../db/by-id.ts';
import type { Row } from '../../db/index.ts';
import { changeInWorkspace } from '../../db/own-rows.ts';
import { ApiError } from '../../errors.ts';
import type { WriteRequest } from '../../handler/handler.ts';
import { revokeMemberKeys } from '../api-keys/index.ts';

const MEMBER = { table: 'workspace_member', what: 'member' } as const;

/** Changes the role of a member. The owner's role cannot change. */
export async function changeMemberRole(
  app: Pick<App, 'db'>,
  request: Omit<WriteRequest, 'now'> & { role: MemberRole },
): Promise<void> {
  await changeInWorkspace(app, request, MEMBER, async (tx, member) => {
    if (member.role === request.role) return;
    rejectOwner(request, member, 'The owner of a workspace must remain an admin.');
    await updateRow(tx, 'workspace_member', { id: member.id, role: request.role });
  });
}

/** Also revokes the member's keys in the workspace. They stay revoked, even if the person returns. */
export async function removeMember(app: Pick<App, 'db'>, request: WriteRequest): Promise<void> {
  await changeInWorkspace(app, request, MEMBER, async (tx, member) => {
    rejectOwner(request, member, 'The owner of a workspace cannot be removed.');
    await tx.deleteFrom('workspace_member').where('id', '=', member.id).execute();
    const { workspace_id: workspaceId, user_id: userId } = member;
    await revokeMemberKeys(tx, { workspaceId, userId, now: request.now });
  });
}

/** The owner is an admin and cannot be changed, so a workspace always has an admin. */
function rejectOwner(
  { caller }: Omit<WriteRequest, 'now'>,
  member: Row<'workspace_member'>,
  message: string,
): void {
  if (member.user_id === caller.workspace.owner_id) throw new ApiError('CONFLICT', message);
}
