import type { Db } from '../db/index.ts';

/** Those of `names` that are delivery targets of the workspace. */
export async function findTargetNames(
  db: Db,
  workspaceId: string,
  names: readonly string[],
): Promise<Set<string>> {
  if (names.length === 0) return new Set();
  const rows = await db
    .selectFrom('delivery_target')
    .select('name')
    .where('workspace_id', '=', workspaceId)
    .where('name', 'in', [...names])
    .execute();
  return new Set(rows.map(({ name }) => name));
}
