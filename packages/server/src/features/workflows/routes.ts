import type { contract } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import { uploadMentions } from '../../engine/index.ts';
import { emptyReply, type Handlers } from '../../handler/handler.ts';
import { latestFirst, listPage, listViews, toListOrder } from '../../lists/page.ts';
import { selectUploadsOfWorkflow, uploadView } from '../uploads/index.ts';
import {
  changeWorkflow,
  checkInWorkspace,
  createWorkflow,
  deleteWorkflow,
  duplicateWorkflow,
  previewRun,
  toWorkflowChanges,
} from './actions.ts';
import { getWorkflow, isNameTaken, selectListedWorkflows } from './queries.ts';
import { workflowListView, workflowReply } from './view.ts';

export { scheduleRoutes } from './schedules/index.ts';

/** The operations on workflows. */
export function workflowRoutes(app: App): Handlers<typeof contract.workflows> {
  return {
    list: ({ caller, query, url }) =>
      listViews({
        list: 'workflows',
        url,
        page: query,
        order: toListOrder(query, { keys, first: 'updated_at' }),
        query: selectListedWorkflows(app.db, { workspaceId: caller.workspace.id, query }),
        counted: true,
        owner: caller.workspace.id,
        view: workflowListView,
      }),
    get: async ({ caller, params }) =>
      workflowReply(await getWorkflow(app.db, caller.workspace.id, params.workflow_id)),
    uploads: async ({ caller, params, query, url }) => {
      const workspaceId = caller.workspace.id;
      const { id: workflowId, definition } = await getWorkflow(app.db, workspaceId, params.workflow_id);
      // Includes the uploads that only the source nodes of the workflow refer to.
      const mentionedIds = uploadMentions(definition).map(({ id }) => id);
      const { items, pagination } = await listPage({
        list: 'workflow_uploads',
        url,
        page: query,
        order: latestFirst('upload'),
        query: selectUploadsOfWorkflow(app.db, { workspaceId, workflowId, mentionedIds }),
      });
      return { data: await Promise.all(items.map((row) => uploadView(app, row))), pagination };
    },
    nameAvailability: async ({ caller, query: { name, exclude_id: excludeId } }) => {
      const isTaken = await isNameTaken(app.db, { workspaceId: caller.workspace.id, name, excludeId });
      return { data: { name, available: !isTaken } };
    },
    validate: async ({ caller, body }) => ({
      data: await checkInWorkspace(app, caller.workspace.id, body.definition),
    }),
    preview: async ({ caller, params, body }) => ({
      data: await previewRun(app, caller, { ...params, body }),
    }),
    estimate: async ({ caller, params, body }) => ({
      data: await previewRun(app, caller, { ...params, body }),
    }),
    create: async ({ caller, body, now }) => workflowReply(await createWorkflow(app, { caller, body, now })),
    replace: async ({ caller, params, body, ifMatch, now }) => {
      const changes = { ...body, description: body.description ?? null };
      const write = { caller, id: params.workflow_id, ifMatch, now };
      return workflowReply(await changeWorkflow(app, write, changes));
    },
    update: async ({ caller, params, body, ifMatch, now }) => {
      const write = { caller, id: params.workflow_id, ifMatch, now };
      return workflowReply(await changeWorkflow(app, write, toWorkflowChanges(body)));
    },
    delete: ({ caller, params, ifMatch, now }) =>
      emptyReply(deleteWorkflow(app, { caller, id: params.workflow_id, ifMatch, now })),
    duplicate: async ({ caller, params, now }) =>
      workflowReply(await duplicateWorkflow(app, { caller, id: params.workflow_id, now })),
  };
}

/** The default directions: names from A to Z; latest and most used first. */
const keys = {
  name: { column: 'lower(workflow.name)', direction: 'asc', key: 'name_key', type: 'text' },
  updated_at: { column: 'workflow.updated_at', direction: 'desc', key: 'updated_at', type: 'timestamp' },
  runs_count: { column: 'workflow.runs_count', direction: 'desc', key: 'runs_count', type: 'int' },
} as const;
