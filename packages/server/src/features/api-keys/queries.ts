import type { ApiKeyListQuery, Role, Scope } from '@voiceloom/contract';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Db, NewRow, Row } from '../../db/index.ts';

export type ApiKeyRow = Omit<Row<'api_key'>, 'key_hash'>;

const COLUMNS = [
  'id',
  'workspace_id',
  'created_by',
  'name',
  'key_type',
  'key_prefix',
  'key_suffix',
  'scopes',
  'active',
  'rate_limit_per_min',
  'last_used_at',
  'expires_at',
  'revoked_at',
  'created_at',
  'updated_at',
] as const;

export async function insertApiKey(db: Db, row: NewRow<'api_key'>): Promise<ApiKeyRow> {
  return db.insertInto('api_key').values(row).returning(COLUMNS).executeTakeFirstOrThrow();
}

export async function findApiKey(db: Db, workspaceId: string, id: string): Promise<ApiKeyRow | undefined> {
  return selectApiKeys(db, workspaceId).where('id', '=', id).executeTakeFirst();
}

/** Locks the row, so that concurrent changes of a key are serialized. */
export async function findApiKeyForUpdate(
  tx: Db,
  workspaceId: string,
  id: string,
): Promise<ApiKeyRow | undefined> {
  return selectApiKeys(tx, workspaceId).where('id', '=', id).forUpdate().executeTakeFirst();
}

type Changeable = 'name' | 'scopes' | 'rate_limit_per_min' | 'active' | 'expires_at' | 'revoked_at';
export type ApiKeyChange = { [K in Changeable]?: ApiKeyRow[K] | undefined };

export async function updateApiKey(db: Db, id: string, change: ApiKeyChange, now: Date): Promise<ApiKeyRow> {
  return db
    .updateTable('api_key')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

export interface ApiKeyList {
  workspaceId: string;
  /** Only keys that this user made; undefined for all. */
  createdBy: string | undefined;
  status: ApiKeyListQuery['status'];
  now: Date;
}

export function selectListedApiKeys(db: Db, list: ApiKeyList) {
  return selectApiKeys(db, list.workspaceId).where((eb) => eb.and(listFilters(list)));
}

export function countListedApiKeys(db: Db, list: ApiKeyList) {
  return db
    .selectFrom('api_key')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('workspace_id', '=', list.workspaceId)
    .where((eb) => eb.and(listFilters(list)));
}

function selectApiKeys(db: Db, workspaceId: string) {
  return db.selectFrom('api_key').select(COLUMNS).where('workspace_id', '=', workspaceId);
}

/** A key past its grace period counts as revoked from then on, without a write. */
function listFilters({ createdBy, status, now }: ApiKeyList): Expression<SqlBool>[] {
  const revoked = sql<boolean>`(revoked_at is not null or expires_at <= ${now})`;
  const filters: Expression<SqlBool>[] = [];
  if (createdBy !== undefined) filters.push(sql<boolean>`created_by = ${createdBy}`);
  if (status === 'revoked') filters.push(sql<boolean>`${revoked} is true`);
  if (status === 'active') filters.push(sql<boolean>`active and ${revoked} is not true`);
  return filters;
}

/** The current rights of a key: its own, and those of its creator in the workspace. */
export interface KeyCredential {
  id: string;
  user_id: string;
  workspace_id: string;
  owner_id: string;
  role: Role;
  scopes: Scope[];
  rate_limit_per_min: number | null;
  last_used_at: Date | null;
  expires_at: Date | null;
}

/** A key counts only while it is active and its creator is a member of its workspace. */
export async function findKeyCredential(db: Db, hash: Buffer): Promise<KeyCredential | undefined> {
  const row = await db
    .selectFrom('api_key as key')
    .innerJoin('workspace', 'workspace.id', 'key.workspace_id')
    .innerJoin('workspace_member as member', (join) =>
      join
        .onRef('member.workspace_id', '=', 'key.workspace_id')
        .onRef('member.user_id', '=', 'key.created_by'),
    )
    .select(['key.id', 'key.created_by as user_id', 'key.workspace_id', 'workspace.owner_id', 'member.role'])
    .select(['key.scopes', 'key.rate_limit_per_min', 'key.last_used_at', 'key.expires_at'])
    .where('key.key_hash', '=', hash)
    .where('key.active', '=', true)
    .where('key.revoked_at', 'is', null)
    .where('workspace.deleted_at', 'is', null)
    .executeTakeFirst();
  return row && { ...row, role: row.role as Role, scopes: row.scopes as Scope[] };
}

/** Permanently revokes every key that a user created in a workspace, when the membership ends. */
export async function revokeKeysOf(
  tx: Db,
  { workspaceId, userId, now }: { workspaceId: string; userId: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('api_key')
    .set({ active: false, revoked_at: now, updated_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('created_by', '=', userId)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Notes the minute of use; at most one write a minute and key takes effect. */
export async function touchApiKey(db: Db, id: string, now: Date): Promise<void> {
  const minute = new Date(Math.floor(now.getTime() / 60_000) * 60_000);
  await db
    .updateTable('api_key')
    .set({ last_used_at: minute })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', minute)]))
    .execute();
}
