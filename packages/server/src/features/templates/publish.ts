import type { App } from '../../app.ts';
import { updateRow } from '../../db/by-id.ts';
import { ApiError, notFound } from '../../errors.ts';
import { addOperatorActivity, type Operator } from '../../ledger/activity.ts';

export interface TemplatePublication {
  id: string;
  is_public: boolean;
  operator: Operator;
  now: Date;
}

/** Adds a workspace template to the public gallery, or removes it. Returns its name and whether its state changed. */
export function publishTemplate(
  { db }: Pick<App, 'db'>,
  { id, is_public, operator, now }: TemplatePublication,
): Promise<{ name: string; changed: boolean }> {
  return db.transaction().execute(async (tx) => {
    const template = await tx
      .selectFrom('template')
      .select(['name', 'workspace_id', 'is_public'])
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(() => notFound('template'));
    const { name, workspace_id } = template;
    if (workspace_id === null)
      throw new ApiError('CONFLICT', 'The template is a starter template, which is always public.');
    if (template.is_public === is_public) return { name, changed: false };
    await updateRow(tx, 'template', { id, is_public, updated_at: now });
    const kind = is_public ? 'template_published' : 'template_unpublished';
    const resource = { type: 'template', id, name };
    await addOperatorActivity(tx, operator, { workspace_id, kind, resource }, now);
    return { name, changed: true };
  });
}
