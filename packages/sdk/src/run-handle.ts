import { ApiPromise } from './api-promise.ts';
import { type Download, type DownloadOptions, openDownload } from './downloads.ts';
import type { RunsOperations } from './generated/operations.ts';
import type { RetryRun, Run, RunEvent } from './generated/types.ts';
import type { KeyedOptions, RequestOptions } from './options.ts';
import type { Core } from './request.ts';
import type { ApiResult } from './response.ts';
import { type EventOptions, followRun, type RunIds } from './stream.ts';

/** How to wait for a run. */
export interface WaitOptions extends EventOptions {
  /** Called with every event, in order; a promise that it returns is awaited. */
  onEvent?: (event: RunEvent) => void | Promise<void>;
}

/** What can be done with one run. */
export interface RunActions {
  /**
   * Waits until the run has ended and answers it as it then is. A run that failed is an answer, not an error:
   * look at `status`. Dropped connections are taken up again.
   *
   * @example
   * ```ts
   * const run = await client.runs.start(workflowId).wait({ onEvent: (event) => show(event) });
   * if (run.status !== 'completed') throw new Error(run.error?.message);
   * ```
   */
  wait(options?: WaitOptions): Promise<RunHandle>;
  /** The events of the run until its final status, each once. */
  events(options?: EventOptions): AsyncGenerator<RunEvent, void, undefined>;
  /** The run as it is now. */
  refresh(options?: RequestOptions): Promise<RunHandle>;
  /** Stops the run within a second. */
  cancel(options?: KeyedOptions): Promise<RunHandle>;
  /** Lets the run begin nothing new. */
  pause(options?: KeyedOptions): Promise<RunHandle>;
  /** Lets a paused run go on. */
  resume(options?: KeyedOptions): Promise<RunHandle>;
  /** Starts a new run for failed and dropped lines. */
  retry(body?: RetryRun, options?: KeyedOptions): RunPromise;
  /** Opens the ZIP of a completed run. */
  download(options?: DownloadOptions): Promise<Download>;
}

/** A run and what can be done with it. */
export interface RunHandle extends Run, RunActions {}

/** What handles are made from. */
export interface RunContext {
  core: Core;
  operations: RunsOperations;
  /** The workspace that a call named; kept for the calls that follow from it. */
  workspaceId?: string | undefined;
}

/** The actions on the run that `ids` name. */
export function runActions(context: RunContext, ids: RunIds): RunActions {
  const { core, operations, workspaceId } = context;
  const { workflowId, runId } = ids;
  const within = <O extends RequestOptions>(options?: O) => ({
    ...(workspaceId && { workspaceId }),
    ...options,
  });
  const handle = async (run: Promise<Run>) => toHandle(context, await run);
  const refresh = (options?: RequestOptions) => handle(operations.status(workflowId, runId, within(options)));
  return {
    refresh,
    events: (options) => followRun(core, ids, within(options)),
    wait: async ({ onEvent, ...options } = {}) => {
      for await (const event of followRun(core, ids, within(options))) await onEvent?.(event);
      const { signal, workspaceId: named } = options;
      return refresh({ ...(signal && { signal }), ...(named && { workspaceId: named }) });
    },
    cancel: (options) => handle(operations.cancel(workflowId, runId, within(options))),
    pause: (options) => handle(operations.pause(workflowId, runId, within(options))),
    resume: (options) => handle(operations.resume(workflowId, runId, within(options))),
    retry: (body, options) => {
      const retried = operations.retry(workflowId, runId, body, within(options));
      return new RunPromise(context, retried.withResponse());
    },
    download: async (options = {}) => {
      const link = await operations.download(
        workflowId,
        runId,
        {},
        within(options.signal && { signal: options.signal }),
      );
      return openDownload(core, link, options);
    },
  };
}

/** A run with its actions; these are not enumerable, so that the handle prints and serializes as the run. */
export function toHandle(context: RunContext, run: Run): RunHandle {
  const actions = runActions(context, { workflowId: run.workflow_id, runId: run.id });
  const hidden = Object.entries(actions).map(([name, value]) => [name, { value }]);
  return Object.defineProperties({ ...run }, Object.fromEntries(hidden)) as RunHandle;
}

/** A run that is being started: await it for the run, or act on it at once. */
export class RunPromise extends ApiPromise<RunHandle> implements RunActions {
  readonly #context: RunContext;

  constructor(context: RunContext, result: Promise<ApiResult<unknown>>) {
    super(result, (run: Run) => toHandle(context, run));
    this.#context = context;
  }

  async wait(options?: WaitOptions): Promise<RunHandle> {
    return (await this).wait(options);
  }

  async *events(options?: EventOptions): AsyncGenerator<RunEvent, void, undefined> {
    yield* (await this).events(options);
  }

  async refresh(options?: RequestOptions): Promise<RunHandle> {
    return (await this).refresh(options);
  }

  async cancel(options?: KeyedOptions): Promise<RunHandle> {
    return (await this).cancel(options);
  }

  async pause(options?: KeyedOptions): Promise<RunHandle> {
    return (await this).pause(options);
  }

  async resume(options?: KeyedOptions): Promise<RunHandle> {
    return (await this).resume(options);
  }

  retry(body?: RetryRun, options?: KeyedOptions): RunPromise {
    const retried = this.then((run) => run.retry(body, options).withResponse());
    return new RunPromise(this.#context, retried);
  }

  async download(options?: DownloadOptions): Promise<Download> {
    return (await this).download(options);
  }
}
