import type { Db, NewRow, Row, RowChanges } from '../../db/index.ts';
import { providerKeyContext } from '../../engine/index.ts';

export type ProviderKeyRow = Row<'provider_key'>;

export { providerKeyContext };

export async function listProviderKeys(db: Db, workspaceId: string): Promise<ProviderKeyRow[]> {
  return db.selectFrom('provider_key').selectAll().where('workspace_id', '=', workspaceId).execute();
}

/** Inserts a key, or replaces the existing one. */
export async function putProviderKey(db: Db, row: NewRow<'provider_key'>): Promise<ProviderKeyRow> {
  const { workspace_id: _, provider: _provider, created_at: _at, ...rest } = row;
  return db
    .insertInto('provider_key')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'provider'])
        .doUpdateSet({ ...rest, invalid_reason: null, run_check_at: null, run_check_verdict: null }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Returns false if there was no key. */
export async function deleteProviderKey(
  db: Db,
  { workspace_id, provider }: { workspace_id: string; provider: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('provider_key')
    .where('workspace_id', '=', workspace_id)
    .where('provider', '=', provider)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Keys that could not be tested when they were stored, least recently tested first. */
export async function findUnverifiedKeys(
  db: Db,
  { checkedBefore, limit }: { checkedBefore: Date; limit: number },
): Promise<ProviderKeyRow[]> {
  return db
    .selectFrom('provider_key')
    .selectAll()
    .where('status', '=', 'unverified')
    .where('checked_at', '<', checkedBefore)
    .orderBy('checked_at')
    .limit(limit)
    .execute();
}

/** Stores the result of a test, unless the key has been replaced since then. */
export async function noteKeyCheck(
  db: Db,
  row: ProviderKeyRow,
  { status, now }: { status: 'valid' | 'invalid' | 'unverified'; now: Date },
): Promise<void> {
  let changes: RowChanges<'provider_key'> = { status, checked_at: now };
  if (status === 'valid') changes = { ...changes, validated_at: now, invalid_reason: null };
  await db
    .updateTable('provider_key')
    .set(changes)
    .where('workspace_id', '=', row.workspace_id)
    .where('provider', '=', row.provider)
    .where('encrypted_credentials', '=', row.encrypted_credentials)
    .execute();
}
