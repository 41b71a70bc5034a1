import { sql } from 'kysely';
import type { Db, Row } from '../../db/index.ts';
import { insertMissing } from '../../db/upsert.ts';

export type UploadRow = Row<'upload'>;

/** The columns of an upload that a confirmation changes. */
export interface Confirmation {
  workspace_id: string;
  object_key: string;
  size_bytes: number;
  checksum_sha256: string;
  context_type: 'workflow';
  context_id: string;
  char_count: number | null;
  line_count: number | null;
}

/** The prefix of uploaded bytes. A confirmation moves them to another prefix. */
export const PENDING_PREFIX = 'uploads/pending/';

/** The number of pending uploads that have not expired, counted up to `limit`. They have no context yet. */
export async function countPending(
  db: Db,
  { workspaceId, now, limit }: { workspaceId: string; now: Date; limit: number },
): Promise<number> {
  const { count } = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('upload')
        .select('id')
        .where('workspace_id', '=', workspaceId)
        .where('context_id', 'is', null)
        .where('status', '=', 'pending')
        .where('expires_at', '>', now)
        .limit(limit)
        .as('pending'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** An upload of the workspace. Its uploader finds it in any workspace. */
export async function findUpload(
  db: Db,
  { workspaceId, uploader }: { workspaceId: string; uploader: string | undefined },
  id: string,
): Promise<UploadRow | undefined> {
  return db
    .selectFrom('upload')
    .selectAll()
    .where('id', '=', id)
    .where((eb) => {
      const isHere = eb('workspace_id', '=', workspaceId);
      return uploader === undefined ? isHere : eb.or([isHere, eb('user_id', '=', uploader)]);
    })
    .executeTakeFirst();
}

/** Confirmed uploads that belong to a workflow or that the workflow refers to, unordered. */
export function selectUploadsOfWorkflow(
  db: Db,
  request: { workspaceId: string; workflowId: string; mentionedIds: readonly string[] },
) {
  const { workspaceId, workflowId, mentionedIds } = request;
  return db
    .selectFrom('upload')
    .selectAll('upload')
    .where('upload.workspace_id', '=', workspaceId)
    .where('upload.status', '=', 'confirmed')
    .where((eb) => {
      const isOfWorkflow = eb.and([
        eb('upload.context_type', '=', 'workflow'),
        eb('upload.context_id', '=', workflowId),
      ]);
      if (mentionedIds.length === 0) return isOfWorkflow;
      return eb.or([isOfWorkflow, eb('upload.id', 'in', [...mentionedIds])]);
    });
}

/** Returns undefined if the upload is no longer pending, because another request confirmed or deleted it. */
export async function confirmUploadRow(
  tx: Db,
  { id, confirmation, now }: { id: string; confirmation: Confirmation; now: Date },
): Promise<UploadRow | undefined> {
  return tx
    .updateTable('upload')
    .set({ ...confirmation, status: 'confirmed', expires_at: null, updated_at: now })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returningAll()
    .executeTakeFirst();
}

/** Stores the counts of a confirmed upload. */
export async function setUploadCounts(
  db: Db,
  id: string,
  counts: Pick<Confirmation, 'char_count' | 'line_count'>,
): Promise<void> {
  await db.updateTable('upload').set(counts).where('id', '=', id).where('status', '=', 'confirmed').execute();
}

/** Deletes an upload of the user or of a workspace that the user administers. `within` limits it to one workspace. */
export async function deleteUploadRow(
  tx: Db,
  { userId, within }: { userId: string; within: string | undefined },
  id: string,
): Promise<UploadRow | undefined> {
  const isAdmin = sql<boolean>`exists (
    select from workspace_member as member
    join workspace on workspace.id = member.workspace_id and workspace.deleted_at is null
    where member.workspace_id = upload.workspace_id and member.user_id = ${userId} and member.role = 'admin'
  )`;
  let query = tx
    .deleteFrom('upload')
    .where('id', '=', id)
    .where((eb) => eb.or([eb('user_id', '=', userId), isAdmin]));
  if (within !== undefined) query = query.where('workspace_id', '=', within);
  return query.returningAll().executeTakeFirst();
}

/** Deletes one batch of expired pending uploads. Skips rows that another process has locked. */
export async function deleteExpiredUploads(tx: Db, now: Date, limit: number): Promise<UploadRow[]> {
  const expiredUploads = tx
    .selectFrom('upload')
    .select('id')
    .where('status', '=', 'pending')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .forUpdate()
    .skipLocked();
  return tx.deleteFrom('upload').where('id', 'in', expiredUploads).returningAll().execute();
}

/** Selects the IDs of pending uploads from `ids`. */
export async function listPendingIds(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('upload')
    .select('id')
    .where('id', 'in', [...ids])
    .where('status', '=', 'pending')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Selects the keys that uploads refer to. Keys contain the ID of the upload, so the query finds rows by ID. */
export async function listObjectKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const ids = new Set(keys.map((key) => key.split('/')[2] ?? ''));
  const rows = await db
    .selectFrom('upload')
    .select('object_key')
    .where('id', 'in', [...ids])
    .execute();
  return new Set(rows.map((row) => row.object_key));
}

/** The workspace of a workflow, if the user is a member. */
export async function findWorkspaceOfWorkflow(db: Db, userId: string, workflowId: string) {
  const row = await db
    .selectFrom('workflow')
    .innerJoin('workspace_member as member', 'member.workspace_id', 'workflow.workspace_id')
    .select('workflow.workspace_id')
    .where('workflow.id', '=', workflowId)
    .where('workflow.deleted_at', 'is', null)
    .where('member.user_id', '=', userId)
    .executeTakeFirst();
  return row?.workspace_id;
}

/**
 * Adds to the bytes in use. If that would exceed the allowance, changes nothing and returns false. One statement checks
 * and changes, so that concurrent confirmations cannot exceed the allowance together.
 */
export async function takeStorage(
  tx: Db,
  charge: { workspaceId: string; size_bytes: number; allowance: number | 'unlimited' },
): Promise<boolean> {
  const { workspaceId, size_bytes, allowance } = charge;
  await insertMissing(tx, 'workspace_storage', [{ workspace_id: workspaceId }]);
  let update = tx
    .updateTable('workspace_storage')
    .set((eb) => ({ used_bytes: eb('used_bytes', '+', size_bytes) }))
    .where('workspace_id', '=', workspaceId);
  if (allowance !== 'unlimited') {
    update = update.where(sql<boolean>`used_bytes + ${size_bytes}::bigint <= ${allowance}::bigint`);
  }
  const result = await update.executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Takes the size of a deleted file from the workspace's used storage. */
export async function releaseStorage(tx: Db, workspaceId: string, size_bytes: number): Promise<void> {
  await tx
    .updateTable('workspace_storage')
    .set((eb) => ({ used_bytes: eb('used_bytes', '-', size_bytes) }))
    .where('workspace_id', '=', workspaceId)
    .execute();
}

/** Inserts a row of the storage ledger. Its cause is unique, so nothing is charged or released twice. */
export async function insertStorageCharge(
  tx: Db,
  row: { id: string; workspace_id: string; cause: string; delta_bytes: number; created_at: Date },
): Promise<void> {
  await tx.insertInto('storage_charge').values(row).execute();
}
