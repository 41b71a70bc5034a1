import type { WorkflowDefinition, WorkflowListQuery } from '@voiceloom/contract';
import {
  type Expression,
  expressionBuilder,
  type InferResult,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import { nextVersion } from '../../db/by-id.ts';
import type { Db, Schema } from '../../db/index.ts';
import { OPEN_STATUSES } from '../../engine/index.ts';
import { notFound } from '../../errors.ts';
import { compileOnce } from '../../lists/compile-once.ts';
import { hotList } from '../../lists/hot-list.ts';
import { searchFilter } from '../../lists/search.ts';

const COLUMNS = [
  'workflow.id',
  'workflow.user_id',
  'workflow.name',
  'workflow.description',
  'workflow.runs_count',
  'workflow.last_run_at',
  'workflow.last_run_status',
  'workflow.run_counts',
  'workflow.created_at',
  'workflow.updated_at',
] as const;

const definition = sql<WorkflowDefinition>`workflow.definition`.as('definition');

/** The workflows that were not deleted. */
function selectWorkflows(db: Db, workspaceId: string | RawBuilder<string>) {
  return db
    .selectFrom('workflow')
    .select(COLUMNS)
    .where('workflow.workspace_id', '=', workspaceId)
    .where('workflow.deleted_at', 'is', null);
}

export type WorkflowListRow = InferResult<ReturnType<typeof selectWorkflows>>[number];
export type WorkflowRow = WorkflowListRow & { definition: WorkflowDefinition };

const findWorkflow = compileOnce((db: Db, { workspaceId, id }: { workspaceId: string; id: string }) =>
  selectWorkflows(db, workspaceId).select(definition).where('workflow.id', '=', id),
);

export async function getWorkflow(db: Db, workspaceId: string, id: string): Promise<WorkflowRow> {
  const [row] = await findWorkflow(db, { workspaceId, id });
  if (row === undefined) throw notFound('workflow');
  return row;
}

/** Returns the stored definition: PostgreSQL reorders its fields, and the ETag must be the same as after a read. */
export const insertWorkflow = compileOnce(
  (
    db: Db,
    workflow: {
      id: string;
      workspaceId: string;
      user_id: string;
      name: string;
      description: string | null;
      /** As JSON. */
      definition: string;
      now: Date;
    },
  ) => {
    const { id, workspaceId, user_id, name, description, definition: json, now } = workflow;
    return db
      .insertInto('workflow')
      .values({
        id,
        workspace_id: workspaceId,
        user_id,
        name,
        description,
        definition: json,
        created_at: now,
        updated_at: now,
      })
      .returning(definition);
  },
);

/** Locks the row until the transaction ends, so that the comparison and the change are atomic. */
export async function lockWorkflow(tx: Db, workspaceId: string, id: string) {
  return tx
    .selectFrom('workflow')
    .select(['id', 'updated_at'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound('workflow'));
}

export interface WorkflowChanges {
  name?: string | undefined;
  description?: string | null | undefined;
  definition?: WorkflowDefinition | undefined;
  deleted_at?: Date | undefined;
}

/** Changes a workflow or a template. Omitted fields do not change. */
export async function updateDefined(
  tx: Db,
  table: 'workflow' | 'template',
  { id, changes, now }: { id: string; changes: WorkflowChanges; now: Date },
): Promise<void> {
  const { definition, ...columns } = changes;
  // Both tables have these columns.
  let update = tx
    .updateTable(table as 'workflow')
    .set({ ...columns, updated_at: nextVersion(now) })
    .where('id', '=', id);
  if (definition !== undefined) update = update.set({ definition: JSON.stringify(definition) });
  await update.execute();
}

/** The runs of a workflow or of a workspace that have not ended. */
export async function listActiveRunIds(db: Db, owner: 'workflow_id' | 'workspace_id', id: string) {
  const rows = await db
    .selectFrom('run')
    .select('id')
    .where(owner, '=', id)
    .where('status', 'in', OPEN_STATUSES)
    .execute();
  return rows.map((row) => row.id);
}

/** Whether another workflow has the name, ignoring case. */
export async function isNameTaken(
  db: Db,
  { workspaceId, name, excludeId }: { workspaceId: string; name: string; excludeId: string | undefined },
): Promise<boolean> {
  const row = await db
    .selectFrom('workflow')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .where(sql<SqlBool>`lower(name) = lower(${name})`)
    .$if(excludeId !== undefined, (query) => query.where('id', '!=', String(excludeId)))
    .executeTakeFirst();
  return row !== undefined;
}

/** The workflows that a list request selects, unordered. */
export function selectListedWorkflows(
  db: Db,
  { workspaceId, query }: { workspaceId: string; query: WorkflowListQuery },
) {
  const {
    status,
    search,
    last_run_after: lastRunAfter,
    last_run_before: lastRunBefore,
    has_failed_run,
  } = query;
  const eb = expressionBuilder<Schema, 'workflow'>();
  const filters: Expression<SqlBool>[] = [];
  if (status === 'draft') filters.push(eb('workflow.last_run_status', 'is', null));
  else if (status !== undefined) filters.push(eb('workflow.last_run_status', '=', status));
  filters.push(...searchFilter(search, ['workflow.name', 'workflow.description']));
  if (lastRunAfter !== undefined) filters.push(eb('workflow.last_run_at', '>=', new Date(lastRunAfter)));
  if (lastRunBefore !== undefined) filters.push(eb('workflow.last_run_at', '<=', new Date(lastRunBefore)));
  if (has_failed_run === true) filters.push(hasFailedRun);
  if (has_failed_run === false) filters.push(eb.not(hasFailedRun));
  // Only orders by a single key have an index.
  const sortKeyCount = query.sort?.length ?? 1;
  if (filters.length === 0 && sortKeyCount === 1) return selectAllWorkflows(db, { workspaceId });
  return selectWorkflows(db, workspaceId).select(nameKey).where(eb.and(filters));
}

const nameKey = sql<string>`lower(workflow.name)`.as('name_key');

/**
 * All workflows of a workspace, for orders that have an index. The workspace comes from a subquery, so that the planner
 * does not know its value and uses one plan for all workspaces. Otherwise, PostgreSQL would plan each page again, which
 * takes longer than reading the page.
 */
const selectAllWorkflows = hotList((db: Db, { workspaceId }: { workspaceId: string }) =>
  selectWorkflows(db, sql<string>`(select ${workspaceId}::uuid)`).select(nameKey),
);

const hasFailedRun = sql<boolean>`exists (
  select from run where run.workflow_id = workflow.id and run.status = 'failed'
)`;
