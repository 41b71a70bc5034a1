import type { Workspace, WorkspaceSettings } from '@voiceloom/contract';
import { versionOfView } from '../../handler/entity-tag.ts';
import type { WorkspaceRow } from './queries.ts';

export function workspaceView(row: WorkspaceRow): Workspace {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    color_idx: row.color_idx,
    created_by: row.created_by,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    routing_price_sensitivity: row.routing_price_sensitivity,
    routing_llm_fit: row.routing_llm_fit,
  };
}

export function settingsView({ default_language, theme }: WorkspaceRow): WorkspaceSettings {
  return { default_language, theme: theme as WorkspaceSettings['theme'] };
}

/** A workspace with the version that If-Match compares: its settings have one of their own. */
export function workspaceReply(row: WorkspaceRow): { data: Workspace; version: string } {
  return { data: workspaceView(row), version: versionOfWorkspace(row) };
}

export function versionOfWorkspace(row: WorkspaceRow): string {
  return versionOfView(workspaceView(row), ['updated_at']);
}

export function settingsReply(row: WorkspaceRow): { data: WorkspaceSettings; version: string } {
  return { data: settingsView(row), version: versionOfSettings(row) };
}

export function versionOfSettings(row: WorkspaceRow): string {
  return versionOfView({ id: row.id, ...settingsView(row) });
}
