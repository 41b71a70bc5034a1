import type {
  Workflow,
  WorkflowDefinition,
  WorkflowListItem,
  WorkflowsListQuery,
} from '../generated/types.ts';
import { checkDefinition } from '../workflow/check.ts';
import { assertMatch, tagOf } from './http/etag.ts';
import type { Group, PathRequest } from './http/handler.ts';
import { contains, pageOf } from './http/pages.ts';
import { cancel } from './runs/run.ts';
import { change, find, newestFirst, type State } from './state.ts';
import { uploadView } from './uploads.ts';

const EMPTY: WorkflowDefinition = { graph: { nodes: [], edges: [] }, execution: { steps: [], params: {} } };
const NO_RUNS = { pending: 0, running: 0, paused: 0, completed: 0, failed: 0, cancelled: 0 };
const MAX_NAME_LENGTH = 200;
const COPY = ' (Copy)';

function addWorkflow(
  state: State,
  fields: { name: string; description?: string | null; definition?: unknown },
): Workflow {
  const now = state.clock.iso();
  const definition = (fields.definition as WorkflowDefinition | undefined) ?? EMPTY;
  const workflow: Workflow = {
    id: state.newId(),
    user_id: state.userId,
    name: fields.name.trim(),
    description: fields.description ?? null,
    definition: structuredClone(definition),
    created_at: now,
    updated_at: now,
    runs_count: 0,
    last_run_at: null,
    last_run_status: null,
    run_status_counts: NO_RUNS,
  };
  state.workflows.set(workflow.id, workflow);
  return workflow;
}

/** A workflow with the figures of its runs. */
function view(state: State, stored: Workflow): Workflow {
  const runs = [...state.runs.values()].filter(({ workflow_id }) => workflow_id === stored.id);
  const counts = { ...NO_RUNS };
  for (const { status } of runs) counts[status] += 1;
  const last = runs.at(-1);
  return {
    ...stored,
    runs_count: runs.length,
    last_run_at: last?.created_at ?? null,
    last_run_status: last?.status ?? null,
    run_status_counts: counts,
  };
}

const reply = (state: State, stored: Workflow) => ({ data: view(state, stored), tag: tagOf(stored) });

function matches(workflow: Workflow, query: WorkflowsListQuery): boolean {
  const { status, search, last_run_after: after, last_run_before: before, has_failed_run: failed } = query;
  const last = workflow.last_run_at === null ? Number.NaN : Date.parse(workflow.last_run_at);
  return (
    (status === undefined || (workflow.last_run_status ?? 'draft') === status) &&
    (after === undefined || last >= Date.parse(after)) &&
    (before === undefined || last < Date.parse(before)) &&
    (failed === undefined || workflow.run_status_counts.failed > 0 === failed) &&
    contains(search, workflow.name, workflow.description)
  );
}

const COMPARE = {
  name: (a: Workflow, b: Workflow) => a.name.toLowerCase().localeCompare(b.name.toLowerCase()),
  updated_at: (a: Workflow, b: Workflow) => Date.parse(a.updated_at) - Date.parse(b.updated_at),
  runs_count: (a: Workflow, b: Workflow) => a.runs_count - b.runs_count,
};

/** Compares by each `sort` of a query, with the `order` at the same position. */
function comparison({ sort = 'updated_at', order = [] }: WorkflowsListQuery) {
  const [names, orders] = [[sort].flat(), [order].flat()];
  return (a: Workflow, b: Workflow): number => {
    for (const [at, name] of names.entries()) {
      const ascending = (orders[at] ?? (name === 'name' ? 'asc' : 'desc')) === 'asc';
      const difference = COMPARE[name](a, b);
      if (difference !== 0) return ascending ? difference : -difference;
    }
    // While the clock stands still, the newest comes first.
    return a.id > b.id ? -1 : 1;
  };
}

/** The workflow in the path. Throws if `If-Match` names another version. */
function workflowOf({ state, params, ifMatch }: PathRequest<'workflow_id'>): Workflow {
  const workflow = find(state.workflows, params.workflow_id, 'workflow');
  assertMatch(ifMatch, workflow, 'workflow');
  return workflow;
}

/** Workflows. */
export const workflowHandlers: Group<'workflows'> = {
  'workflows.list': ({ state, query, url }) => {
    const found = newestFirst(state.workflows)
      .map((workflow) => view(state, workflow))
      .filter((workflow) => matches(workflow, query))
      .sort(comparison(query))
      .map(({ definition: _, ...item }): WorkflowListItem => item);
    return pageOf(found, { url, query });
  },
  'workflows.get': (request) => reply(request.state, workflowOf(request)),
  'workflows.name_availability': ({ state, query: { name, exclude_id: excluded } }) => {
    const isSame = (workflow: Workflow) =>
      workflow.id !== excluded && workflow.name.toLowerCase() === name.trim().toLowerCase();
    return { data: { name: name.trim(), available: ![...state.workflows.values()].some(isSame) } };
  },
  'workflows.validate': ({ body }) => {
    const { errors, warnings } = checkDefinition(body.definition);
    return { data: { valid: errors.length === 0, errors, warnings, readings: [] } };
  },
  'workflows.uploads': (request) => {
    const { state, query, url } = request;
    const { id, definition } = workflowOf(request);
    const used = definition.graph.nodes.flatMap(({ config }) => config.upload_ids ?? []) as string[];
    const uploads = newestFirst(state.uploads).filter(
      (upload) => upload.status === 'confirmed' && (upload.context_id === id || used.includes(upload.id)),
    );
    return pageOf(
      uploads.map((upload) => uploadView(state, upload)),
      { url, query },
    );
  },
  'workflows.create': ({ state, body }) => reply(state, addWorkflow(state, body)),
  'workflows.replace': (request) => {
    const { name, description = null, definition } = request.body;
    const fields = { name: name.trim(), description, definition: definition as WorkflowDefinition };
    return reply(request.state, change(request.state, workflowOf(request), fields));
  },
  'workflows.update': (request) => {
    const { name, description, definition } = request.body;
    const fields = {
      name: name?.trim() ?? undefined,
      description,
      definition: (definition ?? undefined) as WorkflowDefinition | undefined,
    } as Partial<Workflow>;
    return reply(request.state, change(request.state, workflowOf(request), fields));
  },
  'workflows.delete': async (request) => {
    const { state } = request;
    const { id } = workflowOf(request);
    state.workflows.delete(id);
    const runs = [...state.runs.values()].filter(({ workflow_id }) => workflow_id === id);
    await Promise.all(runs.map((run) => cancel(state, run)));
    return { data: {} };
  },
  'workflows.duplicate': (request) => {
    const workflow = workflowOf(request);
    const name = [...workflow.name].slice(0, MAX_NAME_LENGTH - COPY.length).join('');
    return reply(request.state, addWorkflow(request.state, { ...workflow, name: `${name}${COPY}` }));
  },
};
