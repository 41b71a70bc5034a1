import type { ApiPromise } from '../core/api-promise.ts';
import type { MatchOptions, RequestOptions } from '../core/request-options.ts';
import { PreconditionFailedError, ResponseError } from '../errors/errors.ts';
import type { ReplaceWorkflow, UpdateWorkflow, Workflow, WorkflowsOperations } from '../generated/types.ts';

/** Options of an update with a function. */
export interface ChangeOptions extends RequestOptions {
  /** How many times the update is repeated after a concurrent change. Default 4. */
  maxConflicts?: number;
}

// biome-ignore lint/suspicious/noConfusingVoidType: a function that modifies the workflow in place returns nothing
type Changes = Partial<ReplaceWorkflow> | undefined | void;

/** Returns the fields to change, or modifies the given workflow in place. */
export type WorkflowChange = (workflow: Workflow) => Changes | Promise<Changes>;

/** Updates with a function, which API keys may also use. */
export interface WorkflowChanges {
  /**
   * Reads the workflow, calls `change`, and saves the result if nobody else changed the workflow meanwhile.
   *
   * @example
   * ```ts
   * await client.workflows.update(workflowId, () => ({ description: 'Ready for the studio.' }));
   * ```
   */
  update(workflowId: string, change: WorkflowChange, options?: ChangeOptions): Promise<Workflow>;
}

/** Workflows: the operations of the API, and `update` with a function. */
export interface Workflows extends WorkflowsOperations {
  /**
   * Changes the fields in the body. The API rejects API keys for this operation; `update` with a function
   * accepts them.
   *
   * @example
   * ```ts
   * const workflow = await client.workflows.update(workflowId, { name: 'Harbor lights, second draft' });
   * ```
   */
  update(workflowId: string, body: UpdateWorkflow, options?: MatchOptions): ApiPromise<Workflow>;
  /**
   * Reads the workflow, calls `change`, and saves the result. If somebody else changed the workflow
   * meanwhile, the update starts again. Without changes, nothing is saved.
   *
   * @throws PreconditionFailedError after more than `maxConflicts` concurrent changes.
   * @example
   * ```ts
   * const renamed = await client.workflows.update(workflowId, ({ name }) => ({ name: `${name} (final)` }));
   * ```
   */
  update(workflowId: string, change: WorkflowChange, options?: ChangeOptions): Promise<Workflow>;
}

/** The fields of a workflow that a replacement sends. */
const bodyOf = ({ name, description, definition }: Workflow): ReplaceWorkflow => ({
  name,
  description,
  definition,
});

/** Reads, changes and saves a workflow, and repeats that after a concurrent change. */
async function updateBy(
  operations: WorkflowsOperations,
  workflowId: string,
  { change, maxConflicts = 4, ...options }: ChangeOptions & { change: WorkflowChange },
): Promise<Workflow> {
  const end = Date.now() + (options.timeoutMs ?? Infinity);
  /** The options of the next call. One deadline for all calls; without `timeoutMs`, each has the client's own. */
  const nextOptions = () => {
    if (!options.timeoutMs) return { ...options };
    return { ...options, timeoutMs: Math.max(1, end - Date.now()) };
  };
  for (let conflicts = 0; ; conflicts += 1) {
    const { data: workflow, response } = await operations.get(workflowId, nextOptions()).withResponse();
    const before = JSON.stringify(bodyOf(workflow));
    const changes = await change(workflow);
    // The return value of `change` and its modifications of the workflow.
    const body = { ...bodyOf(workflow), ...changes };
    if (JSON.stringify(body) === before) return workflow;
    const ifMatch = response.headers.get('etag');
    if (ifMatch === null)
      throw new ResponseError('The workflow has no ETag, so an update cannot detect a conflict.');
    try {
      return await operations.replace(workflowId, body, { ...nextOptions(), ifMatch });
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
