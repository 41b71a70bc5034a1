import { type KeyedProviderId, PROVIDERS } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import type { Db } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import type { WorkspaceCaller } from '../../handler/handler.ts';
import { accountLimit } from '../../ledger/account-plan.ts';
import { addCallerActivity } from '../../ledger/activity.ts';
import { deactivateVoices, syncKeyVoices } from '../voices/index.ts';
import { lockWorkspace } from '../workspaces/index.ts';
import { getSecretField, testCredentialsOrThrow } from './credentials.ts';
import { deleteProviderKey, type ProviderKeyRow, providerKeyContext, putProviderKey } from './queries.ts';
import { maskKey } from './view.ts';

/** How long storing a key waits for its list of voices. After that, a later sweep lists them. */
const LIST_VOICES_MS = 8_000;

export interface KeyPut {
  caller: WorkspaceCaller;
  provider: KeyedProviderId;
  body: Record<string, unknown>;
  now: Date;
}

/** Tests a key and stores it. A rejected key changes nothing, so that a typo cannot stop runs. */
export async function storeProviderKey(
  app: Pick<App, 'config' | 'db' | 'secrets' | 'keyVerifier' | 'speech' | 'log'>,
  put: KeyPut,
): Promise<ProviderKeyRow> {
  const { caller, provider, now } = put;
  await rejectWithoutPlan(app.db, caller);
  const { credentials, status } = await testCredentialsOrThrow(app, { provider, body: put.body, now });
  const keyRef = { workspace_id: caller.workspace.id, provider };
  const encrypted_credentials = app.secrets.encrypt(JSON.stringify(credentials), providerKeyContext(keyRef));
  const row = await app.db.transaction().execute(async (tx) => {
    // The plan may have ended during the test.
    await rejectWithoutPlan(tx, caller);
    await lockWorkspace(tx, caller.workspace.id);
    await addKeyActivity(tx, { caller, provider, kind: 'provider_key_set', now });
    return putProviderKey(tx, {
      ...keyRef,
      encrypted_credentials,
      encryption_key_id: app.secrets.keyIdOf(encrypted_credentials),
      key_preview: maskKey(credentials[getSecretField(provider)]),
      status,
      validated_at: status === 'valid' ? now : null,
      checked_at: now,
      created_by: caller.user_id,
      voices_listed_at: null,
      voices_attempted_at: status === 'valid' ? now : null,
      created_at: now,
      updated_at: now,
    });
  });
  const listingKey = { credentials, encrypted_credentials };
  if (status === 'valid') await syncKeyVoices(app, keyRef, { ...listingKey, now, within_ms: LIST_VOICES_MS });
  return row;
}

export type KeyRemoval = Omit<KeyPut, 'body'>;

/** Deletes a key and its voices. Idempotent: only the deletion of an existing key adds an activity. */
export async function removeProviderKey({ db }: Pick<App, 'db'>, removal: KeyRemoval): Promise<void> {
  const { caller, provider } = removal;
  await db.transaction().execute(async (tx) => {
    const keyRef = { workspace_id: caller.workspace.id, provider };
    const wasThere = await deleteProviderKey(tx, keyRef);
    await deactivateVoices(tx, keyRef, { except: [], now: removal.now });
    if (wasThere) await addKeyActivity(tx, { ...removal, kind: 'provider_key_deleted' });
  });
}

/** Records the change for a provider without anything about the key. */
async function addKeyActivity(
  tx: Db,
  { caller, provider, kind, now }: KeyRemoval & { kind: 'provider_key_set' | 'provider_key_deleted' },
): Promise<void> {
  const resource = { type: 'provider_key', name: PROVIDERS[provider].display_name };
  const entry = { action: 'settings_changed' as const, kind, resource, metadata: { provider } };
  await addCallerActivity(tx, caller, entry, now);
}

/** Throws if the plan does not include keys of the workspace. */
async function rejectWithoutPlan(db: Db, { workspace }: WorkspaceCaller): Promise<void> {
  const ownKeysLimit = await accountLimit(db, workspace.owner_id, 'byok_enabled');
  if (ownKeysLimit !== 0) return;
  throw new ApiError(
    'FEATURE_NOT_IN_PLAN',
    'The plan of the workspace owner does not allow your own provider keys. Upgrade the plan. On your own server, PLANS_FILE can allow them.',
  );
}
