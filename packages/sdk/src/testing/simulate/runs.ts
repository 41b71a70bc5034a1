import type { RunsListQuery, StartRun, WorkflowDefinition } from '../../generated/types.ts';
import { checkDefinition } from '../../workflow/check.ts';
import { ApiError, invalid, malformed, notFound, notSimulated } from '../api-error.ts';
import type { Caller, Handlers } from '../handler.ts';
import { holds, listReply, pageOf } from '../lists.ts';
import type { World } from '../world.ts';
import { creditsOf, estimate } from './credits.ts';
import { own, ownAll } from './own.ts';
import { dataOf, labelOf, outputsOf, rowsOf, stepsOf } from './run-data.ts';
import { streamOf } from './run-events.ts';
import { audioLink, exportLink, scriptLink } from './run-files.ts';
import { overviewOf } from './run-overview.ts';
import { runDetail, runListItem, runSummary, runView } from './run-views.ts';
import { linesOf } from './script-lines.ts';
import {
  begin,
  cancel,
  hasEnded,
  pause,
  resume,
  type SimulatedRun,
  type SimulatedTake,
} from './simulated-run.ts';

type Path = { world: World; caller: Caller; params: { workflow_id: string; run_id: string } };

function runOf({ world, caller, params }: Path): SimulatedRun {
  const run = own(world.runs, params.run_id, { caller, what: 'run' });
  if (run.workflow_id !== params.workflow_id.toLowerCase() || !world.workflows.has(run.workflow_id)) {
    throw notFound('run');
  }
  return run;
}

const runsOf = (world: World, caller: Caller, workflowId: string): SimulatedRun[] => {
  const { id } = own(world.workflows, workflowId, { caller, what: 'workflow' });
  return ownAll(world.runs, caller).filter(({ workflow_id }) => workflow_id === id);
};

