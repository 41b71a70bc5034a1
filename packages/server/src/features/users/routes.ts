import type { contract } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import type { Handlers } from '../../handler.ts';
import { subscriptionRoutes } from '../billing/index.ts';
import { creditRoutes } from '../credits/index.ts';
import { changePreferences, findPreferences } from './preferences.ts';

export function userRoutes(app: App): Handlers<typeof contract.users> {
  const { db } = app;
  return {
    ...subscriptionRoutes(app),
    getNotificationPreferences: async ({ caller }) => ({ data: await findPreferences(db, caller.user_id) }),
    updateNotificationPreferences: async ({ caller, body, now }) => ({
      data: await changePreferences(db, { userId: caller.user_id, changes: body, now }),
    }),
    ...creditRoutes({ db }),
  };
}
