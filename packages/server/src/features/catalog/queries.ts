import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import { findVoiceScope, isListedVoice } from '../../engine/index.ts';

/** The number of voices of each provider that the workspace may use. */
export async function countVoicesByProvider(db: Db, workspaceId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('voice')
    .select((eb) => ['provider', eb.fn.countAll<number>().as('total')])
    .where('is_active', '=', true)
    .where(isListedVoice(await findVoiceScope(db, workspaceId)))
    .groupBy('provider')
    .execute();
  return new Map(rows.map(({ provider, total }) => [provider, total]));
}

/** A function that returns the number of voices of a provider's model that the workspace may use. */
export async function countVoicesByModel(db: Db, workspaceId: string, provider: string) {
  const rows = await db
    .selectFrom('voice')
    .select((eb) => ['supported_models', eb.fn.countAll<number>().as('total')])
    .where('is_active', '=', true)
    .where('provider', '=', provider)
    .where(isListedVoice(await findVoiceScope(db, workspaceId)))
    .groupBy('supported_models')
    .execute();
  return (model: string): number =>
    rows
      .filter(({ supported_models }) => supported_models?.includes(model) ?? true)
      .reduce((sum, { total }) => sum + total, 0);
}

/** The names as rows in the order of the catalog, so that they can be paged like any list. */
export function selectNames(db: Db, names: readonly string[]) {
  const rows = sql<{ id: string; position: number }>`
    (select id, position::int from unnest(${[...names]}::text[]) with ordinality as entry (id, position))`;
  return db.selectFrom(rows.as('catalog')).select(['catalog.id', 'catalog.position']);
}
