import { Workspace, WorkspaceSettings } from '@voiceloom/contract';
import { versionOfView } from '../../handler/entity-tag.ts';
import { viewOf } from '../../handler/view.ts';
import type { WorkspaceRow } from './queries.ts';

export function workspaceView(row: WorkspaceRow): Workspace {
  return viewOf(Workspace, row);
}

/** A workspace with the version that If-Match compares: its settings have one of their own. */
export function workspaceReply(row: WorkspaceRow): { data: Workspace; version: string } {
  return { data: workspaceView(row), version: versionOfWorkspace(row) };
}

export function versionOfWorkspace(row: WorkspaceRow): string {
  return versionOfView(workspaceView(row), ['updated_at']);
}

export function settingsReply(row: WorkspaceRow): { data: WorkspaceSettings; version: string } {
  return { data: viewOf(WorkspaceSettings, row), version: versionOfSettings(row) };
}

export function versionOfSettings(row: WorkspaceRow): string {
  return versionOfView({ id: row.id, ...viewOf(WorkspaceSettings, row) });
}
