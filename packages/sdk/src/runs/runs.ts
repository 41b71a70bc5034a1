import type { Core } from '../core/request.ts';
import type { KeyedOptions } from '../core/request-options.ts';
import type { RetryRun, RunEvent, RunsOperations, StartRun } from '../generated/types.ts';
import { follow, type RunActions, RunPromise, runActions } from './run-handle.ts';
import { type EventOptions, fromToken } from './run-ids.ts';

/** Runs: the operations of the API. Those that start a run return a handle. */
export interface Runs extends RunsOperations {
  /**
   * Starts a run. Await the result to get the run, or call wait, events, cancel or download on it.
   *
   * @throws VoiceloomError with code INSUFFICIENT_CREDITS, RUN_ALREADY_ACTIVE, CONCURRENT_RUN_LIMIT, or
   * VALIDATION_ERROR with the nodes and fields that prevent the start.
   * @example
   * ```ts
   * const run = await client.runs.start(workflowId).wait();
   * const zip = await run.download();
   * ```
   */
  start(workflowId: string, body?: StartRun, options?: KeyedOptions): RunPromise;
  /**
   * Starts a new run for the failed and dropped lines of a finished one, or for the named lines.
   *
   * @example
   * ```ts
   * const again = await client.runs.retry(workflowId, runId, { line_ids: ['L00002'] }).wait();
   * ```
   */
  retry(workflowId: string, runId: string, body?: RetryRun, options?: KeyedOptions): RunPromise;
  /**
   * The events of the run until its final status, each exactly once. Dropped connections are reopened.
   *
   * @example
   * ```ts
   * for await (const event of client.runs.events(workflowId, runId)) {
   *   if (event.type === 'progress') console.log(event.data.finished_lines);
   * }
   * ```
   */
  events(
    workflowId: string,
    runId: string,
    options?: EventOptions,
  ): AsyncGenerator<RunEvent, void, undefined>;
  /**
   * The actions on a run by its IDs, without a request, for example after a restart.
   *
   * @example
   * ```ts
   * const ended = await client.runs.handle(workflowId, runId).wait();
   * ```
   */
  handle(workflowId: string, runId: string, options?: { workspaceId?: string }): RunActions;
  /**
   * Returns the handle of a run from its saved `token()`. Its events continue after the last one received.
   *
   * @throws InputError if the text is not a run token.
   * @example
   * ```ts
   * const run = await client.runs.start(workflowId);
   * const token = run.token();
   * const ended = await client.runs.reopen(token).wait();
   * ```
   */
  reopen(token: string): RunActions;
}

/** The runs group of a client. */
export function createRuns(core: Core, operations: RunsOperations): Runs {
  const context = (workspaceId: string | undefined) => ({ core, operations, workspaceId });
  return {
    ...operations,
    start: (workflowId, body, options) => {
      const startResponse = operations.start(workflowId, body, options).withResponse();
      return new RunPromise(context(options?.workspaceId), startResponse);
    },
    retry: (workflowId, runId, body, options) => {
      const retryResponse = operations.retry(workflowId, runId, body, options).withResponse();
      return new RunPromise(context(options?.workspaceId), retryResponse);
    },
    events: (workflowId, runId, options) => follow(core, { workflowId, runId }, options),
    handle: (workflowId, runId, options) => runActions(context(options?.workspaceId), { workflowId, runId }),
    reopen: (token) => {
      const { workspaceId, lastEventId, ...ids } = fromToken(token);
      return runActions(context(workspaceId), ids, lastEventId);
    },
  };
}
