import type {
  LineCompletedEvent,
  NodeStatus,
  RunError,
  RunEvent,
  RunStatus,
  WorkflowDefinition,
} from '../../generated/types.ts';
import { digestOf } from '../digest.ts';
import type { TestLine } from '../options.ts';
import type { World } from '../world.ts';
import { type Account, accountOf, planOf } from './account.ts';
import { creditsOf, takeKey } from './credits.ts';
import { errorFields, failedLineError } from './error-fields.ts';
import { hasSpeech } from './has-speech.ts';
import { lineCounts, stepCounts } from './run-counts.ts';
import { durationOf } from './tone.ts';
import { announce } from './webhook-sending.ts';

/** The audio of a line. */
export interface SimulatedTake {
  audio_id: string;
  duration_ms: number;
  credits: number;
  reused: boolean;
  /** When it was made. */
  at: number;
}

/** A line of a run and what became of it. */
export type RunLine = TestLine & {
  status: 'waiting' | LineCompletedEvent['data']['status'] | 'failed';
  take: SimulatedTake | null;
  error: RunError | null;
};

/** A run and everything that happened in it. */
export interface SimulatedRun {
  id: string;
  workspace_id: string;
  workflow_id: string;
  /** Who started it. */
  triggered_by: string;
  run_number: number;
  status: RunStatus;
  definition: WorkflowDefinition;
  created_at: string;
  updated_at: string;
  started_at: string | null;
  completed_at: string | null;
  paused_at: string | null;
  error: RunError | null;
  lines: RunLine[];
  /** Takes of the run that this one repeats, by line id. */
  kept: ReadonlyMap<string, SimulatedTake>;
  /** Lines that a retry of other lines leaves as they were, by id. */
  left: ReadonlyMap<string, 'failed' | 'dropped'>;
  /** Lines that are spoken whatever was spoken before. */
  anew: ReadonlySet<string>;
  /** The nodes that lines come to, in their order. */
  path: { node_id: string; node_type: string }[];
  nodeStatus: NodeStatus;
  events: RunEvent[];
  /** Called at every event. */
  listeners: Set<() => void>;
  callOff: () => void;
  /** Told when it has ended. */
  ended: (run: SimulatedRun) => unknown;
}

const START_MS = 100;

/** Whether a run never changes again. */
export const hasEnded = ({ status }: SimulatedRun): boolean =>
  status === 'completed' || status === 'failed' || status === 'cancelled';

type DataOf<Type extends RunEvent['type']> = Extract<RunEvent, { type: Type }>['data'];

function emit<Type extends RunEvent['type']>(
  { clock }: World,
  run: SimulatedRun,
  { type, data }: { type: Type; data: DataOf<Type> },
): void {
  run.updated_at = clock.iso();
  const facts = { id: run.events.length + 1, type, run_id: run.id, at: run.updated_at, data };
  run.events.push(facts as unknown as RunEvent);
  for (const listener of [...run.listeners]) listener();
}

/** Credits settled so far. */
export const creditsUsed = ({ lines }: SimulatedRun): number =>
  lines.reduce((sum, { take }) => sum + (take?.credits ?? 0), 0);

function changeStatus(
  world: World,
  run: SimulatedRun,
  status: RunStatus,
  error: RunError | null = null,
): void {
  const previous_status = run.status;
  Object.assign(run, { status, error });
  if (hasEnded(run)) run.completed_at = world.clock.iso();
  const data = { status, previous_status, ...errorFields(error), credits: creditsUsed(run) };
  emit(world, run, { type: 'run.status', data });
}

function changeNodes(world: World, run: SimulatedRun, status: NodeStatus): void {
  run.nodeStatus = status;
  for (const { node_id, node_type } of run.path) {
    const data = { node_id, node_type, status, iteration: 0, ...errorFields(null) };
    emit(world, run, { type: 'node.state', data });
  }
}

function tellProgress(world: World, run: SimulatedRun): void {
  const by_locale: DataOf<'progress'>['by_locale'] = {};
  for (const { locale_code, status } of run.lines) {
    by_locale[locale_code] ??= { total_lines: 0, finished_lines: 0 };
    by_locale[locale_code].total_lines += 1;
    if (status !== 'waiting') by_locale[locale_code].finished_lines += 1;
  }
  const { delivered_lines: _, ...counts } = lineCounts(run);
  const data = { ...stepCounts(run), ...counts, credits: creditsUsed(run), by_locale };
  emit(world, run, { type: 'progress', data });
}

/** Tells every workspace of an account whose credits became low, once for each time that they do. */
async function tellLow(world: World, account: Account, spent: number): Promise<void> {
  const { monthly_credits } = planOf(world, account).limits;
  if (monthly_credits === 'unlimited') return;
  const { balance } = account;
  const threshold = Math.floor(monthly_credits / 10);
  if (balance >= threshold || balance + spent < threshold) return;
  const data = { balance, threshold, monthly_credits };
  for (const { id } of world.workspaces.values()) {
    if (accountOf(world, id) === account) await announce(world, id, { type: 'credits.low', data });
  }
}

/** Whether takes of before may be used again. */
const reuses = ({ definition }: SimulatedRun): boolean =>
  definition.graph.nodes.every(({ config }) => config.reuse_takes !== false);

function speak(world: World, run: SimulatedRun, line: RunLine): SimulatedTake {
  const kept = run.kept.get(line.line_id);
  const at = world.clock.now();
  if (kept) return { ...kept, credits: 0, reused: true, at };
  const key = takeKey(run.workspace_id, line.locale_code, line.script);
  const reused = reuses(run) && !run.anew.has(line.line_id) && world.takes.has(key);
  const credits = reused ? 0 : creditsOf(line.script);
  world.takes.add(key);
  const account = accountOf(world, run.workspace_id);
  account.balance -= credits;
  account.used += credits;
  return { audio_id: digestOf(key), duration_ms: durationOf(line.script), credits, reused, at };
}

