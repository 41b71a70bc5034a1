import { type KeyedProviderId, PROVIDERS, takesKey } from '@voiceloom/contract';
import { sql } from 'kysely';
import type { App } from '../../app.ts';
import type { Db, Row } from '../../db/index.ts';
import { rewrapSecrets } from '../../db/rewrap.ts';
import { decryptPlatformKey, platformKeyContext } from '../../engine/index.ts';
import { ApiError, notFound } from '../../errors.ts';
import { addServiceActivity, type Operator } from '../../ledger/activity.ts';
import { SecretError } from '../../secrets/secrets.ts';
import { deactivateVoices, syncKeyVoices } from '../voices/index.ts';
import { getSecretField, testCredentialsOrThrow } from './credentials.ts';
import { maskKey } from './view.ts';

/** How long storing a key waits for its list of voices. After that, a later sweep lists them. */
const LIST_VOICES_MS = 20_000;

/** Longer than the interval of the sweep. */
const TEST_AGAIN_MS = 15 * 60_000;

/** A platform key without its secret. */
export type PlatformKey = Pick<
  Row<'platform_provider_key'>,
  | 'provider'
  | 'status'
  | 'key_preview'
  | 'checked_at'
  | 'unavailable_until'
  | 'unavailable_reason'
  | 'updated_at'
>;

const COLUMNS = [
  'provider',
  'status',
  'key_preview',
  'checked_at',
  'unavailable_until',
  'unavailable_reason',
  'updated_at',
] as const satisfies readonly (keyof PlatformKey)[];

/** The keys of the operator, with the plans that may use them and the number of their voices. */
export async function listPlatformKeys(db: Db) {
  return db
    .selectFrom('platform_provider_key')
    .select(COLUMNS)
    .select((eb) => [
      eb
        .selectFrom('voice')
        .select((own) => own.fn.countAll<number>().as('voices'))
        .whereRef('voice.provider', '=', 'platform_provider_key.provider')
        .where('voice.workspace_id', 'is', null)
        .where('voice.is_active', '=', true)
        .as('voices'),
      sql<string[]>`array(
        select slug from plan where platform_provider_key.provider = any(platform_providers) and slug is not null
        order by display_order, slug)`.as('plans'),
    ])
    .orderBy('provider')
    .execute();
}

type KeyApp = Pick<App, 'config' | 'db' | 'secrets' | 'keyVerifier' | 'speech' | 'log'>;

interface KeyChange {
  provider: KeyedProviderId;
  operator: Operator;
  now: Date;
}

/** Tests a key and stores it. A rejected key changes nothing. Runs that wait for the provider continue. */
export async function storePlatformKey(
  app: KeyApp,
  change: KeyChange & { body: Record<string, unknown> },
): Promise<PlatformKey> {
  const { provider, now } = change;
  const { credentials, status } = await testCredentialsOrThrow(app, change);
  const encrypted_credentials = app.secrets.encrypt(
    JSON.stringify(credentials),
    platformKeyContext({ provider }),
  );
  const values = {
    encrypted_credentials,
    encryption_key_id: app.secrets.keyIdOf(encrypted_credentials),
    key_preview: maskKey(credentials[getSecretField(provider)]),
    status,
    validated_at: status === 'valid' ? now : null,
    checked_at: now,
    // The new key is available, so waiting runs continue. Its voices are not listed yet.
    unavailable_until: null,
    unavailable_reason: null,
    voices_listed_at: null,
    voices_attempted_at: now,
    updated_at: now,
    run_check_at: null,
    run_check_verdict: null,
  };
  const key = await app.db.transaction().execute(async (tx) => {
    await addKeyActivity(tx, change, 'platform_key_set');
    return tx
      .insertInto('platform_provider_key')
      .values({ provider, ...values, created_at: now })
      .onConflict((conflict) => conflict.column('provider').doUpdateSet(values))
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
  });
  const listingKey = { credentials, encrypted_credentials: values.encrypted_credentials };
  const keyRef = { workspace_id: null, provider };
  await syncKeyVoices(app, keyRef, { ...listingKey, now, within_ms: LIST_VOICES_MS });
  return key;
}

