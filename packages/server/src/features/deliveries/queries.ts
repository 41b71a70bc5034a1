import { sql } from 'kysely';
import type { Db, Row, RowChanges } from '../../db/index.ts';

export type DeliveryRow = Row<'run_delivery'>;
export type DeliveryChanges = RowChanges<'run_delivery'>;

const OPEN = ['pending', 'running'];

/** The progress of a delivery that starts at its first file. */
export const FROM_START = {
  files_failed: 0,
  failures: '[]',
  position: 0,
  size_bytes: 0,
  names: null,
} satisfies DeliveryChanges;

/** The deliveries of a run, unordered. */
export function selectDeliveries(db: Db, { workspace_id, run_id }: { workspace_id: string; run_id: string }) {
  return db
    .selectFrom('run_delivery')
    .selectAll()
    .where('workspace_id', '=', workspace_id)
    .where('run_id', '=', run_id);
}

export interface SameDelivery {
  workspace_id: string;
  run_id: string;
  node_id: string | null;
  target_id: string;
}

/** The last delivery of the same files to the same target. */
export async function findLastDelivery(tx: Db, files: SameDelivery): Promise<DeliveryRow | undefined> {
  return selectDeliveries(tx, files)
    .where('target_id', '=', files.target_id)
    .where(sql<boolean>`node_id is not distinct from ${files.node_id}::uuid`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Waits until no other transaction changes the delivery. */
export async function lockDelivery(tx: Db, id: string): Promise<DeliveryRow | undefined> {
  return tx.selectFrom('run_delivery').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Changes a delivery if this attempt still holds it. Returns undefined if another attempt holds it. */
export async function reportDelivery(
  db: Db,
  { id, claim_id }: { id: string; claim_id: string },
  changes: DeliveryChanges,
): Promise<DeliveryRow | undefined> {
  return db
    .updateTable('run_delivery')
    .set(changes)
    .where('id', '=', id)
    .where('claim_id', '=', claim_id)
    .where('status', '=', 'running')
    .returningAll()
    .executeTakeFirst();
}

/** Ends the open deliveries to a target and returns them. */
export async function failOpen(tx: Db, targetId: string, { error, now }: { error: string; now: Date }) {
  return tx
    .updateTable('run_delivery')
    .set({ status: 'failed', error, completed_at: now, updated_at: now, claim_id: null })
    .where('target_id', '=', targetId)
    .where('status', 'in', [...OPEN, 'awaiting_approval'])
    .returningAll()
    .execute();
}

export type LateDelivery = Pick<DeliveryRow, 'id' | 'job_id' | 'updated_at'>;

/** A page of open deliveries without a report from an attempt since `before`. */
export async function listLate(
  db: Db,
  { before, after, limit }: { before: Date; after: LateDelivery | undefined; limit: number },
): Promise<LateDelivery[]> {
  let query = db
    .selectFrom('run_delivery')
    .select(['id', 'job_id', 'updated_at'])
    .where('status', 'in', OPEN)
    .where('updated_at', '<', before)
    .orderBy('updated_at')
    .orderBy('id')
    .limit(limit);
  if (after)
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('updated_at', 'id'), '>', tuple(after.updated_at, after.id)),
    );
  return query.execute();
}

export type TargetRow = Row<'delivery_target'>;

/** The workspace and the name of a target. */
export type TargetRef = { workspace_id: string; name: string };

export function selectTargets(db: Db, workspaceId: string) {
  return db.selectFrom('delivery_target').selectAll().where('workspace_id', '=', workspaceId);
}

export async function findTarget(db: Db, { workspace_id, name }: TargetRef): Promise<TargetRow | undefined> {
  return selectTargets(db, workspace_id).where('name', '=', name).executeTakeFirst();
}

/** Locks the target until the transaction ends, so that no delivery starts while it changes. */
export async function lockTarget(tx: Db, { workspace_id, name }: TargetRef): Promise<TargetRow | undefined> {
  return selectTargets(tx, workspace_id).where('name', '=', name).forUpdate().executeTakeFirst();
}
