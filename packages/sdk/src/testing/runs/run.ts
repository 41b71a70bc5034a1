import type {
  LineCompletedEvent,
  NodeStatus,
  RunError,
  RunEvent,
  RunStatus,
  WorkflowDefinition,
} from '../../generated/types.ts';
import type { TestLine } from '../options.ts';
import { digestOf, type State } from '../state.ts';
import { announce } from '../webhooks.ts';
import { durationOf } from './audio.ts';

/** The audio of a line. */
export interface SimulatedTake {
  audio_id: string;
  duration_ms: number;
  credits: number;
  reused: boolean;
}

/** A line of a run with its outcome. */
export type RunLine = TestLine & {
  status: 'waiting' | LineCompletedEvent['data']['status'] | 'failed';
  take: SimulatedTake | null;
};

/** A run with its events. */
export interface SimulatedRun {
  id: string;
  workflow_id: string;
  run_number: number;
  status: RunStatus;
  definition: WorkflowDefinition;
  created_at: string;
  updated_at: string;
  started_at: string | null;
  completed_at: string | null;
  error: RunError | null;
  lines: RunLine[];
  /** The nodes that lines reach, in their order. */
  nodes: { node_id: string; node_type: string }[];
  nodeStatus: NodeStatus;
  events: RunEvent[];
  /** Called once, after the next event. */
  listeners: Set<() => void>;
  clearTimer: () => void;
}

const START_MS = 100;
const CREDITS_PER_CHARACTER = 0.01;
const LINE_ERROR = 'The test made this line fail.';
const MARKUP = /<[^<>]*>|\[[^[\]]*\]|\{[^{}]*\}/g;

/** Whether a run never changes again. */
export const hasEnded = ({ status }: SimulatedRun): boolean =>
  status === 'completed' || status === 'failed' || status === 'cancelled';

/** Credits charged so far. */
export const creditsUsed = ({ lines }: SimulatedRun): number =>
  lines.reduce((sum, { take }) => sum + (take?.credits ?? 0), 0);

/** The message of an error, and the error with its code and details. */
export const errorFields = (error: RunError | null) => ({
  error: error?.message ?? null,
  error_details: error,
});

/** How many lines have which outcome. */
function lineCounts({ lines }: SimulatedRun) {
  const count = (status: RunLine['status']) => lines.filter((line) => line.status === status).length;
  return {
    total_lines: lines.length,
    delivered_lines: count('delivered'),
    dropped_lines: count('dropped'),
    skipped_lines: count('skipped'),
    failed_lines: count('failed'),
  };
}

/** The number of visits of lines to nodes, and how many are done. */
export function stepCounts({ started_at, lines, nodes }: SimulatedRun) {
  // The lines are read when the run starts.
  if (started_at === null) return { total_steps: 0, finished_steps: 0, finished_lines: 0 };
  const finished_lines = lines.filter(({ status }) => status !== 'waiting').length;
  const visited = nodes.filter(({ node_type }) => !node_type.startsWith('source_')).length;
  return { total_steps: lines.length * visited, finished_steps: finished_lines * visited, finished_lines };
}

type DataOf<Type extends RunEvent['type']> = Extract<RunEvent, { type: Type }>['data'];

function emit<Type extends RunEvent['type']>(
  { clock }: State,
  run: SimulatedRun,
  { type, data }: { type: Type; data: DataOf<Type> },
): void {
  run.updated_at = clock.iso();
  const event = { id: run.events.length + 1, type, run_id: run.id, at: run.updated_at, data };
  run.events.push(event as unknown as RunEvent);
  for (const listener of run.listeners) listener();
  run.listeners.clear();
}

function setStatus(state: State, run: SimulatedRun, status: RunStatus, error: RunError | null = null): void {
  const previous_status = run.status;
  Object.assign(run, { status, error });
  if (hasEnded(run)) run.completed_at = state.clock.iso();
  const data = { status, previous_status, ...errorFields(error), credits: creditsUsed(run) };
  emit(state, run, { type: 'run.status', data });
}

function setNodeStatus(state: State, run: SimulatedRun, status: NodeStatus): void {
  run.nodeStatus = status;
  for (const node of run.nodes) {
    emit(state, run, { type: 'node.state', data: { ...node, status, iteration: 0, ...errorFields(null) } });
  }
}

function emitProgress(state: State, run: SimulatedRun): void {
  const by_locale: DataOf<'progress'>['by_locale'] = {};
  for (const { locale_code, status } of run.lines) {
    by_locale[locale_code] ??= { total_lines: 0, finished_lines: 0 };
    by_locale[locale_code].total_lines += 1;
    if (status !== 'waiting') by_locale[locale_code].finished_lines += 1;
  }
  const { delivered_lines: _, ...counts } = lineCounts(run);
  const data = { ...stepCounts(run), ...counts, credits: creditsUsed(run), by_locale };
  emit(state, run, { type: 'progress', data });
}

