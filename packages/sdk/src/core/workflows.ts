import type { WorkflowsOperations } from '../generated/operations.ts';
import type { ReplaceWorkflow, UpdateWorkflow, Workflow } from '../generated/types.ts';
import type { ApiPromise } from './api-promise.ts';
import { ResponseError } from './client-errors.ts';
import { PreconditionFailedError } from './errors.ts';
import type { MatchOptions, RequestOptions } from './options.ts';

/** How to change a workflow by a function. */
export interface ChangeOptions extends RequestOptions {
  /** How often the change is made anew because someone else was faster. Default 4. */
  maxConflicts?: number;
}

// biome-ignore lint/suspicious/noConfusingVoidType: a function that changes the workflow itself gives nothing
type Changes = Partial<ReplaceWorkflow> | undefined | void;

/** Gives what is to be different in a workflow, or changes the workflow that it is given. */
export type WorkflowChange = (workflow: Workflow) => Changes | Promise<Changes>;

/** Changes of workflows by a function, which API keys may make as well. */
export interface WorkflowChanges {
  /**
   * Reads the workflow, lets `change` say what is to be different, and saves it if nobody changed it meanwhile.
   *
   * @example
   * ```ts
   * await client.workflows.update(workflowId, () => ({ description: 'Ready for the studio.' }));
   * ```
   */
  update(workflowId: string, change: WorkflowChange, options?: ChangeOptions): Promise<Workflow>;
}

/** Workflows: the operations of the API, and `update` by a function. */
export interface Workflows extends WorkflowsOperations {
  /**
   * Changes the fields in the body. The API refuses API keys here; `update` with a function takes them.
   *
   * @example
   * ```ts
   * const workflow = await client.workflows.update(workflowId, { name: 'Harbor lights, second draft' });
   * ```
   */
  update(workflowId: string, body: UpdateWorkflow, options?: MatchOptions): ApiPromise<Workflow>;
  /**
   * Reads the workflow, lets `change` say what is to be different, and saves it if nobody changed it meanwhile; else
   * it begins anew. Where nothing is different, nothing is saved.
   *
   * @throws PreconditionFailedError where others were faster more often than `maxConflicts`.
   * @example
   * ```ts
   * const renamed = await client.workflows.update(workflowId, ({ name }) => ({ name: `${name} (final)` }));
   * ```
   */
  update(workflowId: string, change: WorkflowChange, options?: ChangeOptions): Promise<Workflow>;
}

const bodyOf = ({ name, description, definition }: Workflow): ReplaceWorkflow => ({
  name,
  description,
  definition,
});

async function updateBy(
  operations: WorkflowsOperations,
  workflowId: string,
  { change, maxConflicts = 4, ...options }: ChangeOptions & { change: WorkflowChange },
): Promise<Workflow> {
  const end = Date.now() + (options.timeoutMs ?? Infinity);
  // One deadline over all calls; where none is given, each call has that of the client.
  const within = () => ({
    ...options,
    ...(options.timeoutMs && { timeoutMs: Math.max(1, end - Date.now()) }),
  });
  for (let conflicts = 0; ; conflicts += 1) {
    const { data: workflow, response } = await operations.get(workflowId, within()).withResponse();
    const before = JSON.stringify(bodyOf(workflow));
    const changes = await change(workflow);
    // What `change` gave, or what it did to the workflow that it was given.
    const body = { ...bodyOf(workflow), ...changes };
    if (JSON.stringify(body) === before) return workflow;
    const ifMatch = response.headers.get('etag');
    if (ifMatch === null) throw new ResponseError('The workflow has no version to compare with.');
    try {
      return await operations.replace(workflowId, body, { ...within(), ifMatch });
    } catch (error) {
      if (!(error instanceof PreconditionFailedError) || conflicts >= maxConflicts) throw error;
    }
  }
}

/** The workflows group of a client. */
export function createWorkflows(operations: WorkflowsOperations): Workflows {
  const update = (
    workflowId: string,
    change: UpdateWorkflow | WorkflowChange,
    options?: ChangeOptions & MatchOptions,
  ) =>
    typeof change === 'function'
      ? updateBy(operations, workflowId, { ...options, change })
      : operations.update(workflowId, change, options);
  return { ...operations, update: update as Workflows['update'] };
}
