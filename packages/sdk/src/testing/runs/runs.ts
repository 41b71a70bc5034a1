import type { StartRun, WorkflowDefinition } from '../../generated/types.ts';
import { checkDefinition } from '../../schemas/check-definition.ts';
import { sha256Of, streamOf } from '../../transport/bytes.ts';
import { ApiError, invalid, notFound } from '../http/api-error.ts';
import { type Group, pageOf, type TestRequest } from '../http/handler.ts';
import type { TestLine } from '../options.ts';
import { find, type State } from '../state.ts';
import { linesIn } from '../uploads.ts';
import { toneOf, zipOf } from './audio.ts';
import { audioLink, begin, cancel, viewOf } from './run.ts';
import { deliveredLines, hasEnded, type SimulatedRun } from './simulated-run.ts';

const DEFAULT_LOCALE = 'en-us';
const STATUS_REQUEST_MS = 1_000;

/** A definition with the overrides of a start. */
function applyOverrides(definition: WorkflowDefinition, body: StartRun): WorkflowDefinition {
  const { script_text: text, source_language: language } = body;
  const sources = definition.graph.nodes.filter(({ type }) => type === 'source_script');
  if ((text !== undefined || language !== undefined) && sources.length !== 1) {
    const field = text === undefined ? 'body.source_language' : 'body.script_text';
    const message = `An override needs exactly one source_script; the workflow has ${sources.length}.`;
    throw invalid({ field, message });
  }
  const override: Record<string, unknown> = {};
  if (text !== undefined) Object.assign(override, { input_type: 'text', text });
  if (language !== undefined) override.source_language = language.toLowerCase();
  const nodes = definition.graph.nodes.map((node) =>
    node.type === 'source_script' ? { ...node, config: { ...node.config, ...override } } : node,
  );
  const params = { ...definition.execution.params, ...body.params };
  return { graph: { ...definition.graph, nodes }, execution: { ...definition.execution, params } };
}

/** The lines of the scripts of a definition, from the config or from uploads. */
function readLines(state: State, definition: WorkflowDefinition): TestLine[] {
  const lines: TestLine[] = [];
  for (const { type, config } of definition.graph.nodes) {
    if (type !== 'source_script') continue;
    const locale_code = String(config.source_language ?? DEFAULT_LOCALE);
    let text = String(config.text ?? '');
    if (config.input_type !== 'text') {
      const ids = (config.upload_ids ?? []) as string[];
      text = ids.map((id) => new TextDecoder().decode(state.uploadBytes.get(id))).join('\n');
    }
    for (const script of linesIn(text)) {
      const line_index = lines.length;
      const line_id = `L${String(line_index + 1).padStart(5, '0')}`;
      lines.push({ script, locale_code, line_index, line_id, character_name: null });
    }
  }
  return lines;
}

/** The runs of a workflow, the oldest first. */
export const runsOf = ({ runs }: State, workflowId: string): SimulatedRun[] =>
  [...runs.values()].filter(({ workflow_id }) => workflow_id === workflowId);

/** Starts a run; throws an error if something prevents it. */
function start(
  state: State,
  { id: workflow_id, definition: stored }: { id: string; definition: WorkflowDefinition },
  body: StartRun,
): SimulatedRun {
  const definition = applyOverrides(stored, body);
  const problems = checkDefinition(definition).warnings.filter(({ code }) => code !== 'unreachable_node');
  const errors = problems.map(({ path, message }) => {
    const isOverridden =
      body.script_text !== undefined && /^definition\.graph\.nodes\.\d+\.config\.text$/.test(path);
    return { field: isOverridden ? 'body.script_text' : path, message };
  });
  if (errors.length > 0) throw invalid(...errors);
  const earlier = runsOf(state, workflow_id);
  const active = earlier.find((run) => !hasEnded(run));
  if (active) {
    const message = `Run ${active.id} of this workflow has not ended. Wait for it, or cancel it.`;
    const ids = Object.entries({ run_id: active.id, workflow_id });
    const details = ids.map(([field, message]) => ({ field, message }));
    throw new ApiError('RUN_ALREADY_ACTIVE', message, { details });
  }
  return begin(state, {
    id: state.newId(),
    workflow_id,
    run_number: earlier.length + 1,
    created_at: state.clock.iso(),
    definition_snapshot: structuredClone(definition),
    lines: readLines(state, definition),
  });
}

/** The run in a path. */
function runIn(state: State, { workflow_id, run_id }: { workflow_id: string; run_id: string }): SimulatedRun {
  const run = find(state.runs, run_id, 'run');
  if (run.workflow_id === workflow_id && state.workflows.has(workflow_id)) return run;
  throw notFound('run');
}

/** Responds to a status request, which advances an automatic clock. */
async function status(state: State, { params }: Pick<TestRequest<'runs.get'>, 'params'>) {
  const run = runIn(state, params);
  const { options, clock } = state;
  if (options.clock === 'auto' && !hasEnded(run)) await clock.advance(STATUS_REQUEST_MS);
  return { data: viewOf(state, run) };
}

