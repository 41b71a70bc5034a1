import { type KeyedProviderId, PROVIDER_CREDENTIALS, takesKey } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import type { Db } from '../../db/index.ts';
import type { Credentials } from '../../providers/speech/index.ts';

/** The encryption context of a platform key: it differs from those of all workspaces. */
export const platformKeyContext = ({ provider }: { provider: string }): string =>
  `platform-provider-key/${provider}`;

/** The platform key for a provider; undefined if none is stored. Only workers and the operator's tool decrypt it. */
export async function findPlatformCredentials(
  { db, secrets }: Pick<App, 'db' | 'secrets'>,
  provider: string,
): Promise<Credentials | undefined> {
  if (!takesKey(provider)) return undefined;
  const row = await db
    .selectFrom('platform_provider_key')
    .select('encrypted_credentials')
    .where('provider', '=', provider)
    .executeTakeFirst();
  if (!row) return undefined;
  return decryptPlatformKey({ secrets }, { provider, ...row });
}

export function decryptPlatformKey(
  { secrets }: Pick<App, 'secrets'>,
  row: { provider: KeyedProviderId; encrypted_credentials: Buffer },
): Credentials {
  const text = secrets.decrypt(row.encrypted_credentials, platformKeyContext(row));
  return PROVIDER_CREDENTIALS[row.provider].parse(JSON.parse(text));
}

/** A provider with a platform key. It has no secret, so requests of customers may read it. */
export interface PlatformProvider {
  provider: string;
  /** Calls are not made until this time. */
  unavailable_until: Date | null;
}

/** The providers that have a platform key. */
export function listPlatformProviders(db: Db): Promise<PlatformProvider[]> {
  return db.selectFrom('platform_provider_key').select(['provider', 'unavailable_until']).execute();
}
