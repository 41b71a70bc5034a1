import { Workspace, WorkspaceSettings } from '@voiceloom/contract';
import { versioned, versionOfView } from '../../handler/entity-tag.ts';
import { toView } from '../../handler/view.ts';
import type { WorkspaceRow } from './queries.ts';

export function workspaceView(row: WorkspaceRow): Workspace {
  return toView(Workspace, row);
}

/** A workspace with the version that If-Match compares. The settings have their own version. */
export function workspaceReply(row: WorkspaceRow) {
  return versioned(workspaceView(row), ['updated_at']);
}

export function settingsReply(row: WorkspaceRow) {
  const data = toView(WorkspaceSettings, row);
  return { data, version: versionOfView({ id: row.id, ...data }) };
}
