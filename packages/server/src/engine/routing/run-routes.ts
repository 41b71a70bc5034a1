import { modelOf } from '../casting/takes.ts';
import type { EngineApp } from '../engine-app.ts';
import type { RunHead } from '../model.ts';
import { findKeyedProviders } from '../provider-calls/provider-keys.ts';
import { findRoutes, insertRoutes, type Route } from './route-queries.ts';
import { chooseRoutes, type RoutingRequest } from './select-provider.ts';

/**
 * The provider that speaks each locale in a run: chosen with the first line of the locale, once for all workers, and kept. The
 * retry of a run keeps the choices of the run it repeats, so that its lines sound like the others.
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
  // Another worker may have been first.
  return findRoutes(app.db, place, routing.locales);
}

/** What a run would choose now; one that repeats another chooses as that one did. */
export async function routesFor(
  app: Pick<EngineApp, 'db' | 'speech' | 'clock'>,
  routing: RoutingRequest,
  retryOf: string | null,
): Promise<Map<string, Route>> {
  const chosen = await chooseRoutes(app, routing);
  if (retryOf !== null) await keepEarlier(app, routing, { run_id: retryOf, chosen });
  return chosen;
}

interface Repeated {
  run_id: string;
  chosen: Map<string, Route>;
}

/** Puts the choices of the run before in the place of new ones, where they can still speak. */
async function keepEarlier(
  { db, speech, clock }: Pick<EngineApp, 'db' | 'speech' | 'clock'>,
  { workspace_id, node_id, locales }: RoutingRequest,
  { run_id, chosen }: Repeated,
): Promise<void> {
  const keyed = await findKeyedProviders(db, workspace_id);
  const today = clock().toISOString().slice(0, 10);
  for (const [locale, route] of await findRoutes(db, { run_id, node_id }, locales)) {
    const provider = speech.get(route.provider);
    const model = provider && modelOf(provider, route.model);
    const isThere = model && (model.retires_at === undefined || model.retires_at >= today);
    if (!isThere || (provider.listVoices && !keyed.has(route.provider))) continue;
    chosen.set(locale, { ...route, why: { ...route.why, kept_from: run_id } });
  }
}
