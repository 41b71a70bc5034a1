import { reachableFrom } from '../../generated/rules/graph.ts';
import type {
  LineCompletedEvent,
  NodeStatus,
  Run,
  RunError,
  RunEvent,
  RunStatus,
  WorkflowDefinition,
} from '../../generated/types.ts';
import type { TestLine } from '../options.ts';
import type { State } from '../state.ts';

/** What became of a line; the figures of its take are 0 until it is spoken. */
type LineFacts = Omit<LineCompletedEvent['data'], 'status'> & {
  status: 'waiting' | LineCompletedEvent['data']['status'] | 'failed';
  /** The characters that were spoken for it: none if its take was reused. */
  characters: number;
};

/** A line of a run with its outcome. */
export type RunLine = TestLine & LineFacts;

/** A line with audio that is delivered. */
export type DeliveredLine = RunLine & { audio_id: string; duration_ms: number };

type RunFacts = Pick<Run, 'id' | 'workflow_id' | 'run_number' | 'created_at'> & {
  definition: WorkflowDefinition;
  lines: TestLine[];
};

/** A run that has not started. */
export function newRun({ lines, ...facts }: RunFacts) {
  const silence = {
    audio_id: null,
    duration_ms: null,
    retry_count: 0,
    credits: 0,
    reused: false,
    characters: 0,
  };
  return {
    ...facts,
    status: 'pending' as RunStatus,
    updated_at: facts.created_at,
    started_at: null as string | null,
    completed_at: null as string | null,
    error_details: null as RunError | null,
    lines: lines.map((line): RunLine => ({ ...line, ...silence, status: 'waiting' })),
    nodes: reachedNodes(facts.definition),
    nodeStatus: 'pending' as NodeStatus,
    events: [] as RunEvent[],
    /** Called once, after the next event. */
    listeners: new Set<() => void>(),
    clearTimer: () => {},
  };
}

/** A run with its lines and events. */
export type SimulatedRun = ReturnType<typeof newRun>;

/** The nodes that lines reach without failing a check, in the order of the definition. */
function reachedNodes({ graph }: WorkflowDefinition) {
  const sources = graph.nodes.filter(({ type }) => type.startsWith('source_')).map(({ id }) => id);
  const passing = graph.edges.filter(({ sourcePort }) => sourcePort !== 'fail');
  const reached = reachableFrom(sources, passing);
  const nodes = graph.nodes.filter(({ id }) => reached.has(id));
  return nodes.map(({ id, type }) => ({ node_id: id, node_type: type }));
}

/** Whether a run never changes again. */
export const hasEnded = ({ status }: SimulatedRun): boolean =>
  status === 'completed' || status === 'failed' || status === 'cancelled';

/** The lines with audio that is delivered. */
export const deliveredLines = ({ lines }: SimulatedRun): DeliveredLine[] =>
  lines.filter((line): line is DeliveredLine => line.status === 'delivered');

/** The figures of lines, in total and by locale. */
function usageOf(lines: readonly RunLine[]) {
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

/** All that responses and events tell of a run; each takes the fields that its schema names. */
export function viewOf({ userId }: State, run: SimulatedRun) {
  const { definition, lines, nodes, error_details, started_at } = run;
  const count = (status: RunLine['status']) => lines.filter((line) => line.status === status).length;
  const credits = lines.reduce((sum, line) => sum + line.credits, 0);
  // The lines are read when the run starts.
  const usage_summary = usageOf(started_at === null ? [] : lines);
  const { by_locale, total_lines, finished_lines } = usage_summary;
  const visited = nodes.filter(({ node_type }) => !node_type.startsWith('source_')).length;
  return {
    ...run,
    run_id: run.id,
    run_status: run.status,
    definition_snapshot: definition,
    error: error_details?.message ?? null,
    total_nodes: definition.graph.nodes.length,
    total_steps: total_lines * visited,
    finished_steps: finished_lines * visited,
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
    has_export: hasEnded(run) && deliveredLines(run).length > 0,
    triggered_by: { user_id: userId, user_name: 'Test User' },
  };
}
