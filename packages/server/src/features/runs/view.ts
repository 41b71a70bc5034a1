import type { Run, RunDetail, RunListItem, RunStatus, RunSummary } from '@voiceloom/contract';
import { isFinal } from '../../engine/index.ts';
import { errorFields } from '../../errors.ts';
import type { RunRow, RunWithDefinition, StatusCount } from './queries.ts';

export function statusOfRun(row: Pick<RunRow, 'status'>): RunStatus {
  // The column holds nothing else: the table checks it.
  return row.status as RunStatus;
}

export function hasEnded(row: Pick<RunRow, 'status'>): boolean {
  return isFinal(statusOfRun(row));
}

/** A run that ended has an export of what it delivered, however it ended; one that delivered nothing has none. */
export function hasExport(row: Pick<RunRow, 'status' | 'has_delivered' | 'audio_removed_at'>): boolean {
  return hasEnded(row) && row.has_delivered && row.audio_removed_at === null;
}

export const toTime = (time: Date | null): string | null => time?.toISOString() ?? null;

export function runListView(row: RunRow): RunListItem {
  const { characters, audio_ms, retries } = row;
  return {
    id: row.id,
    status: statusOfRun(row),
    run_number: row.run_number,
    total_nodes: row.total_nodes,
    total_steps: row.total_steps,
    finished_steps: row.finished_steps,
    credits: row.credits,
    usage_summary: {
      characters,
      lines: row.lines_total,
      audio_ms,
      retries,
      by_locale: row.by_locale ?? {},
    },
    started_at: toTime(row.started_at),
    completed_at: toTime(row.completed_at),
    pause_requested_at: toTime(row.pause_requested_at),
    paused_at: toTime(row.paused_at),
    created_at: row.created_at.toISOString(),
    has_export: hasExport(row),
    triggered_by: { user_id: row.triggered_by, user_name: row.user_name },
  };
}

export function runView(row: RunRow): Run {
  return {
    ...runListView(row),
    workflow_id: row.workflow_id,
    token_cost: row.credits,
    updated_at: row.updated_at.toISOString(),
    ...errorFields(row.error),
  };
}

export function runDetailView(row: RunWithDefinition): RunDetail {
  return { ...runView(row), definition_snapshot: row.definition };
}

/** `pass_rate` counts runs that ended, the mean duration those that completed; null where there are none. */
export function summaryView(counts: readonly StatusCount[]): RunSummary {
  const countOf = (status: RunStatus) => counts.find((count) => count.status === status)?.runs ?? 0;
  const completed = countOf('completed');
  const failed = countOf('failed');
  const cancelled = countOf('cancelled');
  const ended = completed + failed + cancelled;
  return {
    total_runs: counts.reduce((total, count) => total + count.runs, 0),
    completed,
    failed,
    cancelled,
    pending: countOf('pending'),
    running: countOf('running'),
    paused: countOf('paused'),
    pass_rate: ended === 0 ? null : completed / ended,
    average_duration_seconds: counts.find((count) => count.status === 'completed')?.average_seconds ?? null,
  };
}
