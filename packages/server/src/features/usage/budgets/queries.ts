import type { Db, Row } from '../../../db/index.ts';
import { notFound } from '../../../errors.ts';

export type BudgetRow = Row<'budget'>;

export function selectBudgets(db: Db, workspaceId: string) {
  return db.selectFrom('budget').selectAll().where('workspace_id', '=', workspaceId);
}

export async function getBudget(db: Db, workspaceId: string, id: string): Promise<BudgetRow> {
  return selectBudgets(db, workspaceId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('budget'));
}

/** Whether the workspace has this member, API key or workflow. */
export async function hasScope(
  db: Db,
  workspaceId: string,
  { scope, id }: { scope: 'member' | 'api_key' | 'workflow'; id: string },
): Promise<boolean> {
  let query = db.selectFrom('workspace_member').where('user_id', '=', id);
  if (scope === 'api_key') query = db.selectFrom('api_key').where('id', '=', id) as unknown as typeof query;
  if (scope === 'workflow')
    query = db
      .selectFrom('workflow')
      .where('id', '=', id)
      .where('deleted_at', 'is', null) as unknown as typeof query;
  const row = await query.select('workspace_id').where('workspace_id', '=', workspaceId).executeTakeFirst();
  return row !== undefined;
}
