import { type Workflow, WorkflowListItem } from '@voiceloom/contract';
import { versionOfRow } from '../../handler/entity-tag.ts';
import { toView } from '../../handler/view.ts';
import type { WorkflowListRow, WorkflowRow } from './queries.ts';

const NO_RUNS = { pending: 0, running: 0, paused: 0, completed: 0, failed: 0, cancelled: 0 };

export function workflowListView(row: WorkflowListRow): WorkflowListItem {
  return toView(WorkflowListItem, { ...row, run_status_counts: { ...NO_RUNS, ...row.run_counts } });
}

/** A workflow with the version that If-Match compares. */
export function workflowReply(row: WorkflowRow): { data: Workflow; version: string } {
  return { data: { ...workflowListView(row), definition: row.definition }, version: versionOfRow(row) };
}
