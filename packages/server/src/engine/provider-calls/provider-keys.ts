import { isDeepStrictEqual } from 'node:util';
import { PROVIDER_CREDENTIALS, takesKey } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import type { Db } from '../../db/index.ts';
import type { Credentials } from '../../providers/speech/index.ts';

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

const REFUSED = 'The provider rejected the key when it was tested.';

/** The keys of a workspace that may not be used, with the reason, by provider. */
export async function listInvalidKeys(db: Db, workspaceId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('provider_key')
    .select(['provider', 'invalid_reason'])
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'invalid')
    .execute();
  return new Map(rows.map(({ provider, invalid_reason }) => [provider, invalid_reason ?? REFUSED]));
}

type Refusal = Place & { credentials: Credentials; reason: string };

/**
 * Records that a provider rejected a key during a run, so that later runs report it before they start. The
 * key is tested first: if the test succeeds, the key only lacks the permission for this request, and a
 * missing response proves nothing. A key that was replaced meanwhile stays unchanged.
 */
export async function recordRejectedKey(
  app: Pick<App, 'db' | 'secrets' | 'keyVerifier' | 'clock' | 'log'>,
  { credentials, reason, ...place }: Refusal,
): Promise<void> {
  const { provider, workspace_id } = place;
  if (!takesKey(provider)) return;
  const verdict = await app.keyVerifier.verify({ provider, credentials, now: app.clock() });
  if (verdict.kind !== 'rejected') return;
  const row = await app.db
    .selectFrom('provider_key')
    .select('sealed')
    .where('workspace_id', '=', workspace_id)
    .where('provider', '=', provider)
    .executeTakeFirst();
  if (!row) return;
  const stored = PROVIDER_CREDENTIALS[provider].parse(
    JSON.parse(app.secrets.open(row.sealed, contextOf(place))),
  );
  if (!isDeepStrictEqual(stored, credentials)) return;
  await app.db
    .updateTable('provider_key')
    .set({ status: 'invalid', invalid_reason: reason, checked_at: app.clock() })
    .where('workspace_id', '=', workspace_id)
    .where('provider', '=', provider)
    .where('sealed', '=', row.sealed)
    .execute();
  app.log.warn({ workspace_id, provider }, 'provider key rejected during a run');
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
