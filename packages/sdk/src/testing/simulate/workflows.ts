import { blanks } from '../../generated/test-contract.ts';
import type {
  RunStatusCounts,
  Upload,
  Workflow,
  WorkflowDefinition,
  WorkflowListItem,
  WorkflowsListQuery,
} from '../../generated/types.ts';
import { checkDefinition } from '../../workflow/check.ts';
import { assertMatch, versionOfRow } from '../etag.ts';
import type { Caller, Handlers } from '../handler.ts';
import { holds, listReply, orderBy, refuseBackward } from '../lists.ts';
import type { Owned, World } from '../world.ts';
import { estimate } from './credits.ts';
import { missingResources } from './missing.ts';
import { change, copyName, own, ownAll, without } from './own.ts';
import { readingsOf } from './readings.ts';
import { cancelAll } from './run-of.ts';
import { uploadView } from './uploads.ts';

const EMPTY: WorkflowDefinition = { graph: { nodes: [], edges: [] }, execution: { steps: [], params: {} } };

/** Adds a workflow to a workspace. */
export function addWorkflow(
  world: World,
  { workspace_id: workspaceId, user_id }: Pick<Caller, 'workspace_id' | 'user_id'>,
  fields: { name: string; description?: string | null; definition?: unknown },
): Owned<Workflow> {
  const now = world.clock.iso();
  const definition = (fields.definition as WorkflowDefinition | undefined) ?? structuredClone(EMPTY);
  const workflow: Owned<Workflow> = {
    ...blanks.Workflow,
    ...{ id: world.newId(), workspace_id: workspaceId, user_id },
    ...{ name: fields.name.trim(), description: fields.description ?? null, definition },
    ...{ created_at: now, updated_at: now, runs_count: 0, last_run_at: null, last_run_status: null },
    run_status_counts: { pending: 0, running: 0, paused: 0, completed: 0, failed: 0, cancelled: 0 },
  };
  world.workflows.set(workflow.id, workflow);
  return workflow;
}

/** A workflow with what its runs say of it now. */
function view(world: World, stored: Owned<Workflow>): Workflow {
  const runs = [...world.runs.values()].filter(({ workflow_id }) => workflow_id === stored.id);
  const counts: RunStatusCounts = { ...stored.run_status_counts };
  for (const { status } of runs) counts[status] += 1;
  const last = runs.at(-1);
  return {
    ...without(stored, 'workspace_id'),
    runs_count: runs.length,
    last_run_at: last?.created_at ?? null,
    last_run_status: last?.status ?? null,
    run_status_counts: counts,
  };
}

const reply = (world: World, stored: Owned<Workflow>) => ({
  data: view(world, stored),
  version: versionOfRow(stored),
});

function fits(workflow: Workflow, query: WorkflowsListQuery): boolean {
  const { status, search, last_run_after: after, last_run_before: before, has_failed_run: failed } = query;
  const last = workflow.last_run_at === null ? undefined : Date.parse(workflow.last_run_at);
  if (status !== undefined && (workflow.last_run_status ?? 'draft') !== status) return false;
  if (after !== undefined && !(last !== undefined && last >= Date.parse(after))) return false;
  if (before !== undefined && !(last !== undefined && last < Date.parse(before))) return false;
  if (failed !== undefined && workflow.run_status_counts.failed > 0 !== failed) return false;
  return holds(search, workflow.name, workflow.description);
}

const COMPARE = {
  name: (a: Workflow, b: Workflow) => a.name.toLowerCase().localeCompare(b.name.toLowerCase()),
  updated_at: (a: Workflow, b: Workflow) => Date.parse(a.updated_at) - Date.parse(b.updated_at),
  runs_count: (a: Workflow, b: Workflow) => a.runs_count - b.runs_count,
};

const comparing = orderBy(COMPARE, {
  first: 'updated_at',
  directions: { name: 'asc', updated_at: 'desc', runs_count: 'desc' },
});

function ordered(workflows: Workflow[], query: WorkflowsListQuery): Workflow[] {
  const order = comparing(query);
  // Where the clock stands still, what was made last counts as the latest.
  return workflows.sort((a, b) => order(a, b) || (a.id > b.id ? -1 : 1));
}

