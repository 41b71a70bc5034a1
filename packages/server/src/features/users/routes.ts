import type { contract } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import type { Handlers } from '../../handler.ts';
import { subscriptionRoutes } from '../billing/index.ts';
import { creditRoutes } from '../credits/index.ts';
import { changeMatchingPreferences, findPreferences, preferencesReply } from './preferences.ts';

export function userRoutes(app: App): Handlers<typeof contract.users> {
  const { db } = app;
  return {
    ...subscriptionRoutes(app),
    getNotificationPreferences: async ({ caller }) =>
      preferencesReply(await findPreferences(db, caller.user_id)),
    updateNotificationPreferences: async ({ caller, body, ifMatch, now }) => {
      const write = { userId: caller.user_id, changes: body, ifMatch, now };
      return preferencesReply(await changeMatchingPreferences(db, write));
    },
    ...creditRoutes({ db }),
  };
}
