import { type contract, SCOPES } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import { versioned } from '../../handler/entity-tag.ts';
import type { Handlers } from '../../handler/handler.ts';
import { subscriptionRoutes } from '../billing/index.ts';
import { creditRoutes } from '../credits/index.ts';
import { changeMatchingPreferences, findPreferences } from './preferences.ts';

/** The operations on the caller's own account. */
export function userRoutes(app: App): Handlers<typeof contract.users> {
  const { db } = app;
  return {
    ...subscriptionRoutes(app),
    getNotificationPreferences: async ({ caller }) => versioned(await findPreferences(db, caller.user_id)),
    updateNotificationPreferences: async ({ caller, body, ifMatch, now }) => {
      const write = { userId: caller.user_id, changes: body, ifMatch, now };
      return versioned(await changeMatchingPreferences(db, write));
    },
    ...creditRoutes({ db }),
  };
}

/** The operation that says who the caller is. */
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
