import type { contract } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import { cancelRun, pauseRun, resumeRun } from '../../engine/index.ts';
import type { Handlers, WorkspaceCaller } from '../../handler/handler.ts';
import { streamReply } from '../../handler/stream-reply.ts';
import { listViews } from '../../lists/page.ts';
import { retryRunAction, startRunAction } from './control.ts';
import { listRunData } from './data.ts';
import { type EventWatch, tailEvents } from './event-watch.ts';
import { readEvents, waitForEnd } from './events.ts';
import { getDownloadLink, getOutputs, getScriptLink } from './export/index.ts';
import { getAudioLink } from './links.ts';
import { getOverview } from './overview.ts';
import {
  assertRunExists,
  assertWorkflow,
  countByStatus,
  getRun,
  getRunWithDefinition,
  type RunRef,
  selectCountedRuns,
  selectListedRuns,
  type WorkflowRef,
} from './queries.ts';
import { listSteps } from './steps.ts';
import { runDetailView, runListView, runView, summaryView } from './view.ts';

interface Request<Params> {
  caller: WorkspaceCaller;
  params: Params;
}

function toWorkflowRef({ caller, params }: Request<{ workflow_id: string }>): WorkflowRef {
  return { workspace_id: caller.workspace.id, workflow_id: params.workflow_id };
}

function toRunRef(request: Request<{ workflow_id: string; run_id: string }>): RunRef {
  return { ...toWorkflowRef(request), run_id: request.params.run_id };
}

/** Returns the result of `read` now or, if the caller waits, after the run has ended. */
async function waitable<Read extends object>(
  { app, watch }: { app: App; watch: EventWatch },
  runRef: RunRef,
  read: () => Promise<Read>,
): Promise<Read & { settled: (signal: AbortSignal) => Promise<Read> }> {
  const settled = async (signal: AbortSignal) => {
    await waitForEnd(app.db, watch, { runRef, signal });
    return read();
  };
  return { ...(await read()), settled };
}

/** Those that start a run return its URL, and can wait for its end. */
export function runRoutes(app: App, watch: EventWatch): Handlers<typeof contract.runs> {
  const readRun = async (runRef: RunRef) => ({ data: runView(await getRun(app.db, runRef)) });
  const replyStarted = async (request: Request<{ workflow_id: string }> & { url: URL }, run_id: string) => {
    // The URL of the request is that of the workflow's runs, or that of the retried run.
    const runsPath = request.url.pathname.replace(/\/runs(?:\/.*)?$/s, '/runs');
    const headers = { Location: `${request.url.origin}${runsPath}/${run_id}` };
    const runRef = { ...toWorkflowRef(request), run_id };
    return waitable({ app, watch }, runRef, async () => ({ ...(await readRun(runRef)), headers }));
  };
  const change = async (runRef: RunRef, apply: (app: App, runRef: RunRef) => Promise<unknown>) => {
    await assertRunExists(app.db, runRef);
    await apply(app, runRef);
    return readRun(runRef);
  };
  return {
    list: async ({ caller, params, query, url }) => {
      const workflowRef = toWorkflowRef({ caller, params });
      await assertWorkflow(app.db, workflowRef);
      return listViews({
        list: 'runs',
        url,
        page: query,
        order: [{ ...KEYS[query.sort], direction: query.order }],
        query: selectListedRuns(app.db, { workflowRef, query }),
        counting: selectCountedRuns(app.db, { workflowRef, query }),
        counted: true,
        owner: caller.workspace.id,
        view: runListView,
      });
    },
    summary: async ({ caller, params, query }) => {
      const workflowRef = toWorkflowRef({ caller, params });
      await assertWorkflow(app.db, workflowRef);
      return { data: summaryView(await countByStatus(app.db, workflowRef, query)) };
    },
    start: async (input) => {
      const request = { workflow_id: input.params.workflow_id, body: input.body };
      return replyStarted(input, await startRunAction(app, input.caller, request));
    },
    cancel: (input) => change(toRunRef(input), cancelRun),
    pause: (input) => change(toRunRef(input), pauseRun),
    resume: (input) => change(toRunRef(input), (_, runRef) => resumeRun(app, runRef, input.body)),
    retry: async (input) => {
      const request = { ...input.params, body: input.body };
      return replyStarted(input, await retryRunAction(app, input.caller, request));
    },
    get: (input) => {
      const runRef = toRunRef(input);
      const readDetail = async () => ({ data: runDetailView(await getRunWithDefinition(app.db, runRef)) });
      return waitable({ app, watch }, runRef, readDetail);
    },
    status: (input) => {
      const runRef = toRunRef(input);
      return waitable({ app, watch }, runRef, () => readRun(runRef));
    },
    events: async (input) => {
      const runRef = toRunRef(input);
      await getRun(app.db, runRef);
      const key = `run:${runRef.run_id}` as const;
      const readBatch = (after: number) => readEvents(app.db, runRef, after);
      return streamReply(async ({ lastEventId: after, signal, send }) => {
        for await (const event of tailEvents(watch, { key, after, signal, read: readBatch })) {
          await send({ id: event.id, event: event.type, data: event });
        }
      });
    },
    overview: async (input) => ({ data: await getOverview(app, toRunRef(input), input.now) }),
    steps: async (input) => ({ data: await listSteps(app.db, toRunRef(input), input.query) }),
    data: (input) =>
      listRunData(app, { runRef: toRunRef(input), query: input.query, url: input.url, now: input.now }),
    outputs: async (input) => ({ data: await getOutputs(app, toRunRef(input), input.now) }),
    download: async (input) => {
      const request = { runRef: toRunRef(input), node_id: null, ...input.query };
      return { data: await getDownloadLink(app, request, input.now) };
    },
    downloadNode: async (input) => {
      const request = { runRef: toRunRef(input), node_id: input.params.node_id, ...input.query };
      return { data: await getDownloadLink(app, request, input.now) };
    },
    script: async (input) => {
      const request = { runRef: toRunRef(input), ...input.query };
      return { data: await getScriptLink(app, request, input.now) };
    },
    audioUrl: async (input) => ({
      data: await getAudioLink(app, toRunRef(input), input.params.audio_id),
    }),
  };
}

const KEYS = {
  created_at: { column: 'run.created_at', key: 'created_at', type: 'timestamp' },
  started_at: { column: 'run.started_at', key: 'started_at', type: 'timestamp', nullable: true },
  completed_at: { column: 'run.completed_at', key: 'completed_at', type: 'timestamp', nullable: true },
  status: { column: 'run.status', key: 'status', type: 'text' },
} as const;
