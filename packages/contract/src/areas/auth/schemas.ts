import { z } from 'zod';
import { object } from '../../named.ts';
import { Uuid } from '../../primitives.ts';
import { Scope } from '../../scopes.ts';

export const Whoami = object('Whoami', 'The user or API key that sent the request.', {
  auth_kind: z.enum(['jwt', 'api_key']).describe('The kind of credential.'),
  user_id: Uuid.describe('The user who calls, or who created the API key.'),
  workspace_id: Uuid.nullable().describe(
    'The workspace of the API key. For a token, the personal workspace of the user.',
  ),
  api_key_id: Uuid.nullable().describe('Null for a token.'),
  scopes: z.array(Scope).describe('The scopes of the API key. A token has all scopes.'),
});
export type Whoami = z.infer<typeof Whoami>;