function uploadsOf(world: World, workflow: Workflow): Upload[] {
  const named = new Set(workflow.definition.graph.nodes.flatMap(({ config }) => config.upload_ids ?? []));
  return [...world.uploads.values()]
    .filter(
      ({ status, id, context_id }) => status === 'confirmed' && (context_id === workflow.id || named.has(id)),
    )
    .reverse()
    .map((upload) => uploadView(world, upload));
}

type Write = { world: World; caller: Caller; params: { workflow_id: string }; ifMatch: string | undefined };

function matching({ world, caller, params, ifMatch }: Write): Owned<Workflow> {
  const workflow = own(world.workflows, params.workflow_id, { caller, what: 'workflow' });
  assertMatch(ifMatch, versionOfRow(workflow), 'workflow');
  return workflow;
}

const present = <T>(value: T | null | undefined): T | undefined => value ?? undefined;

const reads: Handlers = {
  'workflows.list': ({ world, caller, query, url }) => {
    const { last_run_after, last_run_before } = query;
    refuseBackward({ last_run_after, last_run_before });
    const all = ownAll(world.workflows, caller).map((workflow) => view(world, workflow));
    const found = ordered(
      all.filter((workflow) => fits(workflow, query)),
      query,
    );
    const items: WorkflowListItem[] = found.map((workflow) => without(workflow, 'definition'));
    return listReply(items, { url, query });
  },
  'workflows.get': ({ world, caller, params }) =>
    reply(world, own(world.workflows, params.workflow_id, { caller, what: 'workflow' })),
  'workflows.name_availability': ({ world, caller, query: { name, exclude_id: excluded } }) => {
    const same = (workflow: Workflow) =>
      workflow.id !== excluded && workflow.name.toLowerCase() === name.trim().toLowerCase();
    return { data: { name: name.trim(), available: !ownAll(world.workflows, caller).some(same) } };
  },
  'workflows.validate': ({ world, caller, body }) => {
    const { definition, errors, warnings } = checkDefinition(body.definition);
    const missing = definition ? missingResources(world, caller.workspace_id, definition) : [];
    const all = [...warnings, ...missing];
    return {
      data: {
        valid: errors.length === 0,
        errors,
        warnings: all,
        readings: definition ? readingsOf(world, definition) : [],
      },
    };
  },
  'workflows.uploads': ({ world, caller, params, query, url }) => {
    const workflow = own(world.workflows, params.workflow_id, { caller, what: 'workflow' });
    return listReply(uploadsOf(world, workflow), { url, query });
  },
  'workflows.preview': ({ world, caller, params }) => {
    const { definition } = own(world.workflows, params.workflow_id, { caller, what: 'workflow' });
    return { data: estimate(world, definition, caller) };
  },
};

const writes: Handlers = {
  'workflows.create': ({ world, caller, body }) => reply(world, addWorkflow(world, caller, body)),
  'workflows.replace': (request) => {
    const { name, description = null, definition } = request.body;
    const changes = { name: name.trim(), description, definition: definition as WorkflowDefinition };
    return reply(request.world, change(matching(request), changes, request.world.clock));
  },
  'workflows.update': (request) => {
    const { name, description, definition } = request.body;
    const changes = {
      name: present(name)?.trim(),
      description,
      definition: present(definition) as WorkflowDefinition | undefined,
    } as Partial<Owned<Workflow>>;
    return reply(request.world, change(matching(request), changes, request.world.clock));
  },
  'workflows.delete': async (request) => {
    const { world } = request;
    const workflow = matching(request);
    world.workflows.delete(workflow.id);
    await cancelAll(world, ({ workflow_id }) => workflow_id === workflow.id);
    return { data: {} };
  },
  'workflows.duplicate': ({ world, caller, params }) => {
    const workflow = own(world.workflows, params.workflow_id, { caller, what: 'workflow' });
    const { name, description, definition } = workflow;
    const copy = { name: copyName(name), description, definition: structuredClone(definition) };
    return reply(world, addWorkflow(world, caller, copy));
  },
};

/** Workflows. */
export const workflowHandlers: Handlers = { ...reads, ...writes };
