import { Run, type RunDetail, RunListItem, type RunStatus, type RunSummary } from '@voiceloom/contract';
import { isFinal } from '../../engine/index.ts';
import { errorFields } from '../../errors.ts';
import { viewOf } from '../../handler/view.ts';
import type { RunRow, RunWithDefinition, StatusCount } from './queries.ts';

export function statusOfRun(row: Pick<RunRow, 'status'>): RunStatus {
  // The table's constraint allows no other value.
  return row.status as RunStatus;
}

export function hasEnded(row: Pick<RunRow, 'status'>): boolean {
  return isFinal(statusOfRun(row));
}

/** Every ended run with delivered lines has an export, whatever its final status. */
export function hasExport(row: Pick<RunRow, 'status' | 'has_delivered' | 'audio_removed_at'>): boolean {
  return hasEnded(row) && row.has_delivered && row.audio_removed_at === null;
}

export const toTime = (time: Date | null): string | null => time?.toISOString() ?? null;

export function runListView(row: RunRow): RunListItem {
  return viewOf(RunListItem, withFigures(row));
}

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
  return viewOf(Run, { ...withFigures(row), token_cost: row.credits, ...errorFields(row.error) });
}

export function runDetailView(row: RunWithDefinition): RunDetail {
  return { ...runView(row), definition_snapshot: row.definition };
}

/** `pass_rate` is about ended runs, and the mean duration is about completed runs. Null without such runs. */
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
