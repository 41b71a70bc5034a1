import type { contract } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import type { Handlers } from '../../handler/handler.ts';
import { listPage } from '../../handler/page.ts';
import { changeWorkspace, createWorkspace, deleteWorkspace, getWorkspace } from './actions.ts';
import { isSlugTaken, PERSONAL_FIRST, selectWorkspacesOf } from './queries.ts';
import {
  settingsReply,
  versionOfSettings,
  versionOfWorkspace,
  workspaceReply,
  workspaceView,
} from './view.ts';

export function workspaceRoutes(app: App): Handlers<typeof contract.workspaces> {
  return {
    list: async ({ caller, query, url }) => {
      const { items, pagination } = await listPage({
        list: 'workspaces',
        url,
        page: query,
        order: [
          { column: PERSONAL_FIRST, direction: 'asc', key: 'personal_rank', type: 'int' },
          { column: 'workspace.created_at', direction: 'asc', key: 'created_at', type: 'timestamp' },
          { column: 'workspace.id', direction: 'asc', key: 'id', type: 'uuid' },
        ],
        query: selectWorkspacesOf(app.db, caller.user_id),
      });
      return { data: items.map(workspaceView), pagination };
    },
    create: async ({ caller, body, now }) => {
      const row = await createWorkspace(app, { userId: caller.user_id, body, now });
      return workspaceReply(row);
    },
    slugAvailable: async ({ query: { slug } }) => ({
      data: { slug, available: !(await isSlugTaken(app.db, slug)) },
    }),
    get: async ({ caller }) => workspaceReply(await getWorkspace(app, caller)),
    update: async ({ caller, body, ifMatch, now }) => {
      const write = { caller, ifMatch, versionOf: versionOfWorkspace, now };
      const changes = { ...body, name: body.name ?? undefined };
      return workspaceReply(await changeWorkspace(app, write, changes));
    },
    delete: async ({ caller, ifMatch, now }) => {
      await deleteWorkspace(app, { caller, ifMatch, now });
      return { data: {} };
    },
    getSettings: async ({ caller }) => settingsReply(await getWorkspace(app, caller)),
    updateSettings: async ({ caller, body, ifMatch, now }) => {
      const write = { caller, ifMatch, versionOf: versionOfSettings, now };
      return settingsReply(await changeWorkspace(app, write, body));
    },
  };
}
