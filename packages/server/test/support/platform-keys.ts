import type { KeyedProviderId } from '@voiceloom/contract';
import type { App } from '../../src/app.ts';
import { removePlatformKey, storePlatformKey } from '../../src/features/provider-keys/index.ts';

const operator = { name: 'ada', reason: null };

/** A platform key, as if the operator had stored it. */
export const setPlatformKey = (
  app: App,
  provider: KeyedProviderId,
  { base_url: _, ...body }: Record<string, string>,
) => storePlatformKey(app, { provider, body, operator, now: app.clock() });

export const dropPlatformKey = (app: App, provider: KeyedProviderId) =>
  removePlatformKey(app, { provider, operator, now: app.clock() });

export interface Offer {
  providers?: string[];
  models?: string[] | null;
  characters_per_day?: number | null;
}

/** What the default plan may use through platform keys. */
export async function offerPlatform(
  { db }: Pick<App, 'db'>,
  { providers = [], models = null, characters_per_day = null }: Offer,
): Promise<void> {
  const columns = {
    platform_providers: providers,
    platform_models: models,
    platform_characters_per_day: characters_per_day,
  };
  await db.updateTable('plan').set(columns).where('is_default', '=', true).execute();
}
