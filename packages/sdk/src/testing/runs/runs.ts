import type { DownloadLink, RunEvent } from '../../generated/types.ts';
import { sha256Of } from '../../transport/bytes.ts';
import { ApiError, malformed, notFound } from '../http/api-error.ts';
import type { Group, TestRequest } from '../http/handler.ts';
import { contains, pageOf } from '../http/pages.ts';
import { find, type State } from '../state.ts';
import { toneOf, zipOf } from './audio.ts';
import { cancel, hasEnded, pause, resume, type SimulatedRun } from './run.ts';
import { retry, runsOf, start, withOverrides } from './run-start.ts';
import {
  audioLink,
  deliveredLines,
  hasExport,
  nodeName,
  outputsOf,
  pathOf,
  runListItem,
  runView,
} from './run-views.ts';

const STATUS_REQUEST_MS = 1_000;
const STATUSES = ['pending', 'running', 'paused', 'completed', 'failed', 'cancelled'];

type RunRequest = Pick<TestRequest<'runs.get'>, 'state' | 'params'>;

/** The run in the path of a request. */
function runOf({ state, params }: RunRequest): SimulatedRun {
  const run = find(state.runs, params.run_id, 'run');
  if (run.workflow_id === params.workflow_id.toLowerCase() && state.workflows.has(run.workflow_id))
    return run;
  throw notFound('run');
}

/** The run in the path of a status request, which advances an automatic clock. */
async function advancedRun(request: RunRequest): Promise<SimulatedRun> {
  const run = runOf(request);
  const { options, clock } = request.state;
  if (options.clock === 'auto' && !hasEnded(run)) await clock.advance(STATUS_REQUEST_MS);
  return run;
}

/** The response of a start, with the URL of the run. */
function startedReply({ state, url }: { state: State; url: URL }, run: SimulatedRun) {
  const location = `${url.origin}${url.pathname.replace(/\/runs(\/.*)?$/, '/runs')}/${run.id}`;
  return { data: runView(state, run), headers: { location } };
}

/** Statuses of a list, separated by commas. */
function statusesIn(text: string | undefined): string[] | undefined {
  const statuses = text?.split(',').map((status) => status.trim());
  const unknown = statuses?.findIndex((status) => !STATUSES.includes(status)) ?? -1;
  if (unknown === -1) return statuses;
  throw malformed({ field: `query.status.${unknown}`, message: `Must be one of: ${STATUSES.join(', ')}.` });
}

/** Letters and digits; other characters become hyphens. */
const fileStem = (text: string) => text.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-+|-+$/g, '');

/** One JSON object for each delivered file. */
async function fileList(state: State, run: SimulatedRun): Promise<string> {
  const rows = deliveredLines(run).map(async (line) => {
    const { line_id, locale_code, take } = line;
    const bytes = toneOf(take.audio_id, take.duration_ms);
    const { url, expires_at } = audioLink(state, line);
    const facts = { file: pathOf(line), line_id, locale_code, content_type: 'audio/wav' };
    const size = { size_bytes: bytes.length, sha256: await sha256Of(bytes) };
    return `${JSON.stringify({ ...facts, ...size, url, expires_at })}\n`;
  });
  return (await Promise.all(rows)).join('');
}

/** A ZIP with the audio of a run, or, for every other format, the list of its files. */
async function exportLink(
  state: State,
  run: SimulatedRun,
  { format = 'zip', label = '' }: { format?: string | undefined; label?: string },
): Promise<DownloadLink> {
  if (!hasEnded(run)) {
    throw new ApiError('CONFLICT', `The run is ${run.status}. It can be downloaded once it has ended.`);
  }
  if (!hasExport(run)) throw notFound('audio');
  const workflow = state.workflows.get(run.workflow_id)?.name ?? '';
  const name = [workflow, `run-${run.run_number}`, label].map(fileStem).filter(Boolean).join('-');
  if (format === 'zip') {
    const entries = deliveredLines(run).map((line) => {
      return { name: pathOf(line), bytes: toneOf(line.take.audio_id, line.take.duration_ms) };
    });
    return state.link({ filename: `${name}.zip`, content_type: 'application/zip', bytes: zipOf(entries) });
  }
  const bytes = new TextEncoder().encode(await fileList(state, run));
  return state.link({ filename: `${name}.jsonl`, content_type: 'application/jsonl', bytes });
}

