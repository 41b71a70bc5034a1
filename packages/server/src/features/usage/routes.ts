import type { contract } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import type { Handlers } from '../../handler/handler.ts';
import { latestFirst, listViews } from '../../lists/page.ts';
import { activityView, selectActivity } from './activity.ts';
import { getByLanguage, getSummary } from './summary.ts';

/** The operations on the usage of a workspace. */
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
        order: latestFirst('activity'),
        query: selectActivity(app.db, { ...query, workspaceId: caller.workspace.id, now }),
        view: activityView,
      }),
  };
}