function withOverrides(definition: WorkflowDefinition, body: StartRun): WorkflowDefinition {
  const { script_text: text, source_language: language } = body;
  const sources = definition.graph.nodes.filter(({ type }) => type === 'source_script');
  if ((text !== undefined || language !== undefined) && sources.length !== 1) {
    const field = text === undefined ? 'body.source_language' : 'body.script_text';
    throw invalid({
      field,
      message: `An override needs exactly one source_script; the workflow has ${sources.length}.`,
    });
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

/** What would stop a run, with its place; nodes that no line comes to stop nothing. */
function refuseUnready(definition: WorkflowDefinition): void {
  const problems = checkDefinition(definition).warnings.filter(({ code }) => code !== 'unreachable_node');
  if (problems.length > 0) throw invalid(...problems.map(({ path, message }) => ({ field: path, message })));
}

/** The nodes that lines come to on their way forward, those nearer to the source first. */
function pathOf({ graph }: WorkflowDefinition): SimulatedRun['path'] {
  const reached = new Set(graph.nodes.filter(({ type }) => type.startsWith('source_')).map(({ id }) => id));
  for (const id of reached) {
    for (const { source, sourcePort, target } of graph.edges) {
      if (source === id && sourcePort !== 'fail') reached.add(target);
    }
  }
  return [...reached].flatMap((id) => {
    const node = graph.nodes.find((candidate) => candidate.id === id);
    return node ? [{ node_id: node.id, node_type: node.type }] : [];
  });
}

type Start = {
  world: World;
  caller: Caller;
  workflow_id: string;
  definition: WorkflowDefinition;
  kept?: ReadonlyMap<string, SimulatedTake>;
};

function start({ world, caller, workflow_id, definition, kept = new Map() }: Start): SimulatedRun {
  refuseUnready(definition);
  const earlier = runsOf(world, caller, workflow_id);
  if (earlier.some((run) => !hasEnded(run))) {
    throw new ApiError('RUN_ALREADY_ACTIVE', 'The workflow has a run that has not ended.');
  }
  const lines = linesOf(world, definition);
  const free = lines.filter(({ line_id }) => kept.has(line_id));
  const needed =
    estimate(world, definition).min_credits - free.reduce((sum, { script }) => sum + creditsOf(script), 0);
  if (needed > world.credits) {
    const message = `The run needs at least ${needed} credits; ${world.credits} are left.`;
    throw new ApiError('INSUFFICIENT_CREDITS', message);
  }
  const now = world.clock.iso();
  const run: SimulatedRun = {
    ...{ id: world.newId(), workspace_id: caller.workspace_id, workflow_id },
    ...{ run_number: earlier.length + 1, status: 'pending', definition: structuredClone(definition) },
    ...{
      created_at: now,
      updated_at: now,
      started_at: null,
      completed_at: null,
      paused_at: null,
      error: null,
    },
    ...{ lines: lines.map((line) => ({ ...line, status: 'waiting', take: null, error: null })), kept },
    ...{
      path: pathOf(definition),
      nodeStatus: 'pending',
      events: [],
      listeners: new Set(),
      callOff: () => {},
    },
  };
  begin(world, run);
  return run;
}

function retry(path: Path, lineIds: readonly string[] | undefined): SimulatedRun {
  const run = runOf(path);
  if (!hasEnded(run)) {
    throw new ApiError('CONFLICT', `The run is ${run.status}: only a run that has ended can be retried.`);
  }
  const known = new Set(run.lines.map(({ line_id }) => line_id));
  const strangers = (lineIds ?? []).flatMap((id, at) =>
    known.has(id) ? [] : [{ field: `body.line_ids.${at}`, message: `The run has no line "${id}".` }],
  );
  if (strangers.length > 0) throw invalid(...strangers);
  const again = lineIds ? new Set(lineIds) : undefined;
  const kept = run.lines.flatMap(({ line_id, status, take }) =>
    take && status === 'delivered' && !again?.has(line_id) ? [[line_id, take] as const] : [],
  );
  if (!again && kept.length === run.lines.length) {
    throw new ApiError('CONFLICT', 'Every line of the run was delivered: name the lines to do again.');
  }
  const { world, caller } = path;
  return start({
    world,
    caller,
    workflow_id: run.workflow_id,
    definition: run.definition,
    kept: new Map(kept),
  });
}

const LOOK_MS = 1_000;

/** Whoever looks at a run sees it go on, where the clock goes by itself. */
async function look(path: Path): Promise<SimulatedRun> {
  const run = runOf(path);
  if (path.world.options.clock === 'auto' && !hasEnded(run)) await path.world.clock.advance(LOOK_MS);
  return run;
}

const STATUSES = ['pending', 'running', 'paused', 'completed', 'failed', 'cancelled'];

function ordered(world: World, runs: SimulatedRun[], query: RunsListQuery): SimulatedRun[] {
  const { sort = 'created_at', order = 'desc' } = query;
  const statuses = query.status?.split(',').map((status) => status.trim());
  const faults = (statuses ?? []).flatMap((status, at) =>
    STATUSES.includes(status)
      ? []
      : [{ field: `query.status.${at}`, message: `One of: ${STATUSES.join(', ')}.` }],
  );
  const [first, ...others] = faults;
  if (first) throw malformed(first, ...others);
  const key = (run: SimulatedRun) => `${run[sort] ?? ''} ${run.id}`;
  const found = runs
    .filter(({ status }) => !statuses || statuses.includes(status))
    .filter(() => holds(query.search, world.user.name))
    .sort((a, b) => (key(a) < key(b) ? -1 : 1));
  return order === 'asc' ? found : found.reverse();
}

const control: Handlers = {
  'runs.start': ({ world, caller, params, body }) => {
    const workflow = own(world.workflows, params.workflow_id, { caller, what: 'workflow' });
    const definition = withOverrides(workflow.definition, body);
    return { data: runView(world, start({ world, caller, workflow_id: workflow.id, definition })) };
  },
  'runs.retry': (request) => ({ data: runView(request.world, retry(request, request.body.line_ids)) }),
  'runs.cancel': (request) => {
    const run = runOf(request);
    cancel(request.world, run);
    return { data: runView(request.world, run) };
  },
  'runs.pause': (request) => {
    const run = runOf(request);
    if (hasEnded(run)) throw new ApiError('CONFLICT', `The run is ${run.status}.`);
    if (run.status !== 'paused') pause(request.world, run);
    return { data: runView(request.world, run) };
  },
  'runs.resume': (request) => {
    const run = runOf(request);
    if (run.status !== 'paused') throw new ApiError('CONFLICT', `The run is ${run.status}, not paused.`);
    resume(request.world, run);
    return { data: runView(request.world, run) };
  },
};

const reads: Handlers = {
  'runs.list': ({ world, caller, params, query, url }) => {
    const runs = ordered(world, runsOf(world, caller, params.workflow_id), query);
    return listReply(
      runs.map((run) => runListItem(world, run)),
      { url, query },
    );
  },
  'runs.summary': ({ world, caller, params, query: { from, to } }) => {
    const runs = runsOf(world, caller, params.workflow_id).filter(({ created_at }) => {
      const at = Date.parse(created_at);
      return !(from && at < Date.parse(from)) && !(to && at > Date.parse(to));
    });
    return { data: runSummary(runs) };
  },
  'runs.get': async (request) => ({ data: runDetail(request.world, await look(request)) }),
  'runs.status': async (request) => ({ data: runView(request.world, await look(request)) }),
  'runs.events': (request) => ({
    stream: streamOf(request.world, runOf(request), request.lastEventId),
  }),
};

const results: Handlers = {
  'runs.overview': (request) => ({ data: overviewOf(request.world, runOf(request)) }),
  'runs.steps': (request) => {
    const { include_result: withResult = false, node_type, node_id } = request.query;
    const steps = stepsOf(runOf(request), withResult);
    return {
      data: steps.filter(
        (step) =>
          (node_type ?? step.node_type) === step.node_type && (node_id ?? step.node_id) === step.node_id,
      ),
    };
  },
  'runs.data': (request) => {
    const run = runOf(request);
    const { search, language, include_dropped: withDropped } = request.query;
    const lines = run.lines
      .filter(({ status }) => withDropped || status !== 'dropped')
      .filter(({ script, line_id, character_name }) => holds(search, script, line_id, character_name));
    const { items, pagination } = pageOf(lines, request);
    return { data: dataOf(run, rowsOf(request.world, run, { language, lines: items })), pagination };
  },
  'runs.outputs': (request) => ({ data: outputsOf(runOf(request)) }),
  'runs.download': async (request) => {
    const format = request.query.format ?? 'zip';
    return { data: await exportLink(request.world, runOf(request), { format }) };
  },
  'runs.download_node': async (request) => {
    const run = runOf(request);
    const node = run.path.find(({ node_id }) => node_id === request.params.node_id);
    if (node?.node_type !== 'sink_preview') throw notFound('output');
    const asked = { format: request.query.format ?? 'zip', label: labelOf(run, node.node_id) };
    return { data: await exportLink(request.world, run, asked) };
  },
  'runs.script': (request) => {
    const { format = 'csv', language } = request.query;
    if (format !== 'csv') throw notSimulated(`runs.script as ${format}`);
    return { data: scriptLink(request.world, runOf(request), language) };
  },
  'runs.audio_url': (request) => ({
    data: audioLink(request.world, runOf(request), request.params.audio_id),
  }),
};

/** Runs. */
export const runHandlers: Handlers = { ...control, ...reads, ...results };