const message = ({ id, type, ...event }: RunEvent): string =>
  `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify({ id, type, ...event })}\n\n`;

/** The events of a run after `lastEventId` until it has ended. With an automatic clock, reading advances the run. */
function eventStream(state: State, run: SimulatedRun, lastEventId: number): ReadableStream<Uint8Array> {
  let [sent, open] = [lastEventId, true];
  let wake = () => {};
  const listener = () => wake();
  run.listeners.add(listener);
  const nextEvent = async () => {
    while (open && run.events.length <= sent && !hasEnded(run)) {
      const advances = state.options.clock === 'auto' && run.status !== 'paused';
      if (advances && (await state.clock.step())) continue;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    return run.events[sent];
  };
  return new ReadableStream({
    pull: async (controller) => {
      const event = await nextEvent();
      if (!open) return;
      if (event === undefined) {
        run.listeners.delete(listener);
        controller.close();
        return;
      }
      sent += 1;
      controller.enqueue(new TextEncoder().encode(message(event)));
    },
    cancel: () => {
      open = false;
      run.listeners.delete(listener);
      wake();
    },
  });
}

/** Runs. */
export const runHandlers: Group<'runs'> = {
  'runs.start': (request) => {
    const { state, params, body } = request;
    const { id, definition } = find(state.workflows, params.workflow_id, 'workflow');
    const run = start(state, { workflow_id: id, definition: withOverrides(definition, body) });
    return startedReply(request, run);
  },
  'runs.retry': (request) => startedReply(request, retry(request.state, runOf(request), request.body)),
  'runs.cancel': async (request) => {
    const run = runOf(request);
    await cancel(request.state, run);
    return { data: runView(request.state, run) };
  },
  'runs.pause': (request) => {
    const run = runOf(request);
    if (hasEnded(run)) throw new ApiError('CONFLICT', `The run is ${run.status}.`);
    if (run.status !== 'paused') pause(request.state, run);
    return { data: runView(request.state, run) };
  },
  'runs.resume': (request) => {
    const run = runOf(request);
    if (run.status !== 'paused') throw new ApiError('CONFLICT', `The run is ${run.status}, not paused.`);
    resume(request.state, run);
    return { data: runView(request.state, run) };
  },
  'runs.list': ({ state, params, query, url }) => {
    const { id } = find(state.workflows, params.workflow_id, 'workflow');
    const { sort = 'created_at', order = 'desc', search } = query;
    const statuses = statusesIn(query.status);
    const key = (run: SimulatedRun) => `${run[sort] ?? ''} ${run.id}`;
    const found = runsOf(state, id)
      .filter(({ status }) => statuses?.includes(status) ?? true)
      .sort((a, b) => (key(a) < key(b) === (order === 'asc') ? -1 : 1))
      .map((run) => runListItem(state, run))
      .filter(({ triggered_by }) => contains(search, triggered_by.user_name));
    return pageOf(found, { url, query });
  },
  'runs.get': async (request) => {
    const run = await advancedRun(request);
    return { data: { ...runView(request.state, run), definition_snapshot: run.definition } };
  },
  'runs.status': async (request) => ({ data: runView(request.state, await advancedRun(request)) }),
  'runs.events': (request) => ({
    stream: eventStream(request.state, runOf(request), request.lastEventId),
  }),
  'runs.outputs': (request) => ({ data: outputsOf(runOf(request)) }),
  'runs.download': async (request) => ({
    data: await exportLink(request.state, runOf(request), request.query),
  }),
  'runs.download_node': async (request) => {
    const run = runOf(request);
    const node = run.nodes.find(({ node_id }) => node_id === request.params.node_id);
    if (node?.node_type !== 'sink_preview') throw notFound('output');
    const label = nodeName(run, node.node_id);
    return { data: await exportLink(request.state, run, { ...request.query, label }) };
  },
  'runs.audio_url': (request) => {
    const lines = deliveredLines(runOf(request));
    const line = lines.find(({ take }) => take.audio_id === request.params.audio_id);
    if (line === undefined) throw notFound('audio');
    return { data: audioLink(request.state, line) };
  },
};
