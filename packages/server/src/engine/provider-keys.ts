import { PROVIDER_CREDENTIALS, takesKey } from '@voiceloom/contract';
import type { App } from '../app.ts';
import type { Db } from '../db/index.ts';
import type { Credentials } from '../providers/speech/index.ts';

type Place = { workspace_id: string; provider: string };

/** What a sealed key is bound to: a row that is copied to another workspace or provider cannot be opened. */
export function contextOf({ workspace_id, provider }: Place): string {
  return `provider-key/${workspace_id}/${provider}`;
}

/** The workspace's own key for a provider; undefined without one that may be used. Workers alone open keys to speak. */
export async function openProviderKey(
  { db, secrets }: Pick<App, 'db' | 'secrets'>,
  place: Place,
): Promise<Credentials | undefined> {
  const { provider, workspace_id } = place;
  if (!takesKey(provider)) return undefined;
  const row = await db
    .selectFrom('provider_key')
    .select('sealed')
    .where('workspace_id', '=', workspace_id)
    .where('provider', '=', provider)
    .where('status', '<>', 'invalid')
    .executeTakeFirst();
  if (!row) return undefined;
  return PROVIDER_CREDENTIALS[provider].parse(JSON.parse(secrets.open(row.sealed, contextOf(place))));
}

/** The providers that the workspace has a usable key for. */
export async function findKeyedProviders(db: Db, workspaceId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('provider_key')
    .select('provider')
    .where('workspace_id', '=', workspaceId)
    .where('status', '<>', 'invalid')
    .execute();
  return new Set(rows.map(({ provider }) => provider));
}
