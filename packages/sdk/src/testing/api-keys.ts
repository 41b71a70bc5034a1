import { operations } from '../catalog.ts';
import type { ApiKey, Scope } from '../generated/types.ts';
import { ApiError } from './http/api-error.ts';
import { type Group, pageOf } from './http/handler.ts';
import { change, find, newestFirst, type State, tagOf } from './state.ts';

/** An API key with its secret, and the end of its grace period after a rotation. */
export interface StoredKey {
  view: ApiKey;
  secret: string;
  expires_at: number | null;
}

/** Every scope that an API key can have. */
export const allScopes = [...new Set(operations.map(({ scope }) => scope))].filter(
  (scope): scope is Scope => scope !== null,
);

/** The scopes of a key that is created without any. */
const defaultScopes = allScopes.filter((scope) => scope.endsWith(':read') || scope === 'workflows:run');

/** The key as it is now: revoked once its grace period is over. */
export function keyView({ clock }: State, { view, expires_at }: StoredKey): ApiKey {
  if (expires_at === null || expires_at > clock.now()) return view;
  return { ...view, active: false, revoked_at: view.revoked_at ?? new Date(expires_at).toISOString() };
}

/** Stores a new key. */
export function addKey(
  state: State,
  {
    name,
    scopes = defaultScopes,
    rate_limit_per_min = null,
  }: Pick<ApiKey, 'name'> & { scopes?: readonly Scope[]; rate_limit_per_min?: number | null },
): StoredKey {
  const secret = `vl_live_${state.newWord()}`;
  const [key_prefix, key_suffix, now] = [secret.slice(0, 12), secret.slice(-4), state.clock.iso()];
  const view: ApiKey = {
    id: state.newId(),
    workspace_id: state.workspaceId,
    created_by: state.userId,
    name: name.trim(),
    key_type: 'live',
    key_prefix,
    key_suffix,
    scopes: [...new Set(scopes)],
    active: true,
    last_used_at: null,
    rate_limit_per_min,
    revoked_at: null,
    created_at: now,
    updated_at: now,
    preview: `${key_prefix}…${key_suffix}`,
  };
  const key = { view, secret, expires_at: null };
  state.keys.set(view.id, key);
  return key;
}

const revoke = (state: State, { view }: StoredKey) =>
  change(state, view, { active: false, revoked_at: state.clock.iso() });

const reply = (state: State, key: StoredKey) => ({
  data: keyView(state, key),
  headers: { etag: tagOf(key.view) },
});

const keyOf = ({ state, params }: { state: State; params: { key_id: string } }): StoredKey =>
  find(state.keys, params.key_id, 'API key');

/** The caller, and API keys. */
export const keyHandlers: Group<'auth' | 'api_keys'> = {
  'auth.whoami': ({ state, caller: { kind, api_key_id, scopes } }) => ({
    data: {
      auth_kind: kind,
      user_id: state.userId,
      workspace_id: state.workspaceId,
      api_key_id,
      scopes: [...(kind === 'jwt' ? allScopes : scopes)].sort(),
    },
  }),
  'api_keys.list': ({ state, query, url }) => {
    const { status = 'active' } = query;
    const listed = newestFirst(state.keys)
      .map((key) => keyView(state, key))
      .filter(({ revoked_at }) => status === 'all' || (status === 'revoked') === (revoked_at !== null));
    return pageOf(listed, { url, query });
  },
  'api_keys.create': ({ state, body }) => {
    const { view, secret } = addKey(state, body);
    return { data: { ...view, api_key: secret } };
  },
  'api_keys.get': (request) => reply(request.state, keyOf(request)),
  'api_keys.rotate': (request) => {
    const { state, body } = request;
    const key = keyOf(request);
    if (keyView(state, key).revoked_at !== null) throw new ApiError('CONFLICT', 'This key is revoked.');
    if (key.expires_at !== null) throw new ApiError('CONFLICT', 'This key was already rotated.');
    const { grace_period_seconds: grace = 0 } = body;
    if (grace > 0) key.expires_at = state.clock.now() + grace * 1_000;
    else revoke(state, key);
    const next = addKey(state, key.view);
    return { data: { old_key: keyView(state, key), new_key: { ...next.view, api_key: next.secret } } };
  },
  'api_keys.delete': (request) => {
    const key = keyOf(request);
    if (keyView(request.state, key).revoked_at === null) revoke(request.state, key);
    return reply(request.state, key);
  },
};
