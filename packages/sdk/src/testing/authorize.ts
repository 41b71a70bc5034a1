import { ApiError, invalid, notFound } from './api-error.ts';
import type { Caller } from './handler.ts';
import type { TestOperation } from './operation.ts';
import { membershipOf } from './simulate/members.ts';
import { keyView, type StoredKey } from './simulate/stored-key.ts';
import type { World } from './world.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The personal workspace of a person, where a token works unless another one is named. */
export const personalWorkspace = ({ workspaces }: World, userId: string): string =>
  [...workspaces.values()].find((one) => one.is_personal && one.created_by === userId)?.id ?? '';

function keyOf(world: World, secret: string): StoredKey {
  const key = [...world.keys.values()].find((candidate) => candidate.secret === secret);
  // The keys of a workspace end with it.
  if (key && keyView(key, world).active && world.workspaces.has(key.view.workspace_id)) return key;
  throw new ApiError('INVALID_API_KEY', 'The API key is unknown, revoked, inactive or of a reserved type.');
}

/** Who a credential belongs to. */
function authenticate(world: World, authorization: string | null): Caller {
  if (authorization === null) throw new ApiError('UNAUTHENTICATED', 'A bearer credential is needed.');
  const [, secret] = /^Bearer +([!-~]+) *$/i.exec(authorization) ?? [];
  if (secret === undefined) {
    throw new ApiError('UNAUTHENTICATED', 'The Authorization header must be "Bearer" and a credential.');
  }
  if (secret.startsWith('vl_')) {
    const { view } = keyOf(world, secret);
    // Kept to the minute, as the service does.
    view.last_used_at = new Date(world.clock.now() - (world.clock.now() % 60_000)).toISOString();
    const { id: api_key_id, scopes, workspace_id, created_by: user_id } = view;
    return { user_id, kind: 'api_key', api_key_id, scopes, workspace_id };
  }
  const person = [...world.users.values()].find(({ token }) => token === secret);
  if (person === undefined) throw new ApiError('UNAUTHENTICATED', 'The token does not verify.');
  const { id: user_id } = person;
  const workspace_id = personalWorkspace(world, user_id);
  return { user_id, workspace_id, kind: 'jwt', api_key_id: null, scopes: [] };
}

/** The workspace that a request names, where the caller may be. */
function workspaceOf(world: World, caller: Caller, named: { in: 'path' | 'header'; id: string }): string {
  const id = named.id.toLowerCase();
  if (caller.kind === 'api_key') {
    if (id === caller.workspace_id) return id;
    if (named.in === 'path') throw notFound('workspace');
    throw new ApiError('FORBIDDEN', 'This API key belongs to another workspace.');
  }
  const field = named.in === 'path' ? 'params.ws_id' : 'headers.x-workspace-id';
  if (!UUID.test(id)) throw invalid({ field, message: 'A workspace id is a UUID.' });
  if (!world.workspaces.has(id) || !membershipOf(world, caller.user_id, id)) throw notFound('workspace');
  return id;
}

const RANKS = { viewer: 0, editor: 1, admin: 2 };

function refuseLowRole(world: World, { user_id, workspace_id }: Caller, needed: TestOperation['role']): void {
  const member = membershipOf(world, user_id, workspace_id);
  if (member === undefined || needed === null) return;
  member.last_active_at = new Date(world.clock.now() - (world.clock.now() % 60_000)).toISOString();
  if (RANKS[member.role] >= RANKS[needed]) return;
  const message = `This needs the role ${needed} in the workspace; yours is ${member.role}.`;
  throw new ApiError('FORBIDDEN', message);
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
    caller.workspace_id = workspaceOf(world, caller, { in: 'path', id: params.ws_id ?? '' });
  } else if (workspace === 'header' && header !== null) {
    caller.workspace_id = workspaceOf(world, caller, { in: 'header', id: header });
    caller.is_named = true;
  }
  if (caller.kind === 'api_key' && scope !== null && !caller.scopes.includes(scope)) {
    throw new ApiError('INSUFFICIENT_SCOPE', `This API key lacks the scope ${scope}.`);
  }
  refuseLowRole(world, caller, operation.role);
  return caller;
}
