import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import type { RouteChoice, RouteReason } from '../../db/rows.ts';

/** The choice of a generator with routing for a locale. */
export interface Route extends RouteChoice {
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

interface EarlierRoute extends RouteChoice {
  locale_code: string;
  price_sensitivity: number;
}

const NEWEST_ROUTES = 50;

/** The newest choices of the node for each locale, in whatever run, the last first. */
export async function findEarlierRoutes(
  db: Db,
  { workspace_id, node_id, locales }: { workspace_id: string; node_id: string; locales: readonly string[] },
): Promise<Map<string, EarlierRoute[]>> {
  const { rows } = await sql<EarlierRoute>`
    select wanted.locale_code, route.*
    from unnest(${[...locales]}::text[]) as wanted (locale_code)
    cross join lateral (
      select provider, model, voice_id, (why ->> 'price_sensitivity')::float8 as price_sensitivity
      from run_route
      where workspace_id = ${workspace_id} and node_id = ${node_id} and locale_code = wanted.locale_code
      order by created_at desc
      limit ${NEWEST_ROUTES}
    ) as route`.execute(db);
  return Map.groupBy(rows, (row) => row.locale_code);
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
