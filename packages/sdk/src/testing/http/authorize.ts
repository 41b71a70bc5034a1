import type { CatalogOperation } from '../../catalog.ts';
import type { ApiKey, Scope } from '../../generated/types.ts';
import { isActive } from '../api-keys.ts';
import type { State } from '../state.ts';
import { ApiError, invalid, notFound } from './api-error.ts';

const unauthenticated = (message: string) => new ApiError('UNAUTHENTICATED', message);

/** The API key in a header; null for the token of the person. */
function authenticate(state: State, authorization: string | null): ApiKey | null {
  if (authorization === null) {
    throw unauthenticated('The Authorization header is missing: send a bearer token or an API key.');
  }
  const [, secret] = /^Bearer +([!-~]+) *$/i.exec(authorization) ?? [];
  if (secret === undefined) {
    throw unauthenticated('The Authorization header must be "Bearer", a space, and a token or an API key.');
  }
  if (secret === state.token) return null;
  if (!secret.startsWith('vl_')) {
    throw unauthenticated('The token is malformed, or its signature, issuer, audience or time is wrong.');
  }
  const key = [...state.keys.values()].find(({ api_key }) => api_key === secret);
  if (key === undefined || !isActive(state, key)) {
    const message = 'The API key is unknown, revoked, inactive or of a reserved type.';
    throw new ApiError('INVALID_API_KEY', message);
  }
  // To the minute, as in the service.
  key.last_used_at = state.clock.iso(-(state.clock.now() % 60_000));
  return key;
}

/** Rejects every workspace but the one that exists. */
function assertWorkspace({ workspaceId }: State, key: ApiKey | null, place: 'path' | 'header', id: string) {
  if (id.toLowerCase() === workspaceId) return;
  if (key === null && !/^[0-9a-f-]{36}$/i.test(id)) {
    const field = place === 'path' ? 'params.ws_id' : 'headers.x-workspace-id';
    throw invalid({ field, message: 'A workspace id is a UUID.' });
  }
  if (key === null || place === 'path') throw notFound('workspace');
  throw new ApiError('FORBIDDEN', 'This API key belongs to another workspace.');
}

/** The API key of the caller, null for a person, with every right that the operation requires. */
export function authorize(
  state: State,
  { auth, workspace, scope }: CatalogOperation,
  { headers, params }: { headers: Headers; params: Record<string, string> },
): ApiKey | null {
  if (auth === 'none') return null;
  const key = authenticate(state, headers.get('authorization'));
  if (key && auth === 'jwt') {
    const message = 'API keys are not accepted here; use a token of your identity provider.';
    throw new ApiError('FORBIDDEN', message);
  }
  const header = headers.get('x-workspace-id');
  if (workspace === 'path') assertWorkspace(state, key, 'path', params.ws_id ?? '');
  else if (workspace === 'header' && header !== null) assertWorkspace(state, key, 'header', header);
  if (key && scope !== null && !key.scopes.includes(scope as Scope)) {
    throw new ApiError('INSUFFICIENT_SCOPE', `This API key lacks the scope ${scope}.`);
  }
  return key;
}
