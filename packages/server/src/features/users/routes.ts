import type { contract } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import type { Handlers } from '../../handler.ts';
import { changePreferences, findPreferences } from './preferences.ts';

export function userRoutes({ db }: Pick<App, 'db'>): Handlers<typeof contract.users> {
  return {
    getNotificationPreferences: async ({ caller }) => ({ data: await findPreferences(db, caller.user_id) }),
    updateNotificationPreferences: async ({ caller, body, now }) => ({
      data: await changePreferences(db, { userId: caller.user_id, changes: body, now }),
    }),
  };
}
