import { blanks } from '../../generated/test-contract.ts';
import type { Scope } from '../../generated/types.ts';
import { ApiError, notFound } from '../api-error.ts';
import { assertMatch, versionOf } from '../etag.ts';
import type { Caller, Handlers } from '../handler.ts';
import { listReply } from '../lists.ts';
import type { World } from '../world.ts';
import { noteBy } from './activity.ts';
import { change, isEmpty } from './own.ts';
import { addKey, keyView, type StoredKey } from './stored-key.ts';

const isDefault = (scope: Scope) => scope.endsWith(':read') || scope === 'workflows:run';

function ownKey({ keys }: World, caller: Caller, id: string): StoredKey {
  const key = keys.get(id.toLowerCase());
  if (key === undefined || key.view.workspace_id !== caller.workspace_id) throw notFound('API key');
  return key;
}

function refuseRevoked(world: World, key: StoredKey): void {
  if (keyView(key, world).revoked_at !== null) throw new ApiError('CONFLICT', 'This key is revoked.');
}

/** A key with its version: to be used is no change. */
function reply(world: World, key: StoredKey) {
  const view = keyView(key, world);
  return { data: view, version: versionOf(view, 'last_used_at') };
}

type Write = { world: World; caller: Caller; params: { key_id: string }; ifMatch: string | undefined };

function matching({ world, caller, params, ifMatch }: Write): StoredKey {
  const key = ownKey(world, caller, params.key_id);
  assertMatch(ifMatch, reply(world, key).version, 'API key');
  return key;
}

function tell(world: World, caller: Caller, { view }: StoredKey, kind: string): void {
  const metadata = { scopes: view.scopes };
  const resource = ['api_key', view.id, view.name] as const;
  noteBy(world, caller, { action: 'api_key_created', kind, resource, metadata });
}

/** Whoever calls, and their API keys. */
export const keyHandlers: Handlers = {
  'auth.whoami': ({ world, caller }) => ({
    data: {
      ...blanks.Whoami,
      auth_kind: caller.kind,
      user_id: caller.user_id,
      workspace_id: caller.workspace_id,
      api_key_id: caller.api_key_id,
      scopes: [...(caller.kind === 'jwt' ? world.scopes : caller.scopes)].sort(),
    },
  }),
  'api_keys.list': ({ world, caller, query, url }) => {
    const views = [...world.keys.values()].reverse().map((key) => keyView(key, world));
    const { status = 'active' } = query;
    const listed = views.filter(
      (view) =>
        view.workspace_id === caller.workspace_id &&
        (status === 'all' || (status === 'revoked') === (view.revoked_at !== null)),
    );
    return listReply(listed, { url, query });
  },
  'api_keys.create': ({ world, caller, body }) => {
    const key = addKey(world, {
      created_by: caller.user_id,
      name: body.name.trim(),
      scopes: body.scopes ?? world.scopes.filter(isDefault),
      rate_limit_per_min: body.rate_limit_per_min ?? null,
      workspace_id: caller.workspace_id,
    });
    tell(world, caller, key, 'key_created');
    return { data: { ...key.view, api_key: key.secret } };
  },
  'api_keys.get': ({ world, caller, params }) => reply(world, ownKey(world, caller, params.key_id)),
  'api_keys.update': (request) => {
    const { world, body } = request;
    const key = matching(request);
    const { name, scopes, ...rest } = body;
    const changes = { ...rest, name: name?.trim(), scopes: scopes && [...new Set(scopes)] };
    if (isEmpty(changes)) return reply(world, key);
    refuseRevoked(world, key);
    change(key.view, changes as Partial<typeof key.view>, world.clock);
    return reply(world, key);
  },
  'api_keys.rotate': ({ world, caller, params, body }) => {
    const key = ownKey(world, caller, params.key_id);
    refuseRevoked(world, key);
    if (key.expires_at !== null) throw new ApiError('CONFLICT', 'This key has been rotated already.');
    const { grace_period_seconds: grace = 0 } = body;
    if (grace > 0) key.expires_at = world.clock.now() + grace * 1_000;
    else change(key.view, { active: false, revoked_at: world.clock.iso() }, world.clock);
    const next = addKey(world, { ...key.view, created_by: caller.user_id });
    tell(world, caller, next, 'key_rotated');
    return { data: { old_key: keyView(key, world), new_key: { ...next.view, api_key: next.secret } } };
  },
  'api_keys.delete': (request) => {
    const { world } = request;
    const key = matching(request);
    if (keyView(key, world).revoked_at === null) {
      change(key.view, { active: false, revoked_at: world.clock.iso() }, world.clock);
    }
    return reply(world, key);
  },
};
