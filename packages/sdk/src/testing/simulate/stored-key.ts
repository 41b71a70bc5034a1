import { blanks } from '../../generated/test-contract.ts';
import type { ApiKey } from '../../generated/types.ts';
import type { World } from '../world.ts';

/** An API key with its secret, and when a grace after a rotation ends. */
export interface StoredKey {
  view: ApiKey;
  secret: string;
  expires_at: number | null;
}

/** The key as it is now: one whose grace has ended is revoked. */
export function keyView({ view, expires_at }: StoredKey, { clock }: World): ApiKey {
  if (view.revoked_at !== null || expires_at === null || expires_at > clock.now()) return view;
  return { ...view, active: false, revoked_at: new Date(expires_at).toISOString() };
}

/** Makes a key of a workspace and keeps it. */
export function addKey(
  world: World,
  key: Pick<ApiKey, 'name' | 'scopes' | 'workspace_id' | 'rate_limit_per_min' | 'created_by'>,
): StoredKey {
  const secret = `vl_live_${world.newWord()}`;
  const [key_prefix, key_suffix, now] = [secret.slice(0, 12), secret.slice(-4), world.clock.iso()];
  const view: ApiKey = {
    ...blanks.ApiKey,
    id: world.newId(),
    workspace_id: key.workspace_id,
    created_by: key.created_by,
    name: key.name,
    key_type: 'live',
    key_prefix,
    key_suffix,
    scopes: [...new Set(key.scopes)],
    active: true,
    last_used_at: null,
    rate_limit_per_min: key.rate_limit_per_min,
    revoked_at: null,
    created_at: now,
    updated_at: now,
    preview: `${key_prefix}…${key_suffix}`,
  };
  const stored = { view, secret, expires_at: null };
  world.keys.set(view.id, stored);
  return stored;
}
