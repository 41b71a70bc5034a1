import type { NodeStatus, RunDetail, RunEvent } from '../../generated/types.ts';
import { components } from '../../schemas/operation-schemas.ts';
import { digestOf, type State, shaped } from '../state.ts';
import { announce } from '../webhooks.ts';
import { durationOf, toneOf } from './audio.ts';
import {
  type DeliveredLine,
  deliveredLines,
  hasEnded,
  newRun,
  type RunFacts,
  type RunLine,
  type SimulatedRun,
} from './simulated-run.ts';

const START_MS = 100;
const CREDITS_PER_CHARACTER = 0.01;
const LINE_ERROR = 'The test made this line fail.';
/** What a voice does not speak: `<b>`, `[laughs]`, `{name}`. */
const MARKUP = /<[^<>]*>|\[[^[\]]*\]|\{[^{}]*\}/g;

/** A signed URL of the audio of a line. */
export function audioLink(state: State, line: DeliveredLine) {
  const filename = `${line.line_id}-${line.locale_code}.wav`;
  return state.link({ filename, content_type: 'audio/wav', bytes: toneOf(line) });
}

/** The figures of lines, in total and by locale. */
function sumUsage(lines: readonly RunLine[]) {
  const none = { characters: 0, lines: 0, audio_ms: 0, total_lines: 0, finished_lines: 0 };
  const usage = { ...none, retries: 0, by_locale: {} as Record<string, typeof none> };
  for (const { locale_code, status, characters, reused, duration_ms } of lines) {
    usage.by_locale[locale_code] ??= { ...none };
    for (const sum of [usage, usage.by_locale[locale_code]]) {
      sum.lines += 1;
      sum.total_lines += 1;
      sum.finished_lines += status === 'waiting' ? 0 : 1;
      sum.characters += characters;
      sum.audio_ms += reused ? 0 : (duration_ms ?? 0);
    }
  }
  return usage;
}

/** All fields of a run for responses and events. Each response or event contains the fields in its schema. */
export function viewOf({ userId }: State, run: SimulatedRun) {
  const { definition_snapshot, lines, nodes, error_details, started_at } = run;
  const count = (status: RunLine['status']) => lines.filter((line) => line.status === status).length;
  const credits = lines.reduce((sum, line) => sum + line.credits, 0);
  // Before the run starts, its lines are not known.
  const usage_summary = sumUsage(started_at === null ? [] : lines);
  const { by_locale, total_lines, finished_lines } = usage_summary;
  const nodeCount = nodes.filter(({ node_type }) => !node_type.startsWith('source_')).length;
  return {
    ...run,
    run_id: run.id,
    run_status: run.status,
    error: error_details?.message ?? null,
    total_nodes: definition_snapshot.graph.nodes.length,
    total_steps: total_lines * nodeCount,
    finished_steps: finished_lines * nodeCount,
    total_lines: lines.length,
    finished_lines,
    delivered_lines: count('delivered'),
    dropped_lines: count('dropped'),
    skipped_lines: count('skipped'),
    failed_lines: count('failed'),
    credits,
    token_cost: credits,
    usage_summary,
    by_locale,
    pause_requested_at: null,
    paused_at: null,
    pause_reason: null,
    pause_limit: null,
    pause_budget_id: null,
    pause_message: null,
    max_credits: null,
    provider_usd_micros: 0,
    unpriced_takes: 0,
    has_export: hasEnded(run) && deliveredLines(run).length > 0,
    triggered_by: { user_id: userId, user_name: 'Test User' },
  };
}

type EventFacts = { [E in RunEvent as E['type']]: Pick<E, 'type' | 'data'> }[RunEvent['type']];

function emit({ clock }: State, run: SimulatedRun, facts: EventFacts): void {
  run.updated_at = clock.iso();
  const event = { id: run.events.length + 1, run_id: run.id, at: run.updated_at, ...facts };
  run.events.push(shaped<RunEvent>(components.RunEvent, event));
  for (const listener of run.listeners) listener();
  run.listeners.clear();
}

