import type { ApiKeyListQuery, Role, Scope } from '@voiceloom/contract';
import { type SqlBool, sql } from 'kysely';
import type { Db, Row } from '../../db/index.ts';
import { isSuspended } from '../../db/suspended.ts';

export type ApiKeyRow = Row<'api_key'>;

export interface ApiKeyList {
  workspaceId: string;
  /** Only the keys that this user created; undefined: all keys. */
  createdBy: string | undefined;
  status: ApiKeyListQuery['status'];
  now: Date;
}

/** A key counts as revoked when its grace period ends, although its row does not change. */
export function selectListedApiKeys(db: Db, { workspaceId, createdBy, status, now }: ApiKeyList) {
  const isRevoked = sql<SqlBool>`(revoked_at is not null or expires_at <= ${now})`;
  return db
    .selectFrom('api_key')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .$if(createdBy !== undefined, (query) => query.where(sql<SqlBool>`created_by = ${createdBy}`))
    .$if(status === 'revoked', (query) => query.where(isRevoked))
    .$if(status === 'active', (query) => query.where(sql<SqlBool>`active and ${isRevoked} is not true`));
}

/**
 * The current rights of a key: its own, and those of its creator in the workspace. A key counts only while it is active
 * and its creator is a member of its workspace.
 */
export async function findKeyCredential(db: Db, hash: Buffer) {
  return db
    .selectFrom('api_key as key')
    .innerJoin('workspace', 'workspace.id', 'key.workspace_id')
    .innerJoin('workspace_member as member', (join) =>
      join
        .onRef('member.workspace_id', '=', 'key.workspace_id')
        .onRef('member.user_id', '=', 'key.created_by'),
    )
    .innerJoin('app_user as creator', 'creator.id', 'key.created_by')
    .innerJoin('app_user as owner', 'owner.id', 'workspace.owner_id')
    .select(['key.id', 'key.created_by as user_id', 'key.workspace_id', 'workspace.owner_id'])
    .select(['key.rate_limit_per_min', 'key.last_used_at', 'key.expires_at'])
    .select((eb) => eb.ref('member.role').$castTo<Role>().as('role'))
    .select((eb) => eb.ref('key.scopes').$castTo<Scope[]>().as('scopes'))
    .select(isSuspended.as('is_suspended'))
    .select(sql<boolean>`creator.suspended_at is not null`.as('is_creator_suspended'))
    .where('key.key_hash', '=', hash)
    .where('key.active', '=', true)
    .where('key.revoked_at', 'is', null)
    .where('workspace.deleted_at', 'is', null)
    .executeTakeFirst();
}

export type KeyCredential = NonNullable<Awaited<ReturnType<typeof findKeyCredential>>>;

/** Permanently revokes every key that a user created in a workspace. Called when the membership ends. */
export async function revokeMemberKeys(
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

/** Records the minute of the last use. Per minute and key, at most one write changes the row. */
export async function touchApiKey(db: Db, id: string, now: Date): Promise<void> {
  const minute = new Date(Math.floor(now.getTime() / 60_000) * 60_000);
  await db
    .updateTable('api_key')
    .set({ last_used_at: minute })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', minute)]))
    .execute();
}
