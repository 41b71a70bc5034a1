import type { ApiKey, NewApiKey, Scope } from '@voiceloom/contract';
import { versionOfView } from '../../handler/entity-tag.ts';
import type { ApiKeyRow } from './queries.ts';
import { previewOf } from './secret.ts';

export function apiKeyView(row: ApiKeyRow, now: Date): ApiKey {
  const revokedAt = revokedAtOf(row, now);
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    created_by: row.created_by,
    name: row.name,
    key_type: 'live',
    key_prefix: row.key_prefix,
    key_suffix: row.key_suffix,
    scopes: row.scopes as Scope[],
    active: row.active && revokedAt === null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    rate_limit_per_min: row.rate_limit_per_min,
    revoked_at: revokedAt?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    preview: previewOf(row),
  };
}

/** A key with the version for If-Match; use of the key does not change the version. */
export function apiKeyReply(row: ApiKeyRow, now: Date): { data: ApiKey; version: string } {
  return { data: apiKeyView(row, now), version: versionOfKey(row, now) };
}

export function versionOfKey(row: ApiKeyRow, now: Date): string {
  return versionOfView(apiKeyView(row, now), ['last_used_at']);
}

export function newApiKeyView(row: ApiKeyRow, apiKey: string, now: Date): NewApiKey {
  return { ...apiKeyView(row, now), api_key: apiKey };
}

/** A rotated key is revoked at the end of its grace period, even if its row is not updated yet. */
export function revokedAtOf(row: ApiKeyRow, now: Date): Date | null {
  if (row.revoked_at) return row.revoked_at;
  return row.expires_at && row.expires_at <= now ? row.expires_at : null;
}
