import type { ApiKey, CreateApiKey, NewApiKey, Scope } from '../generated/types.ts';
import { components } from '../schemas/operation-schemas.ts';
import { ApiError } from './http/api-error.ts';
import { type Group, pageOf } from './http/handler.ts';
import { change, find, newestFirst, newResource, type State, tagOf } from './state.ts';

/** Every scope that an API key can have. */
export const allScopes = components.Scope?.enum as Scope[];

/** The scopes of a key that is created without any. */
const defaultScopes = allScopes.filter((scope) => scope.endsWith(':read') || scope === 'workflows:run');

/** Whether a key works. The `revoked_at` of a rotated key is the end of its grace period. */
export const isActive = ({ clock }: State, { revoked_at }: ApiKey): boolean =>
  revoked_at === null || Date.parse(revoked_at) > clock.now();

/** The key as the API shows it: without `revoked_at` until its grace period ends. */
function viewOf(state: State, key: ApiKey): ApiKey {
  const active = isActive(state, key);
  return { ...key, active, revoked_at: active ? null : key.revoked_at };
}

/** Adds a key, and returns it with its secret. */
export function addKey(
  state: State,
  { name, scopes = defaultScopes, rate_limit_per_min = null }: CreateApiKey,
): NewApiKey {
  const api_key = `vl_live_${state.newWord()}`;
  const key_prefix = api_key.slice(0, 12);
  const key_suffix = api_key.slice(-4);
  const key = newResource<NewApiKey>(state, 'NewApiKey', {
    name: name.trim(),
    key_type: 'live',
    key_prefix,
    key_suffix,
    scopes: [...new Set(scopes)],
    active: true,
    rate_limit_per_min,
    preview: `${key_prefix}…${key_suffix}`,
    api_key,
  });
  state.keys.set(key.id, key);
  return key;
}

const reply = (state: State, key: ApiKey) => ({ data: viewOf(state, key), headers: { etag: tagOf(key) } });

const keyIn = (state: State, { key_id }: { key_id: string }): NewApiKey =>
  find(state.keys, key_id, 'API key');

/** The operations on API keys, and who the caller is. */
export const keyHandlers: Group<'auth' | 'api_keys'> = {
  'auth.whoami': ({ userId: user_id, workspaceId: workspace_id }, { caller }) => {
    const key = { auth_kind: caller ? 'api_key' : 'jwt', api_key_id: caller?.id ?? null } as const;
    return { data: { ...key, user_id, workspace_id, scopes: [...(caller?.scopes ?? allScopes)].sort() } };
  },
  'api_keys.list': (state, request) => {
    const { status } = request.query;
    const keys = newestFirst(state.keys).map((key) => viewOf(state, key));
    const matches = keys.filter(({ active }) => status === 'all' || active === (status === 'active'));
    return pageOf(matches, request);
  },
  'api_keys.create': (state, { body }) => ({ data: addKey(state, body) }),
  'api_keys.get': (state, { params }) => reply(state, keyIn(state, params)),
  'api_keys.rotate': (state, { params, body: { grace_period_seconds = 0 } }) => {
    const key = keyIn(state, params);
    if (key.revoked_at !== null) {
      const problem = isActive(state, key) ? 'was already rotated' : 'is revoked';
      throw new ApiError('CONFLICT', `This key ${problem}.`);
    }
    change(state, key, { revoked_at: state.clock.iso(grace_period_seconds * 1_000) });
    return { data: { old_key: viewOf(state, key), new_key: addKey(state, key) } };
  },
  'api_keys.delete': (state, { params }) => {
    const key = keyIn(state, params);
    if (isActive(state, key)) change(state, key, { revoked_at: state.clock.iso() });
    return reply(state, key);
  },
};