/** The delivered lines of each output node. */
function outputsOf(state: State, run: SimulatedRun) {
  const lines = deliveredLines(run).map((line) => {
    const { audio_id, duration_ms } = line;
    const playback_url = audioLink(state, line).url;
    const file = { audio_id, iteration: 0, playback_url, duration_ms, content_type: 'audio/wav' };
    const delivery = { passed: true, failing_checks: [] };
    return { ...line, audio_files: [file], recommended_audio_file_index: 0, delivery };
  });
  const audio = { status: run.nodeStatus, lines, line_count: lines.length, truncated: false };
  const sinks = run.nodes.filter(({ node_type }) => node_type === 'sink_preview');
  return { ...viewOf(state, run), outputs: sinks.map((node) => ({ ...node, ...audio })) };
}

/** Letters and digits; other characters become hyphens. */
const fileStem = (text: string) => text.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-+|(?<!-)-+$/g, '');

/** Responds with a ZIP of the audio of a run, or, for every other format, the list of its files. */
async function exportReply(
  state: State,
  run: SimulatedRun,
  { format = 'zip', label = '' }: { format?: string; label?: string },
) {
  if (!hasEnded(run)) {
    throw new ApiError('CONFLICT', `The run is ${run.status}. It can be downloaded once it has ended.`);
  }
  const lines = deliveredLines(run);
  if (lines.length === 0) throw notFound('audio');
  const workflow = state.workflows.get(run.workflow_id)?.name ?? '';
  const name = [workflow, `run-${run.run_number}`, label].map(fileStem).filter(Boolean).join('-');
  if (format === 'zip') {
    const bytes = zipOf(lines.map((line) => ({ name: line.file, bytes: toneOf(line) })));
    return { data: state.link({ filename: `${name}.zip`, content_type: 'application/zip', bytes }) };
  }
  const entries = lines.map(async (line) => {
    const { line_id, locale_code, file } = line;
    const bytes = toneOf(line);
    const { url, expires_at } = audioLink(state, line);
    const facts = { file, line_id, locale_code, content_type: 'audio/wav', size_bytes: bytes.length };
    return `${JSON.stringify({ ...facts, sha256: await sha256Of(bytes), url, expires_at })}\n`;
  });
  const bytes = new TextEncoder().encode((await Promise.all(entries)).join(''));
  return { data: state.link({ filename: `${name}.jsonl`, content_type: 'application/jsonl', bytes }) };
}

/** The events of a run after `lastEventId` until it has ended. With an automatic clock, reading advances the run. */
async function* eventsAfter(state: State, run: SimulatedRun, lastEventId: number) {
  const encoder = new TextEncoder();
  for (let position = lastEventId; position < run.events.length || !hasEnded(run); ) {
    const event = run.events[position];
    if (event) {
      position += 1;
      yield encoder.encode(`id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    } else if (state.options.clock !== 'auto' || !(await state.clock.step())) {
      await new Promise<void>((resolve) => run.listeners.add(resolve));
    }
  }
}

/** The operations on runs. */
export const runHandlers: Group<'runs'> = {
  'runs.start': (state, { params, body, url }) => {
    const run = start(state, find(state.workflows, params.workflow_id, 'workflow'), body);
    const location = `${url.origin}${url.pathname}/${run.id}`;
    return { data: viewOf(state, run), headers: { location } };
  },
  'runs.cancel': async (state, { params }) => {
    const run = runIn(state, params);
    await cancel(state, run);
    return { data: viewOf(state, run) };
  },
  'runs.list': (state, request) => {
    const { id } = find(state.workflows, request.params.workflow_id, 'workflow');
    const views = runsOf(state, id).map((run) => viewOf(state, run));
    return pageOf(views.reverse(), request);
  },
  'runs.get': status,
  'runs.status': status,
  'runs.events': (state, { params, headers }) => {
    const lastEventId = Number(headers.get('last-event-id') ?? 0);
    return { stream: streamOf(eventsAfter(state, runIn(state, params), lastEventId)) };
  },
  'runs.outputs': (state, { params }) => ({ data: outputsOf(state, runIn(state, params)) }),
  'runs.download': (state, { params, query }) => exportReply(state, runIn(state, params), query),
  'runs.download_node': (state, { params, query }) => {
    const run = runIn(state, params);
    const node = run.nodes.find(({ node_id }) => node_id === params.node_id);
    if (node?.node_type !== 'sink_preview') throw notFound('output');
    return exportReply(state, run, { ...query, label: node.display_name });
  },
  'runs.audio_url': (state, { params }) => {
    const line = deliveredLines(runIn(state, params)).find(({ audio_id }) => audio_id === params.audio_id);
    if (line === undefined) throw notFound('audio');
    return { data: audioLink(state, line) };
  },
};
