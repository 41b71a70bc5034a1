import { ApiPromise } from '../core/api-promise.ts';
import type { Core } from '../core/request.ts';
import type { KeyedOptions, RequestOptions } from '../core/request-options.ts';
import { ResponseError } from '../errors/errors.ts';
import type { ResumeRun, RetryRun, Run, RunEvent, RunsOperations } from '../generated/types.ts';
import type { Download, DownloadOptions } from '../transfers/downloads.ts';
import type { ApiResult } from '../transport/response.ts';
import { type EventOptions, type RunIds, toToken } from './run-ids.ts';

/** How to wait for a run. */
export interface WaitOptions extends EventOptions {
  /** Called with every event, in order. A returned promise is awaited. */
  onEvent?: (event: RunEvent) => void | Promise<void>;
}

/**
 * The actions on one run.
 *
 * @example
 * ```ts
 * const run = client.runs.handle(workflowId, runId);
 * await run.pause();
 * await run.resume();
 * for await (const event of run.events()) console.log(event.type);
 * const { status } = await run.refresh();
 * const token = run.token();
 * const zip = await run.download();
 * const again = await run.retry();
 * await again.cancel();
 * ```
 */
export interface RunActions {
  /**
   * Waits for the run to end and returns its final state. A failed run does not throw: check `status`.
   * Dropped connections are reopened.
   *
   * @example
   * ```ts
   * const run = await client.runs.start(workflowId).wait({ onEvent: (event) => console.log(event) });
   * if (run.status !== 'completed') throw new Error(run.error ?? run.status);
   * ```
   */
  wait(options?: WaitOptions): Promise<RunHandle>;
  /** The events of the run until its final status, each exactly once. */
  events(options?: EventOptions): AsyncGenerator<RunEvent, void, undefined>;
  /** The current state of the run. */
  refresh(options?: RequestOptions): Promise<RunHandle>;
  /** Stops the run within a second. */
  cancel(options?: KeyedOptions): Promise<RunHandle>;
  /** Pauses the run: work in progress finishes, nothing new starts. */
  pause(options?: KeyedOptions): Promise<RunHandle>;
  /** Resumes a paused run. With `max_credits`, replaces its cap. */
  resume(body?: ResumeRun, options?: KeyedOptions): Promise<RunHandle>;
  /** Starts a new run for the failed and dropped lines. */
  retry(body?: RetryRun, options?: KeyedOptions): RunPromise;
  /**
   * Downloads the ZIP of a run that has ended. For a failed or canceled run, it contains the delivered lines.
   */
  download(options?: DownloadOptions): Promise<Download>;
  /**
   * The run and its last received event as text. `client.runs.reopen(token)` continues after that event, even
   * in another process. If you save the token after you have processed an event, no event is lost or
   * repeated.
   */
  token(): string;
}

/** A run with its actions. */
export interface RunHandle extends Run, RunActions {}

/** What run handles need. */
export interface RunContext {
  /** Sends the requests. */
  core: Core;
  /** The operations on runs. */
  operations: RunsOperations;
  /** The workspace of the original call, used for all calls that follow. */
  workspaceId?: string | undefined;
}

/** `context` with the workspace of this call. */
const withWorkspace = (context: RunContext, options?: RequestOptions): RunContext => ({
  ...context,
  workspaceId: options?.workspaceId ?? context.workspaceId,
});

/** The events of a run. The stream reader is imported with the first call. */
export async function* follow(
  core: Core,
  ids: RunIds,
  options?: EventOptions,
): AsyncGenerator<RunEvent, void, undefined> {
  const { followRun } = await import('./stream.ts');
  yield* followRun(core, ids, options);
}

