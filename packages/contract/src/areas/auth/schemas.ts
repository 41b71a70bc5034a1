import { z } from 'zod';
import { Uuid } from '../../primitives.ts';
import { Scope } from '../../scopes.ts';

/** Who calls, as the service sees it. */
export const Whoami = z
  .object({
    auth_kind: z.enum(['jwt', 'api_key']),
    user_id: Uuid,
    workspace_id: Uuid.nullable().describe('The workspace of the key; for a token the personal one.'),
    api_key_id: Uuid.nullable(),
    scopes: z.array(Scope).describe('Of the key; a token has all.'),
  })
  .meta({ id: 'Whoami', description: 'Who calls, as the service sees it.' });
/** Who calls, as the service sees it. */
export type Whoami = z.infer<typeof Whoami>;
