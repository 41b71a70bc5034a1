import {
  isFinal,
  type LineFailedEvent,
  type NodeStatus,
  type ProgressEvent,
  type RunError,
  type RunEvent,
  type RunStatus,
} from '@voiceloom/sdk';

/** Lines that failed for the same reason at the same node. */
export interface FailureGroup {
  node_id: string | null;
  code: string;
  message: string;
  count: number;
  /** The IDs of the first lines. */
  lines: string[];
}

/** The state of a run according to its events. */
export interface Progress {
  last_id: number;
  status: RunStatus | undefined;
  error: RunError | null;
  credits: number;
  counts: ProgressEvent['data'] | undefined;
  nodes: Readonly<Record<string, NodeStatus>>;
  /** Takes that each generator has made. */
  takes: Readonly<Record<string, number>>;
  /** Lines of each locale that have a first take. A set grows with its run, because copies of long sets take too long. */
  spoken: Readonly<Record<string, Set<string>>>;
  failures: readonly FailureGroup[];
}

export const NOTHING: Progress = {
  last_id: 0,
  status: undefined,
  error: null,
  credits: 0,
  counts: undefined,
  nodes: {},
  takes: {},
  spoken: {},
  failures: [],
};

const MAX_EXAMPLES = 5;

/** The state after an event. An event that was already applied has no effect. */
export function advance(progress: Progress, event: RunEvent): Progress {
  if (event.id <= progress.last_id) return progress;
  const now = { ...progress, last_id: event.id };
  if (event.type === 'run.status') {
    const { status, error_details: error, credits } = event.data;
    return { ...now, status, error, credits };
  }
  if (event.type === 'progress') return { ...now, counts: event.data, credits: event.data.credits };
  if (event.type === 'node.state') {
    const { node_id, status } = event.data;
    return { ...now, nodes: { ...progress.nodes, [node_id]: status } };
  }
  if (event.type === 'line.take') {
    const { node_id, iteration, locale_code, line_index, line_id } = event.data;
    now.takes = { ...progress.takes, [node_id]: (progress.takes[node_id] ?? 0) + 1 };
    // A later iteration speaks a line again.
    if (iteration > 0) return now;
    // Several generators may speak a line. Scripts may repeat the ID of a line.
    const line = `${line_index} ${line_id}`;
    const lines = progress.spoken[locale_code]?.add(line) ?? new Set([line]);
    return { ...now, spoken: { ...progress.spoken, [locale_code]: lines } };
  }
  if (event.type === 'line.failed') return { ...now, failures: addFailure(progress.failures, event.data) };
  return now;
}

/** Counts a failed line in the group of its reason. */
function addFailure(failures: readonly FailureGroup[], event: LineFailedEvent['data']): FailureGroup[] {
  const { line_id, node_id, error: message, error_details } = event;
  const { code } = error_details;
  const index = failures.findIndex(
    (group) => group.code === code && group.node_id === node_id && group.message === message,
  );
  const group = failures[index];
  if (group === undefined) return [...failures, { node_id, code, message, count: 1, lines: [line_id] }];
  const lines = [...group.lines, line_id].slice(0, MAX_EXAMPLES);
  return failures.with(index, { ...group, count: group.count + 1, lines });
}

/** Spoken lines of a locale. Some lines end without a take. */
export function countSpoken(progress: Pick<Progress, 'counts' | 'spoken'>, locale: string): number {
  const { finished_lines = 0, total_lines = 0 } = progress.counts?.by_locale[locale] ?? {};
  return Math.max(finished_lines, Math.min(total_lines, progress.spoken[locale]?.size ?? 0));
}

/** Whether a run has ended with files. */
export function hasFiles({ counts }: Pick<Progress, 'counts'>, status: RunStatus): boolean {
  if (counts === undefined || !isFinal(status)) return false;
  const { finished_lines, failed_lines, dropped_lines, skipped_lines } = counts;
  return finished_lines - failed_lines - dropped_lines - skipped_lines > 0;
}

/** The share of finished steps for an estimate. Before, most of the time was the start of the engines. */
const ENOUGH = 0.1;

/** Milliseconds until the end at the current speed; undefined if there is too little data. */
export function timeLeft(
  { counts }: Pick<Progress, 'counts'>,
  startedAt: string | null,
  now: number,
): number | undefined {
  if (!counts || startedAt === null) return undefined;
  const { finished_steps, total_steps } = counts;
  if (finished_steps === 0 || finished_steps < ENOUGH * total_steps) return undefined;
  return ((now - Date.parse(startedAt)) / finished_steps) * (total_steps - finished_steps);
}
