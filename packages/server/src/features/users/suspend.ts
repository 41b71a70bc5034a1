import type { App } from '../../app.ts';
import { updateRow } from '../../db/by-id.ts';
import { notifyAccessChange } from '../../db/suspended.ts';
import { together } from '../../db/together.ts';
import { notFound } from '../../errors.ts';
import { addOperatorActivity, type Operator } from '../../ledger/activity.ts';

export interface UserSuspension {
  id: string;
  is_suspended: boolean;
  operator: Operator;
  now: Date;
}

/**
 * Suspends or restores a person: rejects their credentials, and suspends the workspaces that they own. Their
 * activity logs record it. Idempotent: returns false if nothing changes.
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
    await notifyAccessChange(tx);
    const workspaces = await tx
      .selectFrom('workspace')
      .select('id')
      .where('owner_id', '=', id)
      .where('deleted_at', 'is', null)
      .execute();
    const kind = is_suspended ? 'user_suspended' : 'user_restored';
    const entry = { kind, resource: { type: 'user', id, name: user.email } };
    await together(
      workspaces.map((workspace) =>
        addOperatorActivity(tx, operator, { ...entry, workspace_id: workspace.id }, now),
      ),
    );
    return true;
  });
}
