import type { Db, Row } from '../../db/index.ts';

export type TargetRow = Row<'delivery_target'>;

/** A target by its name in a workspace. */
export interface TargetRef {
  workspace_id: string;
  name: string;
}

export function selectTargets(db: Db, workspaceId: string) {
  return db.selectFrom('delivery_target').selectAll().where('workspace_id', '=', workspaceId);
}

export async function findTarget(db: Db, { workspace_id, name }: TargetRef): Promise<TargetRow | undefined> {
  return selectTargets(db, workspace_id).where('name', '=', name).executeTakeFirst();
}

/** Held until the transaction ends: deliveries begin and targets change one after the other. */
export async function lockTarget(tx: Db, { workspace_id, name }: TargetRef): Promise<TargetRow | undefined> {
  return selectTargets(tx, workspace_id).where('name', '=', name).forUpdate().executeTakeFirst();
}

/** The targets of all workspaces, by id. */
export async function pageOfTargets(db: Db, after: string | undefined, limit: number): Promise<string[]> {
  let query = db.selectFrom('delivery_target').select('id').orderBy('id').limit(limit);
  if (after !== undefined) query = query.where('id', '>', after);
  return (await query.execute()).map(({ id }) => id);
}

export function lockSealedTarget(tx: Db, id: string) {
  return tx
    .selectFrom('delivery_target')
    .select(['id', 'workspace_id', 'sealed'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function storeSealed(tx: Db, id: string, sealed: Buffer): Promise<void> {
  await tx.updateTable('delivery_target').set({ sealed }).where('id', '=', id).execute();
}
