import type { Db } from '../../../db/index.ts';
import { ApiError } from '../../../errors.ts';
import type { WorkspaceCaller } from '../../../handler/handler.ts';
import { findMembership } from '../../workspaces/index.ts';
import type { ScheduleRow } from './queries.ts';

/** The person who created a schedule, with the rights that the person has now. Throws if they do not allow a start. */
export async function getCreator(
  db: Db,
  { created_by, workspace_id }: ScheduleRow,
): Promise<WorkspaceCaller> {
  const membership = await findMembership(db, created_by, workspace_id);
  if (!membership)
    throw new ApiError(
      'FORBIDDEN',
      'The person who created the schedule is no longer a member of the workspace.',
    );
  const { id, owner_id, role, is_suspended } = membership;
  const user = await db
    .selectFrom('app_user')
    .select('suspended_at')
    .where('id', '=', created_by)
    .executeTakeFirstOrThrow();
  if (is_suspended || user.suspended_at)
    throw new ApiError('SUSPENDED', 'The workspace, or the person who created the schedule, is suspended.');
  if (role === 'viewer')
    throw new ApiError('FORBIDDEN', 'The person who created the schedule can no longer start runs here.');
  const workspace = { id, owner_id, role };
  return { kind: 'jwt', user_id: created_by, api_key_id: null, scopes: [], workspace, ip: null };
}
