import { z } from 'zod';
import { area } from '../area.ts';
import { objectOf } from '../envelope.ts';
import { example, EXAMPLE_IDS as ids } from '../example.ts';
import { object, Uuid } from '../primitives.ts';
import { Scope } from '../scopes.ts';

export const Whoami = object('Whoami', 'The user or API key that sent the request.', {
  auth_kind: z.enum(['jwt', 'api_key']).describe('The kind of credential.'),
  user_id: Uuid.describe('The user who sends the request, or who created the API key.'),
  workspace_id: Uuid.nullable().describe(
    'The workspace of the API key. For a token, the personal workspace of the user.',
  ),
  api_key_id: Uuid.nullable().describe('Null for a token.'),
  scopes: z.array(Scope).describe('The scopes of the API key. A token has all scopes.'),
});
export type Whoami = z.infer<typeof Whoami>;

example(Whoami, {
  auth_kind: 'api_key',
  user_id: ids.user_id,
  workspace_id: ids.ws_id,
  api_key_id: ids.key_id,
  scopes: ['workflows:read', 'workflows:run'],
});

const access = { auth: 'jwt_or_key', scope: null, role: null, workspace: 'none' } as const;

/** The caller. */
export const auth = area('auth', access, {
  whoami: {
    endpoint: 'GET /api/v1/auth/whoami',
    summary: 'Get the caller',
    description:
      'Returns the user, the workspace, the API key and the scopes of the credential that you send.',
    responses: { 200: objectOf(Whoami) },
  },
});
