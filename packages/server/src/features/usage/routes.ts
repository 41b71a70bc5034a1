import type { contract } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import type { Handlers } from '../../handler/handler.ts';
import { listViews } from '../../handler/page.ts';
import { activityView, selectActivity } from './activity.ts';
import { getByLanguage, getSummary } from './summary.ts';

export function usageRoutes(app: App): Handlers<typeof contract.usage> {
  return {
    summary: async ({ caller, query, now }) => ({
      data: await getSummary(app, { ...query, workspace: caller.workspace, now }),
    }),
    byLanguage: async ({ caller, query, now }) => ({
      data: await getByLanguage(app, { ...query, workspaceId: caller.workspace.id, now }),
    }),
    activity: ({ caller, query, url, now }) =>
      listViews({
        list: 'activity',
        url,
        page: query,
        order: [{ column: 'activity.created_at', direction: 'desc', key: 'created_at', type: 'timestamp' }],
        query: selectActivity(app.db, { ...query, workspaceId: caller.workspace.id, now }),
        view: activityView,
      }),
  };
}
