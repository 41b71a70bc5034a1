import type { RunStatusCounts, Workflow, WorkflowDefinition } from '../generated/types.ts';
import { checkDefinition } from '../schemas/check-definition.ts';
import { ApiError } from './http/api-error.ts';
import { type Group, pageOf } from './http/handler.ts';
import { cancel } from './runs/run.ts';
import { runsOf } from './runs/runs.ts';
import { change, find, newestFirst, newResource, type State, tagOf } from './state.ts';

/** The definition of a workflow that was created without one. */
const EMPTY = { graph: { nodes: [], edges: [] }, execution: { steps: [], params: {} } };
const NO_RUNS = { pending: 0, running: 0, paused: 0, completed: 0, failed: 0, cancelled: 0 };

/** A workflow with the figures of its runs. */
function viewOf(state: State, workflow: Workflow): Workflow {
  const runs = runsOf(state, workflow.id);
  const { status: last_run_status = null, created_at: last_run_at = null } = { ...runs.at(-1) };
  const run_status_counts: RunStatusCounts = { ...NO_RUNS };
  for (const { status } of runs) run_status_counts[status] += 1;
  return { ...workflow, runs_count: runs.length, last_run_at, last_run_status, run_status_counts };
}

const reply = (state: State, workflow: Workflow) => ({
  data: viewOf(state, workflow),
  headers: { etag: tagOf(workflow) },
});

/** The workflow in the path. Throws if `If-Match` names another version. */
function workflowIn(
  state: State,
  { params, headers }: { params: { workflow_id: string }; headers: Headers },
): Workflow {
  const workflow = find(state.workflows, params.workflow_id, 'workflow');
  const versions = headers.get('if-match')?.split(',');
  if (versions?.every((version) => !['*', tagOf(workflow)].includes(version.trim()))) {
    const message = 'The workflow has changed since the version that If-Match names.';
    throw new ApiError('PRECONDITION_FAILED', message);
  }
  return workflow;
}

/** The operations on workflows. */
export const workflowHandlers: Group<'workflows'> = {
  'workflows.list': (state, request) => {
    const workflows = newestFirst(state.workflows).map((workflow) => viewOf(state, workflow));
    return pageOf(workflows, request);
  },
  'workflows.get': (state, request) => reply(state, workflowIn(state, request)),
  'workflows.validate': (_, { body }) => {
    const { errors, warnings } = checkDefinition(body.definition);
    return { data: { valid: errors.length === 0, errors, warnings, readings: [] } };
  },
  'workflows.create': (state, { body: { name, description, definition = EMPTY } }) => {
    const workflow = newResource<Workflow>(state, 'Workflow', {
      name: name.trim(),
      description: description ?? null,
      definition: definition as WorkflowDefinition,
      runs_count: 0,
      run_status_counts: NO_RUNS,
    });
    state.workflows.set(workflow.id, workflow);
    return reply(state, workflow);
  },
  'workflows.replace': (state, request) => {
    const { name, description = null, definition } = request.body;
    const fields = { name: name.trim(), description, definition: definition as WorkflowDefinition };
    return reply(state, change(state, workflowIn(state, request), fields));
  },
  'workflows.update': (state, request) => {
    const workflow = workflowIn(state, request);
    const { body } = request;
    const { name, description = workflow.description, definition } = body;
    if (Object.keys(body).length === 0) return reply(state, workflow);
    const fields = {
      name: name?.trim() ?? workflow.name,
      description,
      definition: (definition ?? workflow.definition) as WorkflowDefinition,
    };
    return reply(state, change(state, workflow, fields));
  },
  'workflows.delete': async (state, request) => {
    const { id } = workflowIn(state, request);
    state.workflows.delete(id);
    await Promise.all(runsOf(state, id).map((run) => cancel(state, run)));
    return { data: {} };
  },
};
