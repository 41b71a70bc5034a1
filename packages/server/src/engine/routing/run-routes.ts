import { isServed, modelOf } from '../casting/takes.ts';
import type { EngineApp } from '../engine-app.ts';
import type { RunHead } from '../model.ts';
import { findKeyedProviders } from '../provider-calls/provider-keys.ts';
import { findRoutes, insertRoutes, type Route } from './route-queries.ts';
import { chooseRoutes, type RoutingRequest } from './select-provider.ts';

/**
 * The provider for each locale of a run. It is chosen with the locale's first line, once for all workers, and
 * stored. A retry keeps the choices of the original run, so that its lines sound like the others.
 */
export async function routesOfRun(
  app: Pick<EngineApp, 'db' | 'speech' | 'clock'>,
  run: Pick<RunHead, 'id' | 'retry_of'>,
  routing: RoutingRequest,
): Promise<Map<string, Route>> {
  const place = { run_id: run.id, node_id: routing.node_id };
  const stored = await findRoutes(app.db, place, routing.locales);
  const missing = routing.locales.filter((locale) => !stored.has(locale));
  if (missing.length === 0) return stored;
  const chosen = await routesFor(app, { ...routing, locales: missing }, run.retry_of);
  await insertRoutes(app.db, { ...place, workspace_id: routing.workspace_id, now: app.clock() }, chosen);
  // Another worker may have stored its choice first.
  return findRoutes(app.db, place, routing.locales);
}

/** The choices that a run would make now; a retry repeats those of its original run. */
export async function routesFor(
  app: Pick<EngineApp, 'db' | 'speech' | 'clock'>,
  routing: RoutingRequest,
  retryOf: string | null,
): Promise<Map<string, Route>> {
  const chosen = await chooseRoutes(app, routing);
  if (retryOf !== null) await keepEarlier(app, routing, retryOf, chosen);
  return chosen;
}

/** Replaces new choices by those of the earlier run that are still usable. */
async function keepEarlier(
  { db, speech, clock }: Pick<EngineApp, 'db' | 'speech' | 'clock'>,
  { workspace_id, node_id, locales }: RoutingRequest,
  run_id: string,
  chosen: Map<string, Route>,
): Promise<void> {
  const keyed = await findKeyedProviders(db, workspace_id);
  const today = clock().toISOString().slice(0, 10);
  for (const [locale, route] of await findRoutes(db, { run_id, node_id }, locales)) {
    const provider = speech.get(route.provider);
    const model = provider && modelOf(provider, route.model);
    if (!model || !isServed(model, today) || (provider.listVoices && !keyed.has(route.provider))) continue;
    chosen.set(locale, { ...route, why: { ...route.why, kept_from: run_id } });
  }
}
