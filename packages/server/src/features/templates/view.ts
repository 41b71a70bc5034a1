import { Template } from '@voiceloom/contract';
import { versionOfRow } from '../../handler/entity-tag.ts';
import { toView } from '../../handler/view.ts';
import type { TemplateRow } from './queries.ts';

/** Omits the workspace, because no response contains it. */
export function templateView(row: TemplateRow): Template {
  return toView(Template, row);
}

/** A template with the version that If-Match compares. */
export function templateReply(row: TemplateRow): { data: Template; version: string } {
  return { data: templateView(row), version: versionOfRow(row) };
}
