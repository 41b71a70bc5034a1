import type { Template } from '@voiceloom/contract';
import { versionOfRow } from '../../handler/entity-tag.ts';
import { currentDefinition } from '../workflows/index.ts';
import type { TemplateRow } from './queries.ts';

/** Field by field, so that the workspace never gets into a response. */
export function templateView(row: TemplateRow): Template {
  return {
    id: row.id,
    name: row.name,
    definition: currentDefinition(row.definition),
    is_starter: row.is_starter,
    is_public: row.is_public,
    uses_count: row.uses_count,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    description: row.description,
    category: row.category as Template['category'],
    is_favorite: row.is_favorite,
    created_by: row.created_by,
  };
}

/** A template with the version that If-Match compares. */
export function templateReply(row: TemplateRow): { data: Template; version: string } {
  return { data: templateView(row), version: versionOfRow(row) };
}
