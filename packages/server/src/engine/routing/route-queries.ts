import type { Db } from '../../db/index.ts';
import type { RouteReason } from '../../db/rows.ts';

/** Whom a generator with routing chose for a locale. */
export interface Route {
  provider: string;
  model: string;
  voice_id: string;
  why: RouteReason;
}

/** What a run chose for the locales, as far as it has. */
export async function findRoutes(
  db: Db,
  { run_id, node_id }: { run_id: string; node_id: string },
  locales: readonly string[],
): Promise<Map<string, Route>> {
  if (locales.length === 0) return new Map();
  const rows = await db
    .selectFrom('run_route')
    .select(['locale_code', 'provider', 'model', 'voice_id', 'why'])
    .where('run_id', '=', run_id)
    .where('node_id', '=', node_id)
    .where('locale_code', 'in', [...locales])
    .execute();
  return new Map(rows.map(({ locale_code, ...route }) => [locale_code, route]));
}

/** Choices that another worker was first with stay. */
export async function insertRoutes(
  db: Db,
  { now, ...place }: { run_id: string; node_id: string; workspace_id: string; now: Date },
  routes: ReadonlyMap<string, Route>,
): Promise<void> {
  const rows = [...routes].map(([locale_code, { why, ...route }]) => ({
    ...place,
    locale_code,
    ...route,
    why: JSON.stringify(why),
    created_at: now,
  }));
  if (rows.length === 0) return;
  await db
    .insertInto('run_route')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The newest choice of the node for each locale, in whatever run. */
export async function findEarlierRoutes(
  db: Db,
  place: { workspace_id: string; node_id: string; locales: readonly string[] },
): Promise<Map<string, Pick<Route, 'provider' | 'model'>>> {
  if (place.locales.length === 0) return new Map();
  const rows = await db
    .selectFrom('run_route')
    .select(['locale_code', 'provider', 'model'])
    .distinctOn('locale_code')
    .where('workspace_id', '=', place.workspace_id)
    .where('node_id', '=', place.node_id)
    .where('locale_code', 'in', [...place.locales])
    .orderBy('locale_code')
    .orderBy('created_at', 'desc')
    .execute();
  return new Map(rows.map(({ locale_code, ...route }) => [locale_code, route]));
}

/** The choices of a run for all its generators and locales; at most a few hundred. */
export function listRoutes(db: Db, runId: string) {
  return db
    .selectFrom('run_route')
    .select(['node_id', 'locale_code', 'provider', 'model', 'voice_id', 'why'])
    .where('run_id', '=', runId)
    .orderBy('node_id')
    .orderBy('locale_code')
    .limit(1_000)
    .execute();
}
