import type { Pagination, Upload, WorkflowListQuery } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import type { Db } from '../../db/index.ts';
import { uploadMentions } from '../../engine/index.ts';
import type { WorkspaceCaller } from '../../handler/handler.ts';
import { listPage } from '../../handler/page.ts';
import { orderOf } from '../../handler/page-order.ts';
import { selectUploadsOfWorkflow, uploadView } from '../uploads/index.ts';
import { countListedWorkflows, selectListedWorkflows, type WorkflowRow } from './queries.ts';

const keys = {
  name: { column: 'lower(workflow.name)', key: 'name_key', type: 'text' },
  updated_at: { column: 'workflow.updated_at', key: 'updated_at', type: 'timestamp' },
  runs_count: { column: 'workflow.runs_count', key: 'runs_count', type: 'int' },
} as const;

/** Names read from A to Z; the latest and the busiest come first. */
const directions = { name: 'asc', updated_at: 'desc', runs_count: 'desc' } as const;

export async function listWorkflows(
  db: Db,
  { workspaceId, query, url }: { workspaceId: string; query: WorkflowListQuery; url: URL },
) {
  return listPage({
    list: 'workflows',
    url,
    page: query,
    order: orderOf(query, { keys, directions, first: 'updated_at' }),
    query: selectListedWorkflows(db, { workspaceId, query }),
    total: countListedWorkflows(db, { workspaceId, query }),
  });
}

interface UploadList {
  caller: WorkspaceCaller;
  workflow: WorkflowRow;
  query: { limit: number; offset?: number | undefined; cursor?: string | undefined };
  url: URL;
}

/** Confirmed uploads that belong to a workflow or that its source nodes name, the latest first. */
export async function listWorkflowUploads(
  app: Pick<App, 'db' | 'storage'>,
  { caller, workflow, query, url }: UploadList,
): Promise<{ data: Upload[]; pagination: Pagination }> {
  const named = uploadMentions(workflow.definition).map(({ id }) => id);
  const { items, pagination } = await listPage({
    list: 'workflow_uploads',
    url,
    page: query,
    order: [{ column: 'upload.created_at', direction: 'desc', key: 'created_at', type: 'timestamp' }],
    query: selectUploadsOfWorkflow(app.db, {
      workspaceId: caller.workspace.id,
      workflowId: workflow.id,
      named,
    }),
  });
  return { data: await Promise.all(items.map((row) => uploadView(app, row))), pagination };
}
