import type { RetryRun, StartRun, WorkflowDefinition } from '../../generated/types.ts';
import { ApiError, invalid } from '../api-error.ts';
import type { Caller } from '../handler.ts';
import type { World } from '../world.ts';
import { accountOf, allows, limitsIn } from './account.ts';
import { note } from './activity.ts';
import { estimate } from './credits.ts';
import { startProblems } from './missing.ts';
import { own, ownAll } from './own.ts';
import { lineCounts } from './run-counts.ts';
import { deliverEnded } from './run-deliveries.ts';
import { type RunPath, runOf } from './run-of.ts';
import { usageOf } from './run-views.ts';
import { linesOf } from './script-lines.ts';
import { begin, creditsUsed, hasEnded, type SimulatedRun, type SimulatedTake } from './simulated-run.ts';

/** The runs of a workflow, the newest first. */
export const runsOf = (world: World, caller: Caller, workflowId: string): SimulatedRun[] => {
  const { id } = own(world.workflows, workflowId, { caller, what: 'workflow' });
  return ownAll(world.runs, caller).filter(({ workflow_id }) => workflow_id === id);
};

/** The definition with what a start says otherwise. */
export function withOverrides(definition: WorkflowDefinition, body: StartRun): WorkflowDefinition {
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

/** Refuses what would stop a run, each with its place. */
function refuseUnready(world: World, { workspace_id }: Caller, definition: WorkflowDefinition): void {
  const problems = startProblems(world, workspace_id, definition);
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
  left?: SimulatedRun['left'];
  /** Lines that are spoken whatever was spoken before: only a retry has some. */
  anew?: ReadonlySet<string>;
};

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;

const MOST_NAMED = 20;

const factsOf = ({ id, workflow_id }: SimulatedRun) => [
  { field: 'run_id', message: id },
  { field: 'workflow_id', message: workflow_id },
];

/** Which run is in the way, and what to do about it. */
function inTheWay([first, ...others]: SimulatedRun[]): string {
  if (!first) return 'What runs belongs to other workspaces of the owner: wait until one of them has ended.';
  const more = others.length === 0 ? '' : ` and ${others.length} more, see details`;
  return `Run ${first.id} of workflow ${first.workflow_id} has not ended${more}: wait for it, or cancel it.`;
}

/** What the plan of the owner has no room for. */
function refuseOverPlan(world: World, { workspace_id }: Caller, needed: number): void {
  const { concurrent_runs_per_user: limit } = limitsIn(world, workspace_id);
  const account = accountOf(world, workspace_id);
  const active = [...world.runs.values()].filter(
    (run) =>
      (run.status === 'pending' || run.status === 'running') &&
      accountOf(world, run.workspace_id) === account,
  );
  if (!allows(limit, active.length)) {
    // Runs of the owner's other workspaces count, but are not for everybody here to know.
    const own = active.filter((run) => run.workspace_id === workspace_id).slice(0, MOST_NAMED);
    const message = `The plan allows ${counted(Number(limit), 'run')} at a time. ${inTheWay(own)}`;
    throw new ApiError('CONCURRENT_RUN_LIMIT', message, { details: own.flatMap(factsOf) });
  }
  const { balance, subscription } = account;
  if (needed <= balance) return;
  const late =
    subscription?.status === 'past_due'
      ? ' A payment of the owner of the workspace is late: new credits come once it is paid.'
      : '';
  const left = balance === 1 ? '1 is' : `${balance} are`;
  const message = `The run needs at least ${counted(needed, 'credit')}; ${left} left.${late}`;
  const details = [
    { field: 'needed', message: String(needed) },
    { field: 'balance', message: String(balance) },
  ];
  throw new ApiError('INSUFFICIENT_CREDITS', message, { details });
}

type Told = { world: World; run: SimulatedRun; action: 'workflow_run' | 'voice_generated'; kind: string };

function tell({ world, run, action, kind }: Told, more: object = {}): void {
  const { workspace_id, triggered_by: user_id, workflow_id, run_number } = run;
  const resource = ['workflow', workflow_id, world.workflows.get(workflow_id)?.name ?? null] as const;
  const metadata = { run_id: run.id, run_number, ...more };
  note(world, { workspace_id, user_id, action, kind, resource, metadata });
}

/** What follows when a run has ended: its entry in the log, and its deliveries. */
async function ended(world: World, run: SimulatedRun): Promise<void> {
  const { audio_ms, characters } = usageOf(run);
  const reused_takes = run.lines.filter(({ take }) => take?.reused).length;
  if (audio_ms > 0 || reused_takes > 0) {
    const { delivered_lines: lines } = lineCounts(run);
    const sums = { lines, characters, audio_ms, reused_takes, credits: creditsUsed(run) };
    tell({ world, run, action: 'voice_generated', kind: `run_${run.status}` }, sums);
  }
  await deliverEnded(world, run);
}

/** Starts a run; throws what keeps it from starting. */
export function start({
  world,
  caller,
  workflow_id,
  definition,
  kept = new Map(),
  left = new Map(),
  anew,
}: Start): SimulatedRun {
  refuseUnready(world, caller, definition);
  const earlier = runsOf(world, caller, workflow_id);
  const active = earlier.find((run) => !hasEnded(run));
  if (active) {
    const message = `The workflow has a run that has not ended, ${active.id}: wait for it, or cancel it.`;
    throw new ApiError('RUN_ALREADY_ACTIVE', message, { details: factsOf(active) });
  }
  const lines = linesOf(world, definition);
  const { min_credits } = estimate(world, definition, {
    ...caller,
    kept: new Map<string, unknown>([...kept, ...left]),
    anew,
  });
  refuseOverPlan(world, caller, min_credits);
  const now = world.clock.iso();
  const run: SimulatedRun = {
    ...{ id: world.newId(), workspace_id: caller.workspace_id, workflow_id, triggered_by: caller.user_id },
    ...{ run_number: earlier.length + 1, status: 'pending', definition: structuredClone(definition) },
    ...{
      created_at: now,
      updated_at: now,
      started_at: null,
      completed_at: null,
      paused_at: null,
      error: null,
    },
    ...{ lines: lines.map((line) => ({ ...line, status: 'waiting', take: null, error: null })) },
    ...{ kept, left, anew: anew ?? new Set() },
    ...{
      path: pathOf(definition),
      nodeStatus: 'pending',
      events: [],
      listeners: new Set(),
      callOff: () => {},
      ended: (run) => ended(world, run),
    },
  };
  begin(world, run);
  tell({ world, run, action: 'workflow_run', kind: anew ? 'run_retried' : 'run_started' });
  return run;
}

/** Where a retry names a line that the run does not have. */
function strangers(run: SimulatedRun, { line_ids = [], lines = [] }: RetryRun) {
  const known = new Set(run.lines.map(({ line_id }) => line_id));
  return [
    ...line_ids.map((line_id, at) => ({ line_id, locale_code: undefined, field: `body.line_ids.${at}` })),
    ...lines.map(({ line_id, locale_code }, at) => ({
      ...{ line_id, locale_code },
      field: `body.lines.${at}.${known.has(line_id) ? 'locale_code' : 'line_id'}`,
    })),
  ].flatMap(({ line_id, locale_code, field }) => {
    if (run.lines.some((line) => isNamed(line, { line_id, locale_code }))) return [];
    const place = locale_code && known.has(line_id) ? ` in ${locale_code}` : '';
    return [{ field, message: `The run has no line "${line_id}"${place}.` }];
  });
}

type Named = { line_id: string; locale_code?: string | undefined };

const isNamed = (line: { line_id: string; locale_code: string }, name: Named): boolean =>
  line.line_id === name.line_id && (name.locale_code ?? line.locale_code) === line.locale_code;

/** Starts a run that keeps what an ended one delivered; where lines are named, nothing but these is spoken. */
export function retry(path: RunPath, body: RetryRun): SimulatedRun {
  const run = runOf(path);
  if (!hasEnded(run)) {
    throw new ApiError('CONFLICT', `The run is ${run.status}: only a run that has ended can be retried.`);
  }
  const faults = strangers(run, body);
  if (faults.length > 0) throw invalid(...faults);
  const { line_ids, lines, respeak } = body;
  const names: Named[] | undefined =
    line_ids || lines ? [...(line_ids ?? []).map((line_id) => ({ line_id })), ...(lines ?? [])] : undefined;
  const isAnew = (line: SimulatedRun['lines'][number]): boolean =>
    names ? names.some((name) => isNamed(line, name)) : line.status === 'failed' || line.status === 'dropped';
  if (!names && run.lines.every(({ status }) => status === 'delivered' || status === 'skipped')) {
    const done = respeak ? 'passed its checks' : 'was delivered';
    throw new ApiError('CONFLICT', `Every line of the run ${done}: name the lines to do again.`);
  }
  const others = run.lines.filter((line) => !isAnew(line));
  const kept = others.flatMap(({ line_id, status, take }) =>
    take && (names || status === 'delivered') ? [[line_id, take] as const] : [],
  );
  const left = names ? others.filter(({ status }) => status !== 'delivered') : [];
  const { world, caller } = path;
  return start({
    world,
    caller,
    workflow_id: run.workflow_id,
    definition: run.definition,
    kept: new Map(kept),
    left: new Map(left.map(({ line_id, status }) => [line_id, status === 'dropped' ? 'dropped' : 'failed'])),
    anew: new Set(run.lines.filter(isAnew).map(({ line_id }) => line_id)),
  });
}
