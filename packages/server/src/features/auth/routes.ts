import { type contract, SCOPES } from '@voiceloom/contract';
import type { Handlers } from '../../handler.ts';

export function authRoutes(): Handlers<typeof contract.auth> {
  return {
    whoami: async ({ caller }) => ({
      data: {
        auth_kind: caller.kind,
        user_id: caller.user_id,
        workspace_id: caller.workspace?.id ?? null,
        api_key_id: caller.api_key_id,
        scopes: (caller.kind === 'jwt' ? [...SCOPES] : [...caller.scopes]).sort(),
      },
    }),
  };
}
