import type { Db, NewRow, Row } from '../../db/index.ts';

export type TargetRow = Row<'delivery_target'>;

/** A target by its name in a workspace. */
export interface TargetRef {
  workspace_id: string;
  name: string;
}

export async function listTargets(db: Db, workspaceId: string): Promise<TargetRow[]> {
  return db
    .selectFrom('delivery_target')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('name')
    .execute();
}

export async function findTarget(db: Db, { workspace_id, name }: TargetRef): Promise<TargetRow | undefined> {
  return db
    .selectFrom('delivery_target')
    .selectAll()
    .where('workspace_id', '=', workspace_id)
    .where('name', '=', name)
    .executeTakeFirst();
}

/** Held until the transaction ends: deliveries begin and targets change one after the other. */
export async function lockTarget(tx: Db, { workspace_id, name }: TargetRef): Promise<TargetRow | undefined> {
  return tx
    .selectFrom('delivery_target')
    .selectAll()
    .where('workspace_id', '=', workspace_id)
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst();
}

export async function countTargets(db: Db, workspaceId: string): Promise<number> {
  const { count } = await db
    .selectFrom('delivery_target')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertTarget(tx: Db, row: NewRow<'delivery_target'>): Promise<TargetRow> {
  return tx.insertInto('delivery_target').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function updateTarget(
  tx: Db,
  id: string,
  changes: Partial<NewRow<'delivery_target'>>,
): Promise<TargetRow> {
  return tx
    .updateTable('delivery_target')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteTarget(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('delivery_target').where('id', '=', id).execute();
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
