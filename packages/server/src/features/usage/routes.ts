import type { contract } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import type { Handlers } from '../../handler.ts';
import { listPage } from '../../page.ts';
import { activityView, selectActivity } from './activity.ts';

export function usageRoutes(app: App): Handlers<typeof contract.usage> {
  return {
    activity: async ({ caller, query, url, now }) => {
      const { items, pagination } = await listPage({
        list: 'activity',
        url,
        page: query,
        order: [{ column: 'activity.created_at', direction: 'desc', key: 'created_at', type: 'timestamp' }],
        query: selectActivity(app.db, { ...query, workspaceId: caller.workspace.id, now }),
      });
      return { data: items.map(activityView), pagination };
    },
  };
}
