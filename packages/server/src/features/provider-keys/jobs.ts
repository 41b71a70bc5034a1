import { type KeyedProviderId, PROVIDER_CREDENTIALS, takesKey } from '@voiceloom/contract';
import { sql } from 'kysely';
import pMap from 'p-map';
import type { App } from '../../app.ts';
import { rewrapSecrets } from '../../db/rewrap.ts';
import { defineHousekeeping } from '../../jobs/index.ts';
import type { Credentials } from '../../providers/verify.ts';
import { SecretError } from '../../secrets/secrets.ts';
import { findUnverifiedKeys, noteKeyCheck, type ProviderKeyRow, providerKeyContext } from './queries.ts';

const CHECK_BATCH = 50;
const CHECKS_AT_ONCE = 10;
const CHECK_AGAIN_MS = 5 * 60_000;

/** Tests keys again whose provider was unreachable. */
export async function verifyWaitingKeys(app: Pick<App, 'db' | 'secrets' | 'keyVerifier' | 'log'>, now: Date) {
  const checkedBefore = new Date(now.getTime() - CHECK_AGAIN_MS);
  const waiting = await findUnverifiedKeys(app.db, { checkedBefore, limit: CHECK_BATCH });
  const check = async (row: ProviderKeyRow): Promise<void> => {
    await noteKeyCheck(app.db, row, { status: await checkAgain(app, row, now), now });
  };
  // In parallel, because each test may wait for a provider that does not respond.
  await pMap(waiting, check, { concurrency: CHECKS_AT_ONCE });
}

async function checkAgain(
  app: Pick<App, 'secrets' | 'keyVerifier' | 'log'>,
  row: ProviderKeyRow,
  now: Date,
): Promise<'valid' | 'invalid' | 'unverified'> {
  const { provider } = row;
  if (!takesKey(provider)) return 'unverified';
  const credentials = readCredentials(app, row, provider);
  if (credentials === undefined) return 'unverified';
  const { kind } = await app.keyVerifier.verify({ provider, credentials, now });
  if (kind === 'accepted') return 'valid';
  return kind === 'rejected' ? 'invalid' : 'unverified';
}

/** If a key cannot be decrypted, logs the error and returns undefined, so that the other keys are still tested. */
function readCredentials(
  { secrets, log }: Pick<App, 'secrets' | 'log'>,
  row: ProviderKeyRow,
  provider: KeyedProviderId,
): Credentials | undefined {
  try {
    return PROVIDER_CREDENTIALS[provider].parse(
      JSON.parse(secrets.decrypt(row.encrypted_credentials, providerKeyContext(row))),
    );
  } catch (error) {
    // The parser's message may quote the key.
    const reason =
      error instanceof SecretError
        ? error.message
        : 'The stored key does not have the fields that the provider requires.';
    log.error({ workspace_id: row.workspace_id, provider, reason }, 'provider key unreadable');
    return undefined;
  }
}

/** Wraps every key with the active key of the ring. Resolves to the number of changed keys. */
export function rewrapProviderKeys(app: Pick<App, 'db' | 'secrets'>): Promise<number> {
  const { activeKeyId } = app.secrets;
  return rewrapSecrets(app, {
    name: 'provider_key',
    key: ['workspace_id', 'provider'],
    contextOf: providerKeyContext,
    isOld: sql<boolean>`encryption_key_id <> ${activeKeyId}`,
    changes: { encryption_key_id: activeKeyId },
  });
}

export const unverifiedKeys = defineHousekeeping('unverified_provider_keys', verifyWaitingKeys);
