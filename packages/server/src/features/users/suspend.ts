import type { App } from '../../app.ts';
import { updateRow } from '../../db/by-id.ts';
import { notFound } from '../../errors.ts';
import { addOperatorActivity, type Operator } from '../../ledger/activity.ts';
import { getPersonalWorkspaceId } from '../workspaces/index.ts';

export interface UserSuspension {
  id: string;
  is_suspended: boolean;
  operator: Operator;
  now: Date;
}

/**
 * Suspends or restores a person: rejects their credentials, and suspends the workspaces that they own. Idempotent:
 * returns false if nothing changes.
 */
export function suspendUser(
  { db }: Pick<App, 'db'>,
  { id, is_suspended, operator, now }: UserSuspension,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const user = await tx
      .selectFrom('app_user')
      .select(['email', 'suspended_at'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(() => notFound('user'));
    if ((user.suspended_at !== null) === is_suspended) return false;
    await updateRow(tx, 'app_user', { id, suspended_at: is_suspended ? now : null, updated_at: now });
    const workspace_id = await getPersonalWorkspaceId(tx, id);
    const kind = is_suspended ? 'user_suspended' : 'user_restored';
    const resource = { type: 'user', id, name: user.email };
    await addOperatorActivity(tx, operator, { workspace_id, kind, resource }, now);
    return true;
  });
}
