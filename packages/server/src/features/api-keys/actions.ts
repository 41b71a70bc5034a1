import { type CreateApiKey, DEFAULT_SCOPES, type UpdateApiKey } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import { type Changes, changesNothing, insertRow, updateRow } from '../../db/by-id.ts';
import type { Db } from '../../db/index.ts';
import { changeInWorkspace, getInWorkspace } from '../../db/own-rows.ts';
import { ApiError, notFound } from '../../errors.ts';
import type { WorkspaceCaller, WriteRequest } from '../../handler/handler.ts';
import { newId } from '../../ids.ts';
import { addCallerActivity, addOperatorActivity, type Operator } from '../../ledger/activity.ts';
import { moveBudgetsOfKey } from '../../ledger/budgets.ts';
import type { ApiKeyRow } from './queries.ts';
import { newSecret } from './secret.ts';
import { apiKeyReply, findRevokedAt } from './view.ts';

const KEY = { table: 'api_key', what: 'API key' } as const;

type KeyApp = Pick<App, 'db' | 'config'>;

/** Creates a key. Returns it in plain text, which nothing stores, with its row. */
export async function createApiKey(
  { db, config }: KeyApp,
  { caller, body, now }: { caller: WorkspaceCaller; body: CreateApiKey; now: Date },
): Promise<{ row: ApiKeyRow; api_key: string }> {
  const { api_key, ...secret } = newSecret(config.api_key_prefix);
  const row = await db.transaction().execute(async (tx) => {
    const key = await insertRow(tx, 'api_key', {
      ...secret,
      id: newId(),
      workspace_id: caller.workspace.id,
      created_by: caller.user_id,
      name: body.name,
      key_type: 'live',
      scopes: [...new Set(body.scopes ?? DEFAULT_SCOPES)],
      rate_limit_per_min: body.rate_limit_per_min ?? null,
      created_at: now,
      updated_at: now,
    });
    await addKeyActivity(tx, caller, key, { kind: 'key_created', now });
    return key;
  });
  return { row, api_key };
}

/** A key that the caller may manage: as an admin, every key of the workspace, else only their own. */
export async function getApiKey({ db }: Pick<App, 'db'>, { caller, id }: WriteRequest): Promise<ApiKeyRow> {
  const row = await getInWorkspace(db, { ...KEY, workspace_id: caller.workspace.id, id });
  assertMayManage(caller, row);
  return row;
}

/** Changes name, scopes or rate limit of a key. A revoked key cannot change. */
export async function changeApiKey(app: Pick<App, 'db'>, request: WriteRequest & { body: UpdateApiKey }) {
  const { body, now } = request;
  const { name, scopes, ...rest } = body;
  const change: Changes<'api_key'> = {
    ...rest,
    name: name ?? undefined,
    scopes: scopes && [...new Set(scopes)],
  };
  return changeOwnKey(app, request, async (tx, row) => {
    if (changesNothing(change)) return row;
    rejectRevoked(row, now);
    return updateRow(tx, 'api_key', { id: row.id, ...change, updated_at: now });
  });
}

/** Revokes a key. Idempotent. */
export async function revokeApiKey(app: Pick<App, 'db'>, request: WriteRequest): Promise<ApiKeyRow> {
  const { now } = request;
  return changeOwnKey(app, request, (tx, row) => revokeIfValid(tx, row, now));
}

/** Revokes a key of any workspace. Idempotent. */
export async function revokeKeyAsOperator(
  { db }: Pick<App, 'db'>,
  { id, operator, now }: { id: string; operator: Operator; now: Date },
): Promise<ApiKeyRow> {
  return db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('api_key')
      .selectAll()
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(() => notFound('API key'));
    if (findRevokedAt(row, now)) return row;
    const { workspace_id, name } = row;
    const resource = { type: 'api_key', id, name };
    await addOperatorActivity(tx, operator, { workspace_id, kind: 'key_revoked', resource }, now);
    return revokeIfValid(tx, row, now);
  });
}

/** A key that is already revoked stays unchanged. */
async function revokeIfValid(tx: Db, row: ApiKeyRow, now: Date): Promise<ApiKeyRow> {
  if (findRevokedAt(row, now)) return row;
  return updateRow(tx, 'api_key', { id: row.id, active: false, revoked_at: now, updated_at: now });
}

/**
 * Replaces a key by a new one with the same scopes; the old one stays valid for the grace period. A key acts as its
 * creator. The new key belongs to the caller, who sees it, so that an admin cannot act as another member.
 */
export async function rotateApiKey(
  app: KeyApp,
  request: WriteRequest & { grace_period_seconds: number },
): Promise<{ oldRow: ApiKeyRow; newRow: ApiKeyRow; api_key: string }> {
  const { now, grace_period_seconds } = request;
  return changeOwnKey(app, request, async (tx, row) => {
    rejectRevoked(row, now);
    if (row.expires_at) throw new ApiError('CONFLICT', 'This key was already rotated.');
    let end: Changes<'api_key'> = { active: false, revoked_at: now };
    if (grace_period_seconds) end = { expires_at: new Date(now.getTime() + grace_period_seconds * 1_000) };
    const oldRow = await updateRow(tx, 'api_key', { id: row.id, ...end, updated_at: now });
    const { api_key, ...secret } = newSecret(app.config.api_key_prefix);
    const { expires_at, revoked_at, last_used_at, ...columns } = row;
    const newRow = await insertRow(tx, 'api_key', {
      ...columns,
      ...secret,
      id: newId(),
      created_by: request.caller.user_id,
      created_at: now,
      updated_at: now,
    });
    const { workspace_id } = row;
    await moveBudgetsOfKey(tx, { workspace_id, old_key_id: row.id, new_key_id: newRow.id }, now);
    await addKeyActivity(tx, request.caller, newRow, { kind: 'key_rotated', now });
    return { oldRow, newRow, api_key };
  });
}

/** Adds a new or rotated key to the activity log, with its scopes. */
async function addKeyActivity(
  tx: Db,
  caller: WorkspaceCaller,
  row: ApiKeyRow,
  { kind, now }: { kind: 'key_created' | 'key_rotated'; now: Date },
): Promise<void> {
  const resource = { type: 'api_key', id: row.id, name: row.name };
  const metadata = { scopes: row.scopes };
  await addCallerActivity(tx, caller, { action: 'api_key_created', kind, resource, metadata }, now);
}

/** Opens a transaction that locks one key that the caller may change. */
function changeOwnKey<T>(
  app: Pick<App, 'db'>,
  request: WriteRequest,
  work: (tx: Db, row: ApiKeyRow) => Promise<T>,
): Promise<T> {
  const { caller, now } = request;
  const authorize = (row: ApiKeyRow) => assertMayManage(caller, row);
  const reply = (row: ApiKeyRow) => apiKeyReply(row, now);
  return changeInWorkspace(app, request, { ...KEY, authorize, reply }, work);
}

function assertMayManage(caller: WorkspaceCaller, row: ApiKeyRow): void {
  if (caller.workspace.role === 'admin' || row.created_by === caller.user_id) return;
  throw new ApiError('FORBIDDEN', 'Only an admin or the creator of an API key can do this.');
}

function rejectRevoked(row: ApiKeyRow, now: Date): void {
  if (findRevokedAt(row, now)) throw new ApiError('CONFLICT', 'This key is revoked.');
}