function failLine(world: World, run: SimulatedRun, line: RunLine): void {
  const at = run.path.find(({ node_type }) => node_type === 'operator_generator') ?? run.path[0];
  const { line_id, line_index, locale_code } = line;
  const node_id = at?.node_id ?? run.id;
  const error = failedLineError(node_id);
  line.error = error.error_details;
  const data = { line_id, line_index, locale_code, node_id, ...error };
  emit(world, run, { type: 'line.failed', data });
}

function outcomeOf(world: World, run: SimulatedRun, line: RunLine) {
  if (!hasSpeech(line.script)) return 'skipped';
  const left = run.left.get(line.line_id);
  return left ?? (run.kept.has(line.line_id) ? 'delivered' : world.options.line(line));
}

function skipLine(world: World, run: SimulatedRun, { line_id, line_index, locale_code }: RunLine): void {
  const none = { audio_id: null, duration_ms: null, retry_count: 0, credits: 0, reused: false };
  const data = { line_id, line_index, locale_code, status: 'skipped' as const, ...none };
  emit(world, run, { type: 'line.completed', data });
}

async function endLine(world: World, run: SimulatedRun, line: RunLine): Promise<void> {
  line.status = outcomeOf(world, run, line);
  if (line.status === 'failed') failLine(world, run, line);
  else if (line.status === 'skipped') skipLine(world, run, line);
  else {
    line.take = speak(world, run, line);
    const { line_id, line_index, locale_code, status } = line;
    const take = { ...line.take, audio_id: status === 'delivered' ? line.take.audio_id : null };
    const data = { line_id, line_index, locale_code, status, retry_count: 0, ...take };
    emit(world, run, { type: 'line.completed', data: data as DataOf<'line.completed'> });
  }
  tellProgress(world, run);
  // Last: whoever is told may cancel the run.
  await tellLow(world, accountOf(world, run.workspace_id), line.take?.credits ?? 0);
}

function notice(run: SimulatedRun) {
  const { id: run_id, workflow_id, run_number, started_at } = run;
  const started = { run_id, workflow_id, run_number, started_at };
  return {
    started,
    ended: {
      ...started,
      completed_at: run.completed_at ?? '',
      credits: creditsUsed(run),
      ...lineCounts(run),
    },
  };
}

async function end(world: World, run: SimulatedRun): Promise<void> {
  const { failed_lines: failed, total_lines } = lineCounts(run);
  const allowed = Number(run.definition.execution.params.max_failed_lines ?? 0);
  const message = `${failed} of ${total_lines} lines failed; ${allowed} may.`;
  const details = run.lines.flatMap(({ line_id, error }) =>
    error ? [{ field: line_id, message: error.message }] : [],
  );
  const error = failed > allowed ? { code: 'lines_failed', message, node_id: null, details } : null;
  changeNodes(world, run, 'completed');
  changeStatus(world, run, error ? 'failed' : 'completed', error);
  const data = notice(run).ended;
  const event = error
    ? { type: 'run.failed' as const, data: { ...data, ...errorFields(error) } }
    : { type: 'run.completed' as const, data };
  await run.ended(run);
  await announce(world, run.workspace_id, event);
}

async function goOn(world: World, run: SimulatedRun): Promise<void> {
  if (run.status === 'pending') {
    run.started_at = world.clock.iso();
    changeStatus(world, run, 'running');
    changeNodes(world, run, 'running');
    const started_at = run.started_at;
    await announce(world, run.workspace_id, {
      type: 'run.started',
      data: { ...notice(run).started, started_at },
    });
    if (hasEnded(run)) return;
  } else {
    const line = run.lines.find(({ status }) => status === 'waiting');
    if (line) await endLine(world, run, line);
  }
  if (run.status !== 'running') return;
  if (run.lines.some(({ status }) => status === 'waiting')) plan(world, run, world.options.lineMs);
  else await end(world, run);
}

function plan(world: World, run: SimulatedRun, ms: number): void {
  // Whoever was told of a line may have paused the run and taken it up again: it must not go on twice.
  run.callOff();
  run.callOff = world.clock.after(ms, () => goOn(world, run));
}

/** Lets a new run begin. */
export function begin(world: World, run: SimulatedRun): void {
  world.runs.set(run.id, run);
  emit(world, run, {
    type: 'run.status',
    data: { status: 'pending', previous_status: null, ...errorFields(null), credits: 0 },
  });
  plan(world, run, START_MS);
}

/** Cancels a run at once, and tells of it; one that has ended stays as it is. */
export async function cancel(world: World, run: SimulatedRun): Promise<void> {
  if (hasEnded(run)) return;
  run.callOff();
  changeNodes(world, run, 'cancelled');
  changeStatus(world, run, 'cancelled');
  await run.ended(run);
  await announce(world, run.workspace_id, { type: 'run.cancelled', data: notice(run).ended });
}

/** Pauses a run that is at work; what was planned is called off. */
export function pause(world: World, run: SimulatedRun): void {
  run.callOff();
  run.paused_at = world.clock.iso();
  changeStatus(world, run, 'paused');
}

/** Takes a paused run up again. */
export function resume(world: World, run: SimulatedRun): void {
  run.paused_at = null;
  if (run.started_at === null) {
    run.status = 'pending';
    plan(world, run, START_MS);
    return;
  }
  changeStatus(world, run, 'running');
  plan(world, run, world.options.lineMs);
}