/** The methods of a run handle. `events()` begins after the event with the ID `from`. */
export function runActions(context: RunContext, ids: RunIds, from = 0): RunActions {
  const { core, operations } = context;
  const { workflowId, runId } = ids;
  /** Options of a call in the workspace of the run, unless they name another one. */
  const within = <O extends RequestOptions>(options?: O) =>
    ({ ...options, workspaceId: withWorkspace(context, options).workspaceId }) as O;
  /** An operation that returns the run, as a method without a body. */
  const act = (name: 'status' | 'cancel' | 'pause') => async (options?: KeyedOptions) =>
    toHandle(withWorkspace(context, options), await operations[name](workflowId, runId, within(options)));
  const refresh = act('status');
  let lastEventId = from;
  async function* events(options?: EventOptions): AsyncGenerator<RunEvent, void, undefined> {
    const eventOptions = within({ ...options, lastEventId: options?.lastEventId ?? from });
    for await (const event of follow(core, ids, eventOptions)) {
      // Set before the event is yielded, so that a token saved while the event is processed does not repeat
      // it.
      lastEventId = Math.max(lastEventId, event.id);
      yield event;
    }
  }
  return {
    refresh,
    events,
    token: () => toToken({ ...ids, workspaceId: context.workspaceId, lastEventId }),
    wait: async ({ onEvent, ...options } = {}) => {
      for await (const event of events(options)) await onEvent?.(event);
      const { signal, workspaceId } = options;
      return refresh({ signal, workspaceId } as RequestOptions);
    },
    cancel: act('cancel'),
    pause: act('pause'),
    resume: async (body, options) =>
      toHandle(
        withWorkspace(context, options),
        await operations.resume(workflowId, runId, body, within(options)),
      ),
    retry: (body, options) => {
      const retryRequest = operations.retry(workflowId, runId, body, within(options));
      return new RunPromise(withWorkspace(context, options), retryRequest.withResponse());
    },
    download: async (options = {}) => {
      const requestOptions = within(options.signal && { signal: options.signal });
      const link = await operations.download(workflowId, runId, {}, requestOptions).catch(async (error) => {
        const { reasonOf } = await import('./run-reason.ts');
        throw await reasonOf(error, () => operations.status(workflowId, runId, requestOptions));
      });
      const { openDownload } = await import('../transfers/downloads.ts');
      return openDownload(core, link, options);
    },
  };
}

/** A run with its actions. The actions are not enumerable, so the handle prints and serializes as the run. */
export function toHandle(context: RunContext, run: Run): RunHandle {
  if (!run?.id || !run.workflow_id) throw new ResponseError('The response is not a run.');
  const actions = runActions(context, { workflowId: run.workflow_id, runId: run.id });
  const handle = { ...run };
  for (const [name, value] of Object.entries(actions)) Object.defineProperty(handle, name, { value });
  return handle as RunHandle;
}

/**
 * A run that is being started. Await it to get the run, or call an action directly.
 *
 * @example
 * ```ts
 * const started = client.runs.start(workflowId);
 * for await (const event of started.events()) console.log(event.type);
 * const { status } = await started.refresh();
 * const run = await started.wait();
 * const zip = await started.download();
 * await client.runs.start(workflowId).pause();
 * await client.runs.start(workflowId).retry().resume();
 * await client.runs.start(workflowId).cancel();
 * ```
 */
export class RunPromise extends ApiPromise<RunHandle> implements Omit<RunActions, 'token'> {
  readonly #context: RunContext;

  /** @internal */
  constructor(context: RunContext, result: Promise<ApiResult<unknown>>) {
    super(result, (run: Run) => toHandle(context, run));
    this.#context = context;
  }

  /** Waits for the run to end and returns its final state. */
  async wait(options?: WaitOptions): Promise<RunHandle> {
    return (await this).wait(options);
  }

  /** The events of the run until its final status, each exactly once. */
  async *events(options?: EventOptions): AsyncGenerator<RunEvent, void, undefined> {
    yield* (await this).events(options);
  }

  /** The current state of the run. */
  async refresh(options?: RequestOptions): Promise<RunHandle> {
    return (await this).refresh(options);
  }

  /** Stops the run within a second. */
  async cancel(options?: KeyedOptions): Promise<RunHandle> {
    return (await this).cancel(options);
  }

  /** Pauses the run: work in progress finishes, nothing new starts. */
  async pause(options?: KeyedOptions): Promise<RunHandle> {
    return (await this).pause(options);
  }

  /** Resumes a paused run. With `max_credits`, replaces its cap. */
  async resume(body?: ResumeRun, options?: KeyedOptions): Promise<RunHandle> {
    return (await this).resume(body, options);
  }

  /** Starts a new run for the failed and dropped lines. */
  retry(body?: RetryRun, options?: KeyedOptions): RunPromise {
    const retryResponse = this.then((run) => run.retry(body, options).withResponse());
    return new RunPromise(withWorkspace(this.#context, options), retryResponse);
  }

  /**
   * Downloads the ZIP of a run that has ended. For a failed or canceled run, it contains the delivered lines.
   */
  async download(options?: DownloadOptions): Promise<Download> {
    return (await this).download(options);
  }
}
