import type { Workflow, WorkflowDefinition, WorkflowListItem } from '../generated/types.ts';
import { checkDefinition } from '../workflow/check.ts';
import { ApiError } from './http/api-error.ts';
import { type Group, pageOf } from './http/handler.ts';
import { cancel } from './runs/run.ts';
import { runsOf } from './runs/runs.ts';
import { change, find, newestFirst, type State, tagOf } from './state.ts';

const EMPTY: WorkflowDefinition = { graph: { nodes: [], edges: [] }, execution: { steps: [], params: {} } };
const NO_RUNS = { pending: 0, running: 0, paused: 0, completed: 0, failed: 0, cancelled: 0 };

/** A workflow with the figures of its runs. */
function view(state: State, stored: Workflow): Workflow {
  const runs = runsOf(state, stored.id);
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

const reply = (state: State, stored: Workflow) => ({
  data: view(state, stored),
  headers: { etag: tagOf(stored) },
});

type WorkflowRequest = { state: State; params: { workflow_id: string }; headers: Headers };

/** The workflow in the path. Throws if `If-Match` names another version. */
function workflowOf({ state, params, headers }: WorkflowRequest): Workflow {
  const workflow = find(state.workflows, params.workflow_id, 'workflow');
  const versions = headers.get('if-match')?.split(',');
  if (versions?.every((version) => !['*', tagOf(workflow)].includes(version.trim()))) {
    const message = 'The workflow has changed since the version that If-Match names.';
    throw new ApiError('PRECONDITION_FAILED', message);
  }
  return workflow;
}

/** Workflows. */
export const workflowHandlers: Group<'workflows'> = {
  'workflows.list': ({ state, query, url }) => {
    const items = newestFirst(state.workflows).map((workflow): WorkflowListItem => {
      const { definition: _, ...item } = view(state, workflow);
      return item;
    });
    return pageOf(items, { url, query });
  },
  'workflows.get': (request) => reply(request.state, workflowOf(request)),
  'workflows.validate': ({ body }) => {
    const { errors, warnings } = checkDefinition(body.definition);
    return { data: { valid: errors.length === 0, errors, warnings, readings: [] } };
  },
  'workflows.create': ({ state, body: { name, description = null, definition = EMPTY } }) => {
    const now = state.clock.iso();
    const workflow: Workflow = {
      id: state.newId(),
      user_id: state.userId,
      name: name.trim(),
      description,
      definition: structuredClone(definition as WorkflowDefinition),
      created_at: now,
      updated_at: now,
      runs_count: 0,
      last_run_at: null,
      last_run_status: null,
      run_status_counts: NO_RUNS,
    };
    state.workflows.set(workflow.id, workflow);
    return reply(state, workflow);
  },
  'workflows.replace': (request) => {
    const { name, description = null, definition } = request.body;
    const fields = { name: name.trim(), description, definition: definition as WorkflowDefinition };
    return reply(request.state, change(request.state, workflowOf(request), fields));
  },
  'workflows.update': (request) => {
    const { state, body } = request;
    const workflow = workflowOf(request);
    if (Object.keys(body).length === 0) return reply(state, workflow);
    const fields = {
      name: body.name?.trim() ?? workflow.name,
      description: body.description === undefined ? workflow.description : body.description,
      definition: (body.definition ?? workflow.definition) as WorkflowDefinition,
    };
    return reply(state, change(state, workflow, fields));
  },
  'workflows.delete': async (request) => {
    const { state } = request;
    const { id } = workflowOf(request);
    state.workflows.delete(id);
    await Promise.all(runsOf(state, id).map((run) => cancel(state, run)));
    return { data: {} };
  },
};
