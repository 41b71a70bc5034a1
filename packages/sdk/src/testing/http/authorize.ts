import type { CatalogOperation } from '../../catalog.ts';
import type { Scope } from '../../generated/types.ts';
import { keyView, type StoredKey } from '../api-keys.ts';
import type { State } from '../state.ts';
import { ApiError, invalid, notFound } from './api-error.ts';
import type { Caller } from './handler.ts';

function activeKey(state: State, secret: string): StoredKey {
  const key = [...state.keys.values()].find((candidate) => candidate.secret === secret);
  if (key && keyView(state, key).active) return key;
  throw new ApiError('INVALID_API_KEY', 'The API key is unknown, revoked, inactive or of a reserved type.');
}

function authenticate(state: State, authorization: string | null): Caller {
  if (authorization === null)
    throw new ApiError(
      'UNAUTHENTICATED',
      'The Authorization header is missing: send a bearer token or an API key.',
    );
  const [, secret] = /^Bearer +([!-~]+) *$/i.exec(authorization) ?? [];
  if (secret === undefined) {
    throw new ApiError(
      'UNAUTHENTICATED',
      'The Authorization header must be "Bearer", a space, and a token or an API key.',
    );
  }
  if (secret.startsWith('vl_')) {
    const { view } = activeKey(state, secret);
    // To the minute, as in the service.
    view.last_used_at = new Date(state.clock.now() - (state.clock.now() % 60_000)).toISOString();
    return { kind: 'api_key', api_key_id: view.id, scopes: view.scopes };
  }
  if (secret !== state.token)
    throw new ApiError(
      'UNAUTHENTICATED',
      'The token is malformed, or its signature, issuer, audience or time is wrong.',
    );
  return { kind: 'jwt', api_key_id: null, scopes: [] };
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
