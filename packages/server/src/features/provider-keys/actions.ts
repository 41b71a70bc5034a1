import {
  type KeyedProviderId,
  PROVIDER_CREDENTIALS,
  PROVIDERS,
  readInput,
  sentCredentialsOf,
} from '@voiceloom/contract';
import type { App } from '../../app.ts';
import type { Db } from '../../db/index.ts';
import { ApiError, type FieldError, invalid } from '../../errors.ts';
import type { WorkspaceCaller } from '../../handler/handler.ts';
import { accountLimit } from '../../ledger/account-plan.ts';
import { addCallerActivity } from '../../ledger/activity.ts';
import { allowedTargets, findBaseUrlError } from '../../providers/http.ts';
import type { Credentials, KeyVerdict } from '../../providers/verify.ts';
import { deactivateVoices, syncKeyVoices } from '../voices/index.ts';
import { lockWorkspace } from '../workspaces/index.ts';
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
  const credentials = readCredentials(provider, put.body);
  // Checks every URL that requests may use, not only the one of the key test. Each request checks the resolved addresses.
  const { provider_allowed_hosts } = app.config;
  const errors: FieldError[] = [];
  for (const [name, address] of Object.entries(credentials)) {
    if (address === undefined || !ADDRESS_FIELD.test(name)) continue;
    const message = findBaseUrlError(address, allowedTargets(new URL(address), provider_allowed_hosts));
    if (message !== undefined) errors.push({ field: `body.${name}`, message: `${message} ${HOW_TO_ALLOW}` });
  }
  if (errors.length > 0) throw invalid(...errors);
  const verdict = await app.keyVerifier.verify({ provider, credentials, now });
  if (verdict.kind === 'forbidden' || verdict.kind === 'unreachable')
    app.log.warn({ provider, reason: verdict.reason }, 'provider key not tested');
  const status = toKeyStatus(provider, verdict);
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
  if (status === 'valid') await syncKeyVoices(app, keyRef, { credentials, now, within_ms: LIST_VOICES_MS });
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

async function rejectWithoutPlan(db: Db, { workspace }: WorkspaceCaller): Promise<void> {
  const ownKeysLimit = await accountLimit(db, workspace.owner_id, 'byok_enabled');
  if (ownKeysLimit !== 0) return;
  throw new ApiError(
    'FEATURE_NOT_IN_PLAN',
    'The plan of the workspace owner does not allow your own provider keys. Upgrade the plan. On your own server, PLANS_FILE can allow them.',
  );
}

/** Matches the fields of all providers that contain a URL. */
const ADDRESS_FIELD = /(?:^|_)url$/;

/** The errors contain fields and rules, but no values. */
function readCredentials(provider: KeyedProviderId, body: Record<string, unknown>): Credentials {
  const result = readInput(sentCredentialsOf(provider), body);
  if (result.success) return PROVIDER_CREDENTIALS[provider].parse(result.data);
  const fieldNames = Object.keys(PROVIDER_CREDENTIALS[provider].shape).join(', ');
  const unknownField = `${PROVIDERS[provider].display_name} has no such field. Allowed fields: ${fieldNames}.`;
  const errors: FieldError[] = [];
  for (const issue of result.issues) {
    if (issue.code !== 'unrecognized_keys')
      errors.push({ field: ['body', ...issue.path.map(String)].join('.'), message: issue.message });
    // Every unknown field with its path, so that a misspelled field is an error.
    else for (const key of issue.keys) errors.push({ field: `body.${key}`, message: unknownField });
  }
  throw invalid(...errors);
}

/** An address that is not allowed makes the key invalid only if the customer chose the address. */
function toKeyStatus(provider: KeyedProviderId, verdict: KeyVerdict): 'valid' | 'unverified' {
  if (verdict.kind === 'accepted') return 'valid';
  if (verdict.kind === 'rejected') {
    const message = `${PROVIDERS[provider].display_name} does not accept this key.`;
    throw invalid({ field: `body.${getSecretField(provider)}`, message });
  }
  const field = ['base_url', 'url'].find((name) => name in PROVIDER_CREDENTIALS[provider].shape);
  if (verdict.kind === 'forbidden' && field !== undefined)
    throw invalid({ field: `body.${field}`, message: `${verdict.reason} ${HOW_TO_ALLOW}` });
  return 'unverified';
}

/** The same text for every address, so that it reveals nothing about the target. */
const HOW_TO_ALLOW =
  'The operator of this server can allow hosts on its machine or network with PROVIDER_ALLOWED_HOSTS.';

/** The field that contains the secret. */
function getSecretField(provider: KeyedProviderId): string {
  const fields = Object.keys(PROVIDER_CREDENTIALS[provider].shape);
  return ['api_key', 'client_secret', 'secret_access_key'].find((field) => fields.includes(field)) ?? '';
}
