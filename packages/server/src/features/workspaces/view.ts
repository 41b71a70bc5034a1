import type { Workspace, WorkspaceSettings } from '@voiceloom/contract';
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
