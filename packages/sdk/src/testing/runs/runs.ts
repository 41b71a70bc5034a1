import type {
  DownloadLink,
  RunEvent,
  StartRun,
  WorkflowDefinition,
  WorkflowNode,
} from '../../generated/types.ts';
import { sha256Of, streamOf } from '../../transport/bytes.ts';
import { checkDefinition } from '../../workflow/check.ts';
import { ApiError, invalid, notFound } from '../http/api-error.ts';
import { type Group, pageOf, type TestRequest } from '../http/handler.ts';
import type { TestLine } from '../options.ts';
import { find, type State } from '../state.ts';
import { toneOf, zipOf } from './audio.ts';
import { begin, cancel, hasEnded, type SimulatedRun } from './run.ts';
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

const DEFAULT_LOCALE = 'en-us';
const STATUS_REQUEST_MS = 1_000;

/** A definition with the overrides of a start. */
function withOverrides(definition: WorkflowDefinition, body: StartRun): WorkflowDefinition {
  const { script_text: text, source_language: language } = body;
  const sources = definition.graph.nodes.filter(({ type }) => type === 'source_script');
  if ((text !== undefined || language !== undefined) && sources.length !== 1) {
    const field = text === undefined ? 'body.source_language' : 'body.script_text';
    const message = `An override needs exactly one source_script; the workflow has ${sources.length}.`;
    throw invalid({ field, message });
  }
  const nodes = definition.graph.nodes.map((node) => {
    if (node.type !== 'source_script') return node;
    const script = text === undefined ? {} : { input_type: 'text', text };
    const spoken = language === undefined ? {} : { source_language: language.toLowerCase() };
    return { ...node, config: { ...node.config, ...script, ...spoken } };
  });
  const params = { ...definition.execution.params, ...body.params };
  return { graph: { ...definition.graph, nodes }, execution: { ...definition.execution, params } };
}

function textOf({ uploadBytes }: State, { config }: WorkflowNode): string {
  if (config.input_type === 'text') return String(config.text ?? '');
  const ids = (config.upload_ids ?? []) as string[];
  return ids.map((id) => new TextDecoder().decode(uploadBytes.get(id))).join('\n');
}

/** One line for each non-empty line of the text or of the files: formats are not parsed. */
function linesOf(state: State, { graph }: WorkflowDefinition): TestLine[] {
  const sources = graph.nodes.filter(({ type }) => type === 'source_script');
  const texts = sources.flatMap((source) => {
    const locale_code = String(source.config.source_language ?? DEFAULT_LOCALE);
    const rows = textOf(state, source).split(/\r?\n/);
    return rows.flatMap((row) => (row.trim() === '' ? [] : [{ script: row.trim(), locale_code }]));
  });
  return texts.map((text, line_index) => {
    const line_id = `L${String(line_index + 1).padStart(5, '0')}`;
    return { ...text, line_index, line_id, character_name: null };
  });
}

/** The nodes that lines reach without failing a check. */
function reachedNodes({ graph }: WorkflowDefinition): SimulatedRun['nodes'] {
  const reached = new Set(graph.nodes.filter(({ type }) => type.startsWith('source_')).map(({ id }) => id));
  for (const id of reached) {
    for (const { source, sourcePort, target } of graph.edges) {
      if (source === id && sourcePort !== 'fail') reached.add(target);
    }
  }
  const nodes = graph.nodes.filter(({ id }) => reached.has(id));
  return nodes.map(({ id, type }) => ({ node_id: id, node_type: type }));
}

/** The runs of a workflow, the oldest first. */
export const runsOf = ({ runs }: State, workflowId: string): SimulatedRun[] =>
  [...runs.values()].filter(({ workflow_id }) => workflow_id === workflowId);

/** Starts a run; throws an error if something prevents it. */
function start(state: State, workflow_id: string, definition: WorkflowDefinition): SimulatedRun {
  const { warnings } = checkDefinition(definition);
  const problems = warnings.filter(({ code }) => code !== 'unreachable_node');
  if (problems.length > 0) throw invalid(...problems.map(({ path, message }) => ({ field: path, message })));
  const earlier = runsOf(state, workflow_id);
  const active = earlier.find((run) => !hasEnded(run));
  if (active) {
    const message = `Run ${active.id} of this workflow has not ended. Wait for it, or cancel it.`;
    const details = [
      { field: 'run_id', message: active.id },
      { field: 'workflow_id', message: workflow_id },
    ];
    throw new ApiError('RUN_ALREADY_ACTIVE', message, { details });
  }
  const now = state.clock.iso();
  const run: SimulatedRun = {
    id: state.newId(),
    workflow_id,
    run_number: earlier.length + 1,
    status: 'pending',
    definition: structuredClone(definition),
    created_at: now,
    updated_at: now,
    started_at: null,
    completed_at: null,
    error: null,
    lines: linesOf(state, definition).map((line) => ({ ...line, status: 'waiting', take: null })),
    nodes: reachedNodes(definition),
    nodeStatus: 'pending',
    events: [],
    listeners: new Set(),
    clearTimer: () => {},
  };
  begin(state, run);
  return run;
}

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
async function* eventsAfter(state: State, run: SimulatedRun, lastEventId: number) {
  const encoder = new TextEncoder();
  const isAuto = state.options.clock === 'auto';
  for (let sent = lastEventId; sent < run.events.length || !hasEnded(run); ) {
    const event = run.events[sent];
    if (event) {
      sent += 1;
      yield encoder.encode(message(event));
    } else if (!(isAuto && (await state.clock.step()))) {
      await new Promise<void>((resolve) => run.listeners.add(resolve));
    }
  }
}

/** Runs. */
export const runHandlers: Group<'runs'> = {
  'runs.start': ({ state, params, body, url }) => {
    const { id, definition } = find(state.workflows, params.workflow_id, 'workflow');
    const run = start(state, id, withOverrides(definition, body));
    const location = `${url.origin}${url.pathname}/${run.id}`;
    return { data: runView(state, run), headers: { location } };
  },
  'runs.cancel': async (request) => {
    const run = runOf(request);
    await cancel(request.state, run);
    return { data: runView(request.state, run) };
  },
  'runs.list': ({ state, params, query, url }) => {
    const { id } = find(state.workflows, params.workflow_id, 'workflow');
    const items = runsOf(state, id).map((run) => runListItem(state, run));
    return pageOf(items.reverse(), { url, query });
  },
  'runs.get': async (request) => {
    const run = await advancedRun(request);
    return { data: { ...runView(request.state, run), definition_snapshot: run.definition } };
  },
  'runs.status': async (request) => ({ data: runView(request.state, await advancedRun(request)) }),
  'runs.events': (request) => {
    const lastEventId = Number(request.headers.get('last-event-id') ?? 0);
    return { stream: streamOf(eventsAfter(request.state, runOf(request), lastEventId)) };
  },
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
