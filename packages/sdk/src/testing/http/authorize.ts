import type { CatalogOperation } from '../../catalog.ts';
import type { Scope } from '../../generated/types.ts';
import { keyView } from '../api-keys.ts';
import type { State } from '../state.ts';
import { ApiError, invalid, notFound } from './api-error.ts';
import type { Caller } from './handler.ts';

const unauthenticated = (message: string) => new ApiError('UNAUTHENTICATED', message);

function authenticate(state: State, authorization: string | null): Caller {
  if (authorization === null) {
    throw unauthenticated('The Authorization header is missing: send a bearer token or an API key.');
  }
  const [, secret] = /^Bearer +([!-~]+) *$/i.exec(authorization) ?? [];
  if (secret === undefined) {
    throw unauthenticated('The Authorization header must be "Bearer", a space, and a token or an API key.');
  }
  if (secret === state.token) return { kind: 'jwt', api_key_id: null, scopes: [] };
  if (!secret.startsWith('vl_')) {
    throw unauthenticated('The token is malformed, or its signature, issuer, audience or time is wrong.');
  }
  const key = [...state.keys.values()].find((candidate) => candidate.secret === secret);
  if (key === undefined || !keyView(state, key).active) {
    const message = 'The API key is unknown, revoked, inactive or of a reserved type.';
    throw new ApiError('INVALID_API_KEY', message);
  }
  // To the minute, as in the service.
  key.view.last_used_at = new Date(state.clock.now() - (state.clock.now() % 60_000)).toISOString();
  return { kind: 'api_key', api_key_id: key.view.id, scopes: key.view.scopes };
}

/** Rejects every workspace but the one that exists. */
function assertWorkspace({ workspaceId }: State, { kind }: Caller, place: 'path' | 'header', id: string) {
  if (id.toLowerCase() === workspaceId) return;
  if (kind === 'jwt' && !/^[0-9a-f-]{36}$/i.test(id)) {
    const field = place === 'path' ? 'params.ws_id' : 'headers.x-workspace-id';
    throw invalid({ field, message: 'A workspace id is a UUID.' });
  }
  if (kind === 'jwt' || place === 'path') throw notFound('workspace');
  throw new ApiError('FORBIDDEN', 'This API key belongs to another workspace.');
}

/** The caller, with every right that the operation requires. */
export function authorize(
  state: State,
  operation: CatalogOperation,
  { headers, params }: { headers: Headers; params: Record<string, string> },
): Caller {
  const { auth, workspace, scope } = operation;
  if (auth === 'none') return { kind: 'jwt', api_key_id: null, scopes: [] };
  const caller = authenticate(state, headers.get('authorization'));
  if (caller.kind === 'api_key' && auth === 'jwt') {
    const message = 'API keys are not accepted here; use a token of your identity provider.';
    throw new ApiError('FORBIDDEN', message);
  }
  const header = headers.get('x-workspace-id');
  if (workspace === 'path') assertWorkspace(state, caller, 'path', params.ws_id ?? '');
  else if (workspace === 'header' && header !== null) assertWorkspace(state, caller, 'header', header);
  if (caller.kind === 'api_key' && scope !== null && !caller.scopes.includes(scope as Scope)) {
    throw new ApiError('INSUFFICIENT_SCOPE', `This API key lacks the scope ${scope}.`);
  }
  return caller;
}
