import { ApiError, invalid, notFound } from './api-error.ts';
import type { Caller } from './handler.ts';
import type { TestOperation } from './operation.ts';
import { keyView, type StoredKey } from './simulate/stored-key.ts';
import type { World } from './world.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The personal workspace, where a token works unless another one is named. */
export const personalWorkspace = ({ workspaces }: World): string =>
  [...workspaces.values()].find(({ is_personal }) => is_personal)?.id ?? '';

function keyOf(world: World, secret: string): StoredKey {
  const key = [...world.keys.values()].find((candidate) => candidate.secret === secret);
  if (key && keyView(key, world).active) return key;
  throw new ApiError('INVALID_API_KEY', 'The API key is unknown, revoked, inactive or of a reserved type.');
}

/** Who a credential belongs to. */
function authenticate(world: World, authorization: string | null): Caller {
  const [, secret] = /^Bearer (.+)$/i.exec(authorization ?? '') ?? [];
  if (secret === undefined) throw new ApiError('UNAUTHENTICATED', 'A bearer credential is needed.');
  const home = { user_id: world.user.id, workspace_id: personalWorkspace(world) };
  if (secret === world.token) {
    return { ...home, kind: 'jwt', api_key_id: null, scopes: world.scopes };
  }
  if (!secret.startsWith('vl_')) throw new ApiError('UNAUTHENTICATED', 'The token does not verify.');
  const { view } = keyOf(world, secret);
  // Kept to the minute, as the service does.
  view.last_used_at = new Date(world.clock.now() - (world.clock.now() % 60_000)).toISOString();
  const { id: api_key_id, scopes, workspace_id } = view;
  return { ...home, kind: 'api_key', api_key_id, scopes, workspace_id };
}

function workspaceOf(world: World, caller: Caller, named: { field: string; id: string }): string {
  const { field, id } = named;
  if (!UUID.test(id)) throw invalid({ field, message: 'A workspace id is a UUID.' });
  if (!world.workspaces.has(id.toLowerCase())) {
    if (caller.kind === 'jwt') throw notFound('workspace');
    throw new ApiError('FORBIDDEN', 'This API key belongs to another workspace.');
  }
  if (caller.kind === 'api_key' && id.toLowerCase() !== caller.workspace_id) {
    throw new ApiError('FORBIDDEN', 'This API key belongs to another workspace.');
  }
  return id.toLowerCase();
}

/** The caller in the workspace of the request, with every right that the operation asks for. */
export function authorize(
  world: World,
  operation: TestOperation,
  { headers, params }: { headers: Headers; params: Record<string, string> },
): Caller {
  const caller = authenticate(world, headers.get('authorization'));
  if (caller.kind === 'api_key' && operation.auth === 'jwt') {
    const message = 'API keys are not accepted here; use a token of your identity provider.';
    throw new ApiError('FORBIDDEN', message);
  }
  const header = headers.get('x-workspace-id');
  const { workspace, scope } = operation;
  if (workspace === 'path') {
    caller.workspace_id = workspaceOf(world, caller, { field: 'params.ws_id', id: params.ws_id ?? '' });
  } else if (workspace === 'header' && header !== null) {
    caller.workspace_id = workspaceOf(world, caller, { field: 'headers.x-workspace-id', id: header });
  }
  if (caller.kind === 'api_key' && scope !== null && !caller.scopes.includes(scope)) {
    throw new ApiError('INSUFFICIENT_SCOPE', `This API key lacks the scope ${scope}.`);
  }
  return caller;
}