function setStatus(state: State, run: SimulatedRun, status: RunDetail['status']): void {
  const previous_status = run.events.length === 0 ? null : run.status;
  run.status = status;
  emit(state, run, { type: 'run.status', data: { ...viewOf(state, run), previous_status } });
}

function setNodeStatus(state: State, run: SimulatedRun, status: NodeStatus): void {
  run.nodeStatus = status;
  for (const node of run.nodes) {
    const data = { ...node, status, iteration: 0, error: null, error_details: null };
    emit(state, run, { type: 'node.state', data });
  }
}

/** Ends a line with the status that the test has set, and sends its events. */
function endLine(state: State, run: SimulatedRun, line: RunLine): void {
  const hasSpeech = /[\p{L}\p{N}]/u.test(line.script.replace(MARKUP, ' '));
  const status = hasSpeech ? state.options.line(line) : 'skipped';
  line.status = status;
  const node_id = run.nodes.find(({ node_type }) => node_type === 'operator_generator')?.node_id ?? run.id;
  if (status === 'failed') {
    const error_details = { code: 'line_failed', message: LINE_ERROR, node_id, details: [] };
    emit(state, run, { type: 'line.failed', data: { ...line, node_id, error: LINE_ERROR, error_details } });
  } else {
    if (status !== 'skipped') {
      const key = `${line.locale_code}\n${line.script}`;
      const { nodes } = run.definition_snapshot.graph;
      // A text that was spoken before costs nothing.
      line.reused = state.takes.has(key) && nodes.every(({ config }) => config.reuse_takes !== false);
      line.characters = line.reused ? 0 : [...line.script].length;
      line.credits = Math.ceil(line.characters * CREDITS_PER_CHARACTER);
      line.duration_ms = durationOf(line.script);
      if (status === 'delivered') line.audio_id = digestOf(key).slice(0, 16);
      state.takes.add(key);
    }
    const { audio_id } = line;
    if (audio_id) emit(state, run, { type: 'line.take', data: { ...line, audio_id, node_id, iteration: 0 } });
    emit(state, run, { type: 'line.completed', data: { ...line, status, retry_count: 0 } });
  }
  emit(state, run, { type: 'progress', data: viewOf(state, run) });
}

async function end(state: State, run: SimulatedRun, status: 'completed' | 'failed' | 'cancelled') {
  const completed_at = state.clock.iso();
  setNodeStatus(state, run, status === 'cancelled' ? 'cancelled' : 'completed');
  run.completed_at = completed_at;
  setStatus(state, run, status);
  await announce(state, { type: `run.${status}`, data: { ...viewOf(state, run), completed_at } });
}

/** Starts a pending run, or ends the next line of a running one. */
async function proceed(state: State, run: SimulatedRun): Promise<void> {
  if (hasEnded(run)) return;
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
  // A receiver of the webhook may have canceled the run.
  if (run.status !== 'running') return;
  if (run.lines.some(({ status }) => status === 'waiting'))
    state.clock.after(state.options.lineMs, () => proceed(state, run));
  else {
    const failedLines = run.lines.filter(({ status }) => status === 'failed');
    const maxFailedLines = Number(run.definition_snapshot.execution.params.max_failed_lines ?? 0);
    if (failedLines.length <= maxFailedLines) {
      await end(state, run, 'completed');
      return;
    }
    const limit = maxFailedLines === 0 ? 'none' : `at most ${maxFailedLines}`;
    run.error_details = {
      code: 'lines_failed',
      message: `${failedLines.length} of ${run.lines.length} lines failed; ${limit} may fail.`,
      node_id: null,
      details: failedLines.map(({ line_id }) => ({ field: line_id, message: LINE_ERROR })),
    };
    await end(state, run, 'failed');
  }
}

/** Stores a new run and schedules its start. */
export function begin(state: State, facts: RunFacts): SimulatedRun {
  const run = newRun(facts);
  state.runs.set(run.id, run);
  setStatus(state, run, 'pending');
  state.clock.after(START_MS, () => proceed(state, run));
  return run;
}

/** Cancels a run immediately. Has no effect if the run has ended. */
export async function cancel(state: State, run: SimulatedRun): Promise<void> {
  if (hasEnded(run)) return;
  await end(state, run, 'cancelled');
}