/** Tests the stored key again. If the provider accepts it, it is available at once. */
export async function testPlatformKey(
  app: KeyApp,
  { provider, now }: Pick<KeyChange, 'provider' | 'now'>,
): Promise<PlatformKey> {
  const storedKey = await app.db
    .selectFrom('platform_provider_key')
    .select('encrypted_credentials')
    .where('provider', '=', provider)
    .executeTakeFirst();
  if (!storedKey) throw notFound(`platform key "${provider}"`);
  const credentials = decryptPlatformKey(app, { provider, ...storedKey });
  const { kind } = await app.keyVerifier.verify({ provider, credentials, now });
  let changes: Partial<Row<'platform_provider_key'>> = { checked_at: now };
  if (kind === 'accepted')
    changes = {
      ...changes,
      status: 'valid',
      validated_at: now,
      unavailable_until: null,
      unavailable_reason: null,
      updated_at: now,
      run_check_at: null,
      run_check_verdict: null,
    };
  if (kind === 'rejected')
    changes = {
      ...changes,
      status: 'invalid',
      unavailable_until: new Date(now.getTime() + TEST_AGAIN_MS),
      unavailable_reason: 'auth',
    };
  const key = await app.db
    .updateTable('platform_provider_key')
    .set(changes)
    .where('provider', '=', provider)
    // Not a key that was stored during the test.
    .where('encrypted_credentials', '=', storedKey.encrypted_credentials)
    .returning(COLUMNS)
    .executeTakeFirst();
  if (!key)
    throw new ApiError('CONFLICT', `The key for ${provider} was replaced or removed during the test.`);
  const listingKey = { credentials, encrypted_credentials: storedKey.encrypted_credentials };
  if (kind === 'accepted') await syncKeyVoices(app, { workspace_id: null, provider }, { ...listingKey, now });
  return key;
}

/**
 * Tests keys again that were not tested yet, and those whose time without calls is over. Runs wait for a rejected key
 * until a test succeeds.
 */
export async function checkPlatformKeys(app: KeyApp, now: Date): Promise<void> {
  const dueKeys = await app.db
    .selectFrom('platform_provider_key')
    .select('provider')
    .where((eb) => eb.or([eb('status', '=', 'unverified'), eb('unavailable_until', '<=', now)]))
    .execute();
  for (const { provider } of dueKeys) {
    if (!takesKey(provider)) continue;
    try {
      await testPlatformKey(app, { provider, now });
    } catch (error) {
      // Only logged, so that the other keys are still tested.
      if (!(error instanceof SecretError || error instanceof ApiError)) throw error;
      app.log.error({ provider, reason: error.message }, 'provider key not tested');
    }
  }
}

/** Deletes a key, and its voices from the catalog. Returns false if there was none. */
export function removePlatformKey({ db }: Pick<App, 'db'>, change: KeyChange): Promise<boolean> {
  const { provider, now } = change;
  return db.transaction().execute(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('platform_provider_key')
      .where('provider', '=', provider)
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) return false;
    await deactivateVoices(tx, { workspace_id: null, provider }, { except: [], now });
    await addKeyActivity(tx, change, 'platform_key_removed');
    return true;
  });
}

/** Records which operator set or removed the key. */
async function addKeyActivity(
  tx: Db,
  { provider, operator, now }: KeyChange,
  kind: 'platform_key_set' | 'platform_key_removed',
): Promise<void> {
  const resource = { type: 'platform_key', name: PROVIDERS[provider].display_name };
  await addServiceActivity(tx, operator, { kind, resource, metadata: { provider } }, now);
}

/** Wraps every platform key with the active key of the ring. Resolves to the number of changed keys. */
export function rewrapPlatformKeys(app: Pick<App, 'db' | 'secrets'>): Promise<number> {
  const { activeKeyId } = app.secrets;
  return rewrapSecrets(app, {
    name: 'platform_provider_key',
    key: ['provider'],
    getContext: platformKeyContext,
    isOld: sql<boolean>`encryption_key_id <> ${activeKeyId}`,
    changes: { encryption_key_id: activeKeyId },
  });
}
