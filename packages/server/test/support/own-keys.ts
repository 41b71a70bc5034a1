import type { KeyedProviderId } from '@voiceloom/contract';
import type { App } from '../../src/app.ts';
import { providerKeyContext } from '../../src/engine/index.ts';
import { storeKeyVoices } from '../../src/features/voices/sync.ts';
import type { Owner } from './engine.ts';

/** Makes the default plan of a test's database include own keys. */
export async function allowOwnKeys({ db }: Pick<App, 'db'>): Promise<void> {
  const plan = await db
    .selectFrom('plan')
    .selectAll()
    .where('is_default', '=', true)
    .executeTakeFirstOrThrow();
  const limits = JSON.stringify({ ...plan.limits, byok_enabled: 1 });
  await db.updateTable('plan').set({ limits }).where('id', '=', plan.id).execute();
}

/** A stored key and its voices, as if a customer had entered the key. */
export async function giveKey(
  { db, secrets, speech }: Pick<App, 'db' | 'secrets' | 'speech'>,
  owner: Owner,
  { provider, credentials }: { provider: KeyedProviderId; credentials: Record<string, string> },
): Promise<void> {
  const place = { workspace_id: owner.workspace_id, provider };
  const now = new Date();
  const encrypted_credentials = secrets.encrypt(JSON.stringify(credentials), providerKeyContext(place));
  await db
    .insertInto('provider_key')
    .values({
      ...place,
      encrypted_credentials,
      encryption_key_id: secrets.keyIdOf(encrypted_credentials),
      key_preview: '',
      status: 'valid',
      checked_at: now,
      created_by: owner.user_id,
      created_at: now,
      updated_at: now,
    })
    .execute();
  const voices = await speech.get(provider)?.listVoices?.(credentials, AbortSignal.timeout(10_000));
  await storeKeyVoices(db, place, { voices: voices ?? [], encrypted_credentials, now });
}
