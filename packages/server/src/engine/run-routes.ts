import type { RunHead } from './chunks/load.ts';
import type { EngineApp } from './engine-app.ts';
import { findKeyedProviders } from './provider-keys.ts';
import { findRoutes, insertRoutes, type Route } from './route-queries.ts';
import { chooseRoutes, type Routing } from './routing.ts';

/**
 * Whom a run speaks each locale with: chosen with the first line of the locale, once for all workers, and kept. The
 * retry of a run keeps the choices of the run it repeats, so that its lines sound like the others.
 */
export async function routesOfRun(
  app: Pick<EngineApp, 'db' | 'speech' | 'clock'>,
  run: Pick<RunHead, 'id' | 'retry_of'>,
  routing: Routing,
): Promise<Map<string, Route>> {
  const place = { run_id: run.id, node_id: routing.node_id };
  const stored = await findRoutes(app.db, place, routing.locales);
  const missing = routing.locales.filter((locale) => !stored.has(locale));
  if (missing.length === 0) return stored;
  const chosen = await chooseRoutes(app, { ...routing, locales: missing });
  if (run.retry_of)
    await keepEarlier(app, { ...routing, locales: missing }, { run_id: run.retry_of, chosen });
  await insertRoutes(app.db, { ...place, workspace_id: routing.workspace_id, now: app.clock() }, chosen);
  // Another worker may have been first.
  return findRoutes(app.db, place, routing.locales);
}

interface Repeated {
  run_id: string;
  chosen: Map<string, Route>;
}

/** Puts the choices of the run before in the place of new ones, where they can still speak. */
async function keepEarlier(
  { db, speech }: Pick<EngineApp, 'db' | 'speech'>,
  { workspace_id, node_id, locales }: Routing,
  { run_id, chosen }: Repeated,
): Promise<void> {
  const keyed = await findKeyedProviders(db, workspace_id);
  for (const [locale, route] of await findRoutes(db, { run_id, node_id }, locales)) {
    const provider = speech.get(route.provider);
    if (!provider || (provider.listVoices && !keyed.has(route.provider))) continue;
    chosen.set(locale, { ...route, why: { ...route.why, kept_from: run_id } });
  }
}
