import { ApiKey } from '@voiceloom/contract';
import { versioned } from '../../handler/entity-tag.ts';
import { toView } from '../../handler/view.ts';
import type { ApiKeyRow } from './queries.ts';

/** A key without its secret. It counts as inactive from the time of its revocation. */
export function apiKeyView(row: ApiKeyRow, now: Date): ApiKey {
  const revoked_at = findRevokedAt(row, now);
  return toView(ApiKey, {
    ...row,
    key_type: 'live',
    active: row.active && revoked_at === null,
    revoked_at,
    preview: `${row.key_prefix}…${row.key_suffix}`,
  });
}

/** A key with the version for If-Match. Using the key does not change the version. */
export function apiKeyReply(row: ApiKeyRow, now: Date) {
  return versioned(apiKeyView(row, now), ['last_used_at']);
}

/** A rotated key is revoked at the end of its grace period, even if its row is not updated yet. */
export function findRevokedAt(row: Pick<ApiKeyRow, 'revoked_at' | 'expires_at'>, now: Date): Date | null {
  if (row.revoked_at) return row.revoked_at;
  return row.expires_at && row.expires_at <= now ? row.expires_at : null;
}
