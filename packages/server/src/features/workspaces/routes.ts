import type { contract } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import { emptyReply, type Handlers } from '../../handler/handler.ts';
import { listViews } from '../../lists/page.ts';
import { changeWorkspace, createWorkspace } from './actions.ts';
import { deleteWorkspace } from './deletion.ts';
import { getWorkspace, isSlugTaken, PERSONAL_FIRST, selectCallerWorkspaces } from './queries.ts';
import { settingsReply, workspaceReply, workspaceView } from './view.ts';

/** The operations on workspaces and their settings. */
export function workspaceRoutes(app: App): Handlers<typeof contract.workspaces> {
  return {
    list: ({ caller, query, url }) =>
      listViews({
        list: 'workspaces',
        url,
        page: query,
        order: [
          { column: PERSONAL_FIRST, direction: 'asc', key: 'personal_rank', type: 'int' },
          { column: 'workspace.created_at', direction: 'asc', key: 'created_at', type: 'timestamp' },
          { column: 'workspace.id', direction: 'asc', key: 'id', type: 'uuid' },
        ],
        query: selectCallerWorkspaces(app.db, caller),
        view: workspaceView,
      }),
    create: async ({ caller, body, now }) =>
      workspaceReply(await createWorkspace(app, { userId: caller.user_id, body, now })),
    slugAvailable: async ({ query: { slug } }) => ({
      data: { slug, available: !(await isSlugTaken(app.db, slug)) },
    }),
    get: async ({ caller }) => workspaceReply(await getWorkspace(app.db, caller.workspace.id)),
    update: async ({ caller, body, ifMatch, now }) => {
      const write = { caller, ifMatch, reply: workspaceReply, now };
      const changes = { ...body, name: body.name ?? undefined };
      return workspaceReply(await changeWorkspace(app, write, changes));
    },
    delete: ({ caller, ifMatch, now }) => emptyReply(deleteWorkspace(app, { caller, ifMatch, now })),
    getSettings: async ({ caller }) => settingsReply(await getWorkspace(app.db, caller.workspace.id)),
    updateSettings: async ({ caller, body, ifMatch, now }) => {
      const write = { caller, ifMatch, reply: settingsReply, now };
      return settingsReply(await changeWorkspace(app, write, body));
    },
  };
}
