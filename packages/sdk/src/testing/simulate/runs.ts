import type { RunsListQuery } from '../../generated/types.ts';
import { ApiError, malformed, notFound } from '../api-error.ts';
import type { Handlers } from '../handler.ts';
import { holds, listReply, pageOf, refuseBackward } from '../lists.ts';
import type { World } from '../world.ts';
import { own } from './own.ts';
import { personOf } from './people.ts';
import { dataOf, labelOf, outputsOf, rowsOf, stepsOf } from './run-data.ts';
import { streamOf } from './run-events.ts';
import { audioLink, exportLink, scriptLink } from './run-files.ts';
import { type RunPath, runOf } from './run-of.ts';
import { overviewOf } from './run-overview.ts';
import { retry, runsOf, start, withOverrides } from './run-start.ts';
import { runDetail, runListItem, runSummary, runView } from './run-views.ts';
import { cancel, hasEnded, pause, resume, type SimulatedRun } from './simulated-run.ts';

const LOOK_MS = 1_000;

/** Whoever looks at a run sees it go on, where the clock goes by itself. */
async function look(path: RunPath): Promise<SimulatedRun> {
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
    .filter((run) => holds(query.search, personOf(world, run.triggered_by).name))
    .sort((a, b) => (key(a) < key(b) ? -1 : 1));
  return order === 'asc' ? found : found.reverse();
}

/** A run that was started, with its address. */
function started({ world, url }: { world: World; url: URL }, run: SimulatedRun) {
  const location = `${url.origin}${url.pathname.replace(/\/runs(\/.*)?$/, '/runs')}/${run.id}`;
  return { data: runView(world, run), headers: { location } };
}

const control: Handlers = {
  'runs.start': (request) => {
    const { world, caller, params, body } = request;
    const workflow = own(world.workflows, params.workflow_id, { caller, what: 'workflow' });
    const definition = withOverrides(workflow.definition, body);
    return started(request, start({ world, caller, workflow_id: workflow.id, definition }));
  },
  'runs.retry': (request) => started(request, retry(request, request.body)),
  'runs.cancel': async (request) => {
    const run = runOf(request);
    await cancel(request.world, run);
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
    refuseBackward({ from, to });
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
    // The lines are read when the run starts.
    const lines = (run.started_at === null ? [] : run.lines)
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
    const run = runOf(request);
    if (!hasEnded(run)) {
      throw new ApiError('CONFLICT', `The run is ${run.status}: its script is complete when it has ended.`);
    }
    return { data: scriptLink(request.world, run, { format, language }) };
  },
  'runs.audio_url': (request) => ({
    data: audioLink(request.world, runOf(request), request.params.audio_id),
  }),
};

/** Runs. */
export const runHandlers: Handlers = { ...control, ...reads, ...results };
