import type { contract } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import type { Handlers } from '../../handler/handler.ts';
import {
  changesOf,
  changeWorkflow,
  createWorkflow,
  deleteWorkflow,
  duplicateWorkflow,
  getWorkflow,
} from './actions.ts';
import { listWorkflows, listWorkflowUploads } from './list.ts';
import { checkInWorkspace, previewRun } from './preview.ts';
import { isNameTaken } from './queries.ts';
import { workflowListView, workflowReply } from './view.ts';

export function workflowRoutes(app: App): Handlers<typeof contract.workflows> {
  return { ...readRoutes(app), ...adviceRoutes(app), ...writeRoutes(app) };
}

type Routes = Handlers<typeof contract.workflows>;

function readRoutes(app: App): Pick<Routes, 'list' | 'get' | 'uploads'> {
  return {
    list: async ({ caller, query, url }) => {
      const list = await listWorkflows(app.db, { workspaceId: caller.workspace.id, query, url });
      return { data: list.items.map(workflowListView), pagination: list.pagination };
    },
    get: async ({ caller, params }) => workflowReply(await getWorkflow(app, caller, params.workflow_id)),
    uploads: async ({ caller, params, query, url }) => {
      const workflow = await getWorkflow(app, caller, params.workflow_id);
      return listWorkflowUploads(app, { caller, workflow, query, url });
    },
  };
}

function adviceRoutes(app: App): Pick<Routes, 'nameAvailability' | 'validate' | 'preview'> {
  return {
    nameAvailability: async ({ caller, query: { name, exclude_id: excludeId } }) => {
      const taken = await isNameTaken(app.db, { workspaceId: caller.workspace.id, name, excludeId });
      return { data: { name, available: !taken } };
    },
    validate: async ({ caller, body }) => {
      return { data: await checkInWorkspace(app, caller.workspace.id, body.definition) };
    },
    preview: async ({ caller, params }) => ({
      data: await previewRun(app, caller, params.workflow_id),
    }),
  };
}

function writeRoutes(app: App): Pick<Routes, 'create' | 'replace' | 'update' | 'delete' | 'duplicate'> {
  return {
    create: async ({ caller, body, now }) => workflowReply(await createWorkflow(app, { caller, body, now })),
    replace: async ({ caller, params, body, ifMatch, now }) => {
      const changes = { ...body, description: body.description ?? null };
      const write = { caller, id: params.workflow_id, ifMatch, now };
      return workflowReply(await changeWorkflow(app, write, changes));
    },
    update: async ({ caller, params, body, ifMatch, now }) => {
      const write = { caller, id: params.workflow_id, ifMatch, now };
      return workflowReply(await changeWorkflow(app, write, changesOf(body)));
    },
    delete: async ({ caller, params, ifMatch, now }) => {
      await deleteWorkflow(app, { caller, id: params.workflow_id, ifMatch, now });
      return { data: {} };
    },
    duplicate: async ({ caller, params, now }) =>
      workflowReply(await duplicateWorkflow(app, { caller, id: params.workflow_id, now })),
  };
}
