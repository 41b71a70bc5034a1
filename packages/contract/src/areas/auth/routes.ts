import { area } from '../../area.ts';
import { objectOf } from '../../envelope.ts';
import { Whoami } from './schemas.ts';

const access = { auth: 'jwt_or_key', scope: null, role: null, workspace: 'none' } as const;

/** The caller. */
export const auth = area('auth', access, {
  whoami: {
    endpoint: 'GET /api/v1/auth/whoami',
    summary: 'Get the caller',
    description: 'Returns the user, workspace, API key and scopes of the credential.',
    responses: { 200: objectOf(Whoami) },
  },
});
