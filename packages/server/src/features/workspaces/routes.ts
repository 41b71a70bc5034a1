import type { contract } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import { notFound } from '../../errors.ts';
import type { Handlers } from '../../handler.ts';
import { listPage } from '../../page.ts';
import { createWorkspace } from './actions.ts';
import { findWorkspace, PERSONAL_FIRST, selectWorkspacesOf } from './queries.ts';
import { workspaceView } from './view.ts';

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
      return { data: workspaceView(row) };
    },
    get: async ({ caller }) => {
      const row = await findWorkspace(app.db, caller.workspace.id);
      if (row === undefined) throw notFound('workspace');
      return { data: workspaceView(row) };
    },
  };
}
