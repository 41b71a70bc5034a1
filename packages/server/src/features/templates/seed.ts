import type { Db, NewRow } from '../../db/index.ts';
import { insertMissing, upsertById } from '../../db/upsert.ts';
import { namedId } from '../../ids.ts';
import { starterDefinition } from './starter.ts';
import { STARTERS } from './starters.ts';

/** The author of the starter templates. No token can belong to this user. */
const AUTHOR = {
  id: namedId('user/starter-templates'),
  issuer: 'urn:voiceloom:seed',
  subject: 'starter-templates',
};

/** The ID of a starter template, which is the same on every installation. */
export function starterId(slug: string): string {
  return namedId(`template/${slug}`);
}

/**
 * Inserts or updates the starter templates. Safe to run at every start and in several processes: it does not change
 * correct rows, uses or favorites, and it deletes and restores nothing.
 */
export async function seedTemplates(db: Db, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await insertMissing(tx, 'app_user', [{ ...AUTHOR, created_at: now, updated_at: now }]);
    const rows = STARTERS.map((starter): NewRow<'template'> => {
      const { slug, name, description, category } = starter;
      return {
        id: starterId(slug),
        workspace_id: null,
        created_by: AUTHOR.id,
        name,
        description,
        category,
        definition: JSON.stringify(starterDefinition(starter)),
        is_starter: true,
        is_public: true,
        created_at: now,
        updated_at: now,
      };
    });
    await upsertById(tx, 'template', { rows, columns: ['name', 'description', 'category', 'definition'] });
  });
}