/** The take of a line; a text that was spoken before costs nothing. */
function speak(state: State, run: SimulatedRun, { locale_code, script }: RunLine): SimulatedTake {
  const key = `${locale_code}\n${script}`;
  const mayReuse = run.definition.graph.nodes.every(({ config }) => config.reuse_takes !== false);
  const reused = mayReuse && state.takes.has(key);
  const credits = reused ? 0 : Math.ceil([...script].length * CREDITS_PER_CHARACTER);
  state.takes.add(key);
  return { audio_id: digestOf(key).slice(0, 16), duration_ms: durationOf(script), credits, reused };
}

function endLine(state: State, run: SimulatedRun, line: RunLine): void {
  const { line_id, line_index, locale_code } = line;
  const hasSpeech = /[\p{L}\p{N}]/u.test(line.script.replace(MARKUP, ' '));
  const status = hasSpeech ? state.options.line(line) : 'skipped';
  line.status = status;
  if (status === 'failed') {
    const node_id = run.nodes.find(({ node_type }) => node_type === 'operator_generator')?.node_id ?? run.id;
    const error_details = { code: 'line_failed', message: LINE_ERROR, node_id, details: [] };
    const data = { line_id, line_index, locale_code, node_id, error: LINE_ERROR, error_details };
    emit(state, run, { type: 'line.failed', data });
  } else {
    line.take = status === 'skipped' ? null : speak(state, run, line);
    const { duration_ms = null, credits = 0, reused = false } = line.take ?? {};
    const audio_id = (status === 'delivered' && line.take?.audio_id) || null;
    const take = { audio_id, duration_ms, retry_count: 0, credits, reused };
    const data = { line_id, line_index, locale_code, status, ...take } as DataOf<'line.completed'>;
    emit(state, run, { type: 'line.completed', data });
  }
  emitProgress(state, run);
}

/** The facts of a run in webhook events. */
function eventFacts(run: SimulatedRun) {
  const { id: run_id, workflow_id, run_number, started_at, completed_at } = run;
  const started = { run_id, workflow_id, run_number, started_at };
  const credits = creditsUsed(run);
  return { started, ended: { ...started, completed_at: completed_at ?? '', credits, ...lineCounts(run) } };
}

async function end(state: State, run: SimulatedRun): Promise<void> {
  const { failed_lines, total_lines } = lineCounts(run);
  const allowed = Number(run.definition.execution.params.max_failed_lines ?? 0);
  const message = `${failed_lines} of ${total_lines} lines failed; ${allowed === 0 ? 'none' : `at most ${allowed}`} may fail.`;
  const failed = run.lines.filter(({ status }) => status === 'failed');
  const details = failed.map(({ line_id }) => ({ field: line_id, message: LINE_ERROR }));
  const error = failed_lines > allowed ? { code: 'lines_failed', message, node_id: null, details } : null;
  setNodeStatus(state, run, 'completed');
  setStatus(state, run, error ? 'failed' : 'completed', error);
  const data = eventFacts(run).ended;
  if (error) await announce(state, { type: 'run.failed', data: { ...data, ...errorFields(error) } });
  else await announce(state, { type: 'run.completed', data });
}

/** Starts a pending run, or ends the next line of a running one. */
async function proceed(state: State, run: SimulatedRun): Promise<void> {
  if (run.status === 'pending') {
    const started_at = state.clock.iso();
    run.started_at = started_at;
    setStatus(state, run, 'running');
    setNodeStatus(state, run, 'running');
    await announce(state, { type: 'run.started', data: { ...eventFacts(run).started, started_at } });
  } else {
    const line = run.lines.find(({ status }) => status === 'waiting');
    if (line) endLine(state, run, line);
  }
  // A receiver of the webhook may have cancelled the run.
  if (run.status !== 'running') return;
  if (run.lines.some(({ status }) => status === 'waiting')) schedule(state, run, state.options.lineMs);
  else await end(state, run);
}

function schedule(state: State, run: SimulatedRun, ms: number): void {
  run.clearTimer = state.clock.after(ms, () => proceed(state, run));
}

/** Stores a new run and schedules its start. */
export function begin(state: State, run: SimulatedRun): void {
  state.runs.set(run.id, run);
  const data = { status: 'pending' as const, previous_status: null, ...errorFields(null), credits: 0 };
  emit(state, run, { type: 'run.status', data });
  schedule(state, run, START_MS);
}

/** Cancels a run at once; one that has ended stays as it is. */
export async function cancel(state: State, run: SimulatedRun): Promise<void> {
  if (hasEnded(run)) return;
  run.clearTimer();
  setNodeStatus(state, run, 'cancelled');
  setStatus(state, run, 'cancelled');
  await announce(state, { type: 'run.cancelled', data: eventFacts(run).ended });
}
