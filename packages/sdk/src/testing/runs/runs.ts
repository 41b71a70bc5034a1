import type { RunEvent, StartRun, WorkflowDefinition, WorkflowNode } from '../../generated/types.ts';
import { streamOf } from '../../transport/bytes.ts';
import { checkDefinition } from '../../workflow/check.ts';
import { ApiError, invalid, notFound } from '../http/api-error.ts';
import { type Group, pageOf, type TestRequest } from '../http/handler.ts';
import type { TestLine } from '../options.ts';
import { find, type State } from '../state.ts';
import { audioLink, exportLink, nodeName, outputsOf } from './outputs.ts';
import { deliveredLines, hasEnded, newRun, type SimulatedRun, viewOf } from './run.ts';
import { begin, cancel } from './simulate.ts';

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
  const run = newRun({
    id: state.newId(),
    workflow_id,
    run_number: earlier.length + 1,
    created_at: state.clock.iso(),
    definition: structuredClone(definition),
    lines: linesOf(state, definition),
  });
  begin(state, run);
  return run;
}

type RunRequest = Pick<TestRequest<'runs.get'>, 'state' | 'params'>;

/** The run in the path of a request. */
function runOf({ state, params }: RunRequest): SimulatedRun {
  const run = find(state.runs, params.run_id, 'run');
  if (run.workflow_id === params.workflow_id && state.workflows.has(run.workflow_id)) return run;
  throw notFound('run');
}

/** Responds to a status request, which advances an automatic clock. */
async function status(request: RunRequest) {
  const run = runOf(request);
  const { options, clock } = request.state;
  if (options.clock === 'auto' && !hasEnded(run)) await clock.advance(STATUS_REQUEST_MS);
  return { data: viewOf(request.state, run) };
}

const message = (event: RunEvent): string =>
  `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

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
    return { data: viewOf(state, run), headers: { location } };
  },
  'runs.cancel': async (request) => {
    const run = runOf(request);
    await cancel(request.state, run);
    return { data: viewOf(request.state, run) };
  },
  'runs.list': ({ state, params, query, url }) => {
    const { id } = find(state.workflows, params.workflow_id, 'workflow');
    const items = runsOf(state, id).map((run) => viewOf(state, run));
    return pageOf(items.reverse(), { url, query });
  },
  'runs.get': status,
  'runs.status': status,
  'runs.events': (request) => {
    const lastEventId = Number(request.headers.get('last-event-id') ?? 0);
    return { stream: streamOf(eventsAfter(request.state, runOf(request), lastEventId)) };
  },
  'runs.outputs': (request) => ({ data: outputsOf(request.state, runOf(request)) }),
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
    const line = lines.find(({ audio_id }) => audio_id === request.params.audio_id);
    if (line === undefined) throw notFound('audio');
    return { data: audioLink(request.state, line) };
  },
};
