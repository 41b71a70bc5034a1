import type { NodeStatus, RunError, RunEvent, RunStatus } from '../../generated/types.ts';
import { components } from '../../schemas.ts';
import { digestOf, type State, shaped } from '../state.ts';
import { announce } from '../webhooks.ts';
import { durationOf } from './audio.ts';
import { hasEnded, type RunLine, type SimulatedRun, viewOf } from './run.ts';

const START_MS = 100;
const CREDITS_PER_CHARACTER = 0.01;
const LINE_ERROR = 'The test made this line fail.';
const MARKUP = /<[^<>]*>|\[[^[\]]*\]|\{[^{}]*\}/g;

type EventFacts = { [E in RunEvent as E['type']]: Pick<E, 'type' | 'data'> }[RunEvent['type']];

function emit({ clock }: State, run: SimulatedRun, facts: EventFacts): void {
  run.updated_at = clock.iso();
  const event = { id: run.events.length + 1, run_id: run.id, at: run.updated_at, ...facts };
  run.events.push(shaped<RunEvent>(components.RunEvent, event));
  for (const listener of run.listeners) listener();
  run.listeners.clear();
}

function setStatus(
  state: State,
  run: SimulatedRun,
  status: RunStatus,
  error_details: RunError | null = null,
) {
  const previous_status = run.status;
  Object.assign(run, { status, error_details });
  if (hasEnded(run)) run.completed_at = state.clock.iso();
  emit(state, run, { type: 'run.status', data: { ...viewOf(state, run), previous_status } });
}

function setNodeStatus(state: State, run: SimulatedRun, status: NodeStatus): void {
  run.nodeStatus = status;
  for (const node of run.nodes) {
    const data = { ...node, status, iteration: 0, error: null, error_details: null };
    emit(state, run, { type: 'node.state', data });
  }
}

/** Adds the take of a line; a text that was spoken before costs nothing. */
function speak(state: State, { definition }: SimulatedRun, line: RunLine): void {
  const key = `${line.locale_code}\n${line.script}`;
  const mayReuse = definition.graph.nodes.every(({ config }) => config.reuse_takes !== false);
  line.reused = mayReuse && state.takes.has(key);
  line.characters = line.reused ? 0 : [...line.script].length;
  line.credits = Math.ceil(line.characters * CREDITS_PER_CHARACTER);
  line.duration_ms = durationOf(line.script);
  line.audio_id = line.status === 'delivered' ? digestOf(key).slice(0, 16) : null;
  state.takes.add(key);
}

function endLine(state: State, run: SimulatedRun, line: RunLine): void {
  const hasSpeech = /[\p{L}\p{N}]/u.test(line.script.replace(MARKUP, ' '));
  const status = hasSpeech ? state.options.line(line) : 'skipped';
  line.status = status;
  if (status === 'failed') {
    const node_id = run.nodes.find(({ node_type }) => node_type === 'operator_generator')?.node_id ?? run.id;
    const error_details = { code: 'line_failed', message: LINE_ERROR, node_id, details: [] };
    emit(state, run, { type: 'line.failed', data: { ...line, node_id, error: LINE_ERROR, error_details } });
  } else {
    if (status !== 'skipped') speak(state, run, line);
    emit(state, run, { type: 'line.completed', data: { ...line, status } });
  }
  emit(state, run, { type: 'progress', data: viewOf(state, run) });
}

async function end(state: State, run: SimulatedRun): Promise<void> {
  const { definition, lines } = run;
  const failed = lines.filter(({ status }) => status === 'failed');
  const allowed = Number(definition.execution.params.max_failed_lines ?? 0);
  const limit = allowed === 0 ? 'none' : `at most ${allowed}`;
  const message = `${failed.length} of ${lines.length} lines failed; ${limit} may fail.`;
  const details = failed.map(({ line_id }) => ({ field: line_id, message: LINE_ERROR }));
  const error = failed.length > allowed ? { code: 'lines_failed', message, node_id: null, details } : null;
  setNodeStatus(state, run, 'completed');
  setStatus(state, run, error ? 'failed' : 'completed', error);
  await announceEnd(state, run, error ? 'run.failed' : 'run.completed');
}

async function announceEnd(
  state: State,
  run: SimulatedRun,
  type: 'run.completed' | 'run.failed' | 'run.cancelled',
): Promise<void> {
  await announce(state, { type, data: { ...viewOf(state, run), completed_at: state.clock.iso() } });
}

/** Starts a pending run, or ends the next line of a running one. */
async function proceed(state: State, run: SimulatedRun): Promise<void> {
  if (run.status === 'pending') {
    const started_at = state.clock.iso();
    run.started_at = started_at;
    setStatus(state, run, 'running');
    setNodeStatus(state, run, 'running');
    await announce(state, { type: 'run.started', data: { ...viewOf(state, run), started_at } });
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
  emit(state, run, { type: 'run.status', data: { ...viewOf(state, run), previous_status: null } });
  schedule(state, run, START_MS);
}

/** Cancels a run at once; one that has ended stays as it is. */
export async function cancel(state: State, run: SimulatedRun): Promise<void> {
  if (hasEnded(run)) return;
  run.clearTimer();
  setNodeStatus(state, run, 'cancelled');
  setStatus(state, run, 'cancelled');
  await announceEnd(state, run, 'run.cancelled');
}
