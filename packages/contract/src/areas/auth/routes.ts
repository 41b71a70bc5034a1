import { objectOf } from '../../envelope.ts';
import { meta, route } from '../../kit.ts';
import { Whoami } from './schemas.ts';

/** The caller. */
export const auth = {
  whoami: route({
    method: 'GET',
    path: '/api/v1/auth/whoami',
    summary: 'Get the caller',
    description: 'Returns the user, workspace, API key and scopes of the credential.',
    responses: { 200: objectOf(Whoami) },
    metadata: meta({
      operationId: 'auth.whoami',
      area: 'auth',
      auth: 'jwt_or_key',
      scope: null,
      role: null,
      workspace: 'none',
      idempotent: false,
      success: 200,
    }),
  }),
};
