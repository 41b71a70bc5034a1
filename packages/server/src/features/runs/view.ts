import { Run, type RunDetail, RunListItem, type RunStatus, type RunSummary } from '@voiceloom/contract';
import { isFinal } from '../../engine/index.ts';
import { errorFields } from '../../errors.ts';
import { toView } from '../../handler/view.ts';
import type { RunRow, RunWithDefinition, StatusCount } from './queries.ts';

export function toRunStatus(row: Pick<RunRow, 'status'>): RunStatus {
  // The table's constraint allows no other value.
  return row.status as RunStatus;
}

export function hasEnded(row: Pick<RunRow, 'status'>): boolean {
  return isFinal(toRunStatus(row));
}

/** Null if there is nothing to divide by. */
export function divide(total: number, count: number): number | null {
  return count === 0 ? null : total / count;
}

/** Every ended run with delivered lines has an export, whatever its final status. */
export function hasExport(row: Pick<RunRow, 'status' | 'has_delivered' | 'audio_removed_at'>): boolean {
  return hasEnded(row) && row.has_delivered && row.audio_removed_at === null;
}

export const toTime = (time: Date | null): string | null => time?.toISOString() ?? null;

export function runListView(row: RunRow): RunListItem {
  return toView(RunListItem, withFigures(row));
}

/** A run with the fields that lists and details share. */
function withFigures(row: RunRow) {
  const { characters, lines_total: lines, audio_ms, retries, by_locale, triggered_by, user_name } = row;
  return {
    ...row,
    usage_summary: { characters, lines, audio_ms, retries, by_locale: by_locale ?? {} },
    has_export: hasExport(row),
    triggered_by: { user_id: triggered_by, user_name },
  };
}

export function runView(row: RunRow): Run {
  return toView(Run, { ...withFigures(row), token_cost: row.credits, ...errorFields(row.error) });
}

export function runDetailView(row: RunWithDefinition): RunDetail {
  return { ...runView(row), definition_snapshot: row.definition };
}

/** `pass_rate` is about ended runs, and the mean duration is about completed runs. Null without such runs. */
export function summaryView(counts: readonly StatusCount[]): RunSummary {
  const byStatus = new Map(counts.map((count) => [count.status, count]));
  const { runs: completed = 0, average_seconds = null } = byStatus.get('completed') ?? {};
  const failedRuns = byStatus.get('failed')?.runs ?? 0;
  const cancelled = byStatus.get('cancelled')?.runs ?? 0;
  return {
    total_runs: counts.reduce((total, count) => total + count.runs, 0),
    completed,
    failed: failedRuns,
    cancelled,
    pending: byStatus.get('pending')?.runs ?? 0,
    running: byStatus.get('running')?.runs ?? 0,
    paused: byStatus.get('paused')?.runs ?? 0,
    pass_rate: divide(completed, completed + failedRuns + cancelled),
    average_duration_seconds: average_seconds,
  };
}
