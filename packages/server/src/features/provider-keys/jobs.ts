import { PROVIDER_CREDENTIALS, takesKey } from '@voiceloom/contract';
import { sql } from 'kysely';
import pMap from 'p-map';
import type { App } from '../../app.ts';
import { rewrapSecrets } from '../../db/rewrap.ts';
import { defineHousekeeping } from '../../jobs/index.ts';
import type { Credentials } from '../../providers/verify.ts';
import { SecretError } from '../../secrets/secrets.ts';
import { checkPlatformKeys } from './platform-keys.ts';
import { findUnverifiedKeys, noteKeyCheck, type ProviderKeyRow, providerKeyContext } from './queries.ts';

const BATCH = 50;
const MAX_CONCURRENT_CHECKS = 10;
const CHECK_AGAIN_MS = 5 * 60_000;

/** Tests keys again whose provider was unreachable. */
export async function verifyWaitingKeys(app: Pick<App, 'db' | 'secrets' | 'keyVerifier' | 'log'>, now: Date) {
  const checkedBefore = new Date(now.getTime() - CHECK_AGAIN_MS);
  const unverifiedKeys = await findUnverifiedKeys(app.db, { checkedBefore, limit: BATCH });
  const check = async (row: ProviderKeyRow): Promise<void> => {
    await noteKeyCheck(app.db, row, { status: await checkAgain(app, row, now), now });
  };
  // In parallel, because each test may wait for a provider that does not respond.
  await pMap(unverifiedKeys, check, { concurrency: MAX_CONCURRENT_CHECKS });
}

/** `unverified` if the provider did not say whether it accepts the key, or if the key cannot be read. */
async function checkAgain(
  app: Pick<App, 'secrets' | 'keyVerifier' | 'log'>,
  row: ProviderKeyRow,
  now: Date,
): Promise<'valid' | 'invalid' | 'unverified'> {
  const { provider } = row;
  if (!takesKey(provider)) return 'unverified';
  let credentials: Credentials;
  try {
    const text = app.secrets.decrypt(row.encrypted_credentials, providerKeyContext(row));
    credentials = PROVIDER_CREDENTIALS[provider].parse(JSON.parse(text));
  } catch (error) {
    // Only logged, so that the other keys are still tested. The parser's message may quote the key.
    let reason = 'The stored key does not have the fields that the provider requires.';
    if (error instanceof SecretError) reason = error.message;
    app.log.error({ workspace_id: row.workspace_id, provider, reason }, 'provider key unreadable');
    return 'unverified';
  }
  const { kind } = await app.keyVerifier.verify({ provider, credentials, now });
  if (kind === 'accepted') return 'valid';
  return kind === 'rejected' ? 'invalid' : 'unverified';
}

/** Wraps every key with the active key of the ring. Resolves to the number of changed keys. */
export function rewrapProviderKeys(app: Pick<App, 'db' | 'secrets'>): Promise<number> {
  const { activeKeyId } = app.secrets;
  return rewrapSecrets(app, {
    name: 'provider_key',
    key: ['workspace_id', 'provider'],
    getContext: providerKeyContext,
    isOld: sql<boolean>`encryption_key_id <> ${activeKeyId}`,
    changes: { encryption_key_id: activeKeyId },
  });
}

export const platformKeys = defineHousekeeping('platform_keys', checkPlatformKeys);
export const unverifiedKeys = defineHousekeeping('unverified_provider_keys', verifyWaitingKeys);
