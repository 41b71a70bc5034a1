import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import type { ProviderChoice } from '../../db/rows.ts';
import { insertMissing } from '../../db/upsert.ts';
import type { Route } from '../casting/fallbacks.ts';
import type { GeneratorConfig } from '../casting/voice-pool.ts';

/** The locales of a generator that need a provider. */
export interface RoutingRequest {
  workspace_id: string;
  /** Undefined for a definition that is not saved. */
  workflow_id: string | undefined;
  node_id: string;
  config: GeneratorConfig;
  locales: readonly string[];
}

/** The run's choices for the locales, if already made. */
export async function findRoutes(
  db: Db,
  { run_id, node_id }: { run_id: string; node_id: string },
  locales: readonly string[],
): Promise<Map<string, Route>> {
  if (locales.length === 0) return new Map();
  const rows = await db
    .selectFrom('run_provider_selection')
    .select(['locale_code', 'provider', 'model', 'voice_id', 'reason'])
    .where('run_id', '=', run_id)
    .where('node_id', '=', node_id)
    .where('locale_code', 'in', [...locales])
    .execute();
  return new Map(rows.map(({ locale_code, ...route }) => [locale_code, route]));
}

/** Stores the choices, except where another worker stored one first. */
export async function insertRoutes(
  db: Db,
  { now, ...place }: { run_id: string; node_id: string; workspace_id: string; now: Date },
  routes: ReadonlyMap<string, Route>,
): Promise<void> {
  const rows = [...routes].map(([locale_code, { reason, ...route }]) => ({
    ...place,
    locale_code,
    ...route,
    reason: JSON.stringify(reason),
    created_at: now,
  }));
  await insertMissing(db, 'run_provider_selection', rows);
}

interface EarlierRoute extends ProviderChoice {
  locale_code: string;
  price_sensitivity: number;
  names_voice: boolean;
}

const NEWEST_ROUTES = 50;

/**
 * The node's choices in earlier runs of the workflow, for each locale, newest first. Node IDs alone are not enough,
 * because clones of a template share them.
 */
export async function findEarlierRoutes(
  db: Db,
  { workspace_id, workflow_id, node_id, locales }: Omit<RoutingRequest, 'config'>,
): Promise<Map<string, EarlierRoute[]>> {
  if (workflow_id === undefined) return new Map();
  const { rows } = await sql<EarlierRoute>`
    select wanted.locale_code, route.*
    from unnest(${[...locales]}::text[]) as wanted (locale_code)
    cross join lateral (
      select provider, model, voice_id, (reason ->> 'price_sensitivity')::float8 as price_sensitivity,
        (reason ->> 'names_voice')::boolean as names_voice
      from run_provider_selection join run on run.id = run_provider_selection.run_id
      where run_provider_selection.workspace_id = ${workspace_id} and run.workflow_id = ${workflow_id}
        and run_provider_selection.node_id = ${node_id} and run_provider_selection.locale_code = wanted.locale_code
      order by run_provider_selection.created_at desc
      limit ${NEWEST_ROUTES}
    ) as route`.execute(db);
  return Map.groupBy(rows, (row) => row.locale_code);
}

/** A run's choices for all generators and locales; at most a few hundred. */
export function listProviderChoices(db: Db, runId: string) {
  return db
    .selectFrom('run_provider_selection')
    .select(['node_id', 'locale_code', 'provider', 'model', 'voice_id', 'reason'])
    .where('run_id', '=', runId)
    .orderBy('node_id')
    .orderBy('locale_code')
    .limit(1_000)
    .execute();
}
