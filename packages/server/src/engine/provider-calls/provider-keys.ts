import { isDeepStrictEqual } from 'node:util';
import { type KeyedProviderId, PROVIDER_CREDENTIALS, takesKey } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import type { Db } from '../../db/index.ts';
import type { ProviderError } from '../../providers/provider-error.ts';
import type { Credentials } from '../../providers/speech/index.ts';
import { SecretError } from '../../secrets/secrets.ts';
import type { EngineApp } from '../engine-app.ts';
import { NodeFailure, ProviderWait } from '../model.ts';
import type { KeyLimiter } from '../ports.ts';
import type { ProviderAccess, ProviderCall } from './call-provider.ts';
import { checkRejectedKey } from './key-checks.ts';
import {
  findPlatformCredentials,
  type PlatformAccess,
  recordUnavailableKey,
  UNAVAILABLE_MS,
} from './platform-keys.ts';

interface KeyRef {
  workspace_id: string;
  provider: string;
}

/** The encryption context of a key: a row that is copied to another workspace or provider cannot be decrypted. */
export function providerKeyContext({ workspace_id, provider }: KeyRef): string {
  return `provider-key/${workspace_id}/${provider}`;
}

/**
 * The workspace's own key for a provider; undefined if no usable one exists. Workers decrypt it to call providers, api
 * processes only to list voices.
 */
export async function findProviderCredentials(
  { db, secrets }: Pick<App, 'db' | 'secrets'>,
  keyRef: KeyRef,
): Promise<Credentials | undefined> {
  const { provider } = keyRef;
  if (!takesKey(provider)) return undefined;
  const row = await selectKey(db, keyRef).where('status', '<>', 'invalid').executeTakeFirst();
  if (!row) return undefined;
  return decryptProviderKey({ secrets }, { ...keyRef, provider, ...row });
}

function decryptProviderKey(
  { secrets }: Pick<App, 'secrets'>,
  row: KeyRef & { provider: KeyedProviderId; encrypted_credentials: Buffer },
): Credentials {
  const text = secrets.decrypt(row.encrypted_credentials, providerKeyContext(row));
  return PROVIDER_CREDENTIALS[row.provider].parse(JSON.parse(text));
}

function selectKey(db: Db, { workspace_id, provider }: KeyRef) {
  return db
    .selectFrom('provider_key')
    .select('encrypted_credentials')
    .where('workspace_id', '=', workspace_id)
    .where('provider', '=', provider);
}

const REJECTED_IN_TEST = 'The provider rejected the key when it was tested.';

/** The unusable keys of a workspace, with the reason, by provider. */
export async function listInvalidKeys(db: Db, workspaceId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('provider_key')
    .select(['provider', 'invalid_reason'])
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'invalid')
    .execute();
  return new Map(rows.map(({ provider, invalid_reason }) => [provider, invalid_reason ?? REJECTED_IN_TEST]));
}

/**
 * Records that a provider rejected a key during a run, so that later runs report it before they start. The key is
 * tested first. If the test succeeds, only this call was rejected, for example because of its voice, and the result is
 * false; if there is no response, nothing is known. In both cases, nothing is recorded. A key that was replaced in the
 * meantime stays unchanged.
 */
export async function recordRejectedKey(
  app: Pick<App, 'db' | 'secrets' | 'keyVerifier' | 'clock' | 'log'>,
  rejection: KeyRef & { credentials: Credentials; reason: string; run_id?: string | undefined },
): Promise<boolean> {
  const { provider, workspace_id, credentials, reason, run_id } = rejection;
  if (!takesKey(provider)) return true;
  const row = await selectKey(app.db, rejection).executeTakeFirst();
  if (!row) return true;
  const storedCredentials = decryptProviderKey(app, { workspace_id, provider, ...row });
  if (!isDeepStrictEqual(storedCredentials, credentials)) return true;
  const verdict = await checkRejectedKey(app, { workspace_id, provider, ...row, credentials });
  if (verdict !== 'rejected') return verdict !== 'accepted';
  await app.db
    .updateTable('provider_key')
    .set({ status: 'invalid', invalid_reason: reason, checked_at: app.clock() })
    .where('workspace_id', '=', workspace_id)
    .where('provider', '=', provider)
    .where('encrypted_credentials', '=', row.encrypted_credentials)
    .execute();
  app.log.warn({ run_id, workspace_id, provider }, 'provider key rejected during a run');
  return true;
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

/** The workspace's own key for a provider, with the concurrency limit that it has there. */
export interface Access {
  credentials: Credentials;
  limiter: KeyLimiter;
}

/**
 * Decrypts the key for a provider, or returns why it cannot be used. `name` identifies the concurrency limit,
 * because each service of a provider has its own.
 */
export async function openAccess(
  app: Pick<EngineApp, 'db' | 'secrets' | 'concurrencyLimiter'>,
  workspaceId: string,
  { id, initial_slots = 1 }: { id: string; initial_slots?: number | undefined },
  name = id,
): Promise<Access | NodeFailure> {
  try {
    const credentials = await findProviderCredentials(app, { workspace_id: workspaceId, provider: id });
    if (credentials) {
      const limiter = app.concurrencyLimiter.forKey({ provider: name, credentials, initial_slots });
      return { credentials, limiter };
    }
  } catch (error) {
    if (!(error instanceof SecretError)) throw error;
    const message = `The key for ${id} cannot be decrypted. Enter it again under provider keys.`;
    return new NodeFailure('provider_key_unreadable', message);
  }
  const reason = (await listInvalidKeys(app.db, workspaceId)).get(id);
  if (reason === undefined) return createMissingKeyFailure(id);
  return new NodeFailure('provider_auth', `${id}: ${reason}`);
}

/** Decrypts the platform key for a provider, or returns until when a run must wait. */
export async function openPlatformAccess(
  app: Pick<EngineApp, 'db' | 'secrets' | 'concurrencyLimiter' | 'clock' | 'log'>,
  { id, initial_slots = 1 }: { id: string; initial_slots?: number | undefined },
  { workspace_id, platform }: { workspace_id: string; platform: PlatformAccess },
): Promise<Access | ProviderWait> {
  const now = app.clock();
  const resume_at = new Date(now.getTime() + UNAVAILABLE_MS);
  const { unavailable_until: until = null, is_rejected } = platform.providers.get(id) ?? {};
  if (until && until > now) return new ProviderWait(id, until);
  if (is_rejected) return new ProviderWait(id, resume_at);
  try {
    const credentials = await findPlatformCredentials(app, id);
    if (!credentials) return new ProviderWait(id, resume_at);
    const key = { provider: id, credentials, initial_slots, share: workspace_id };
    return { credentials, limiter: app.concurrencyLimiter.forKey(key) };
  } catch (error) {
    if (!(error instanceof SecretError)) throw error;
    app.log.error({ provider: id, reason: error.message }, 'provider key unreadable');
    return new ProviderWait(id, resume_at);
  }
}

export function createMissingKeyFailure(providerName: string): NodeFailure {
  return new NodeFailure('provider_key_missing', `The workspace has no usable key for ${providerName}.`);
}

export type RejectedKeyApp = Pick<EngineApp, 'db' | 'secrets' | 'keyVerifier' | 'clock' | 'log' | 'metrics'>;

/** Rejected credentials, by the object that a chunk holds, with the end of the wait for a platform key. */
const rejections = new WeakMap<object, Promise<Date | undefined>>();

/** Whether the provider rejected the key, so that the chunk's other lines need not call it. Waits for a running test. */
export async function isKeyRejected({
  credentials,
}: {
  credentials: Credentials | undefined;
}): Promise<boolean> {
  if (!credentials) return false;
  await rejections.get(credentials);
  return rejections.has(credentials);
}

/**
 * Records a rejected key once per chunk. If that fails, the next chunk records it; no line is lost. A key that passes its
 * test is not rejected: later errors of the chunk are recorded again.
 */
export async function recordRejectedKeyOnce(
  { app, run, signal }: ProviderCall,
  { provider, credentials, paid_by }: ProviderAccess,
  { kind, message: reason }: ProviderError,
): Promise<void> {
  if (!credentials || signal.aborted) return;
  if (kind === 'quota' && paid_by !== 'platform') return;
  const keyRef = { run_id: run.id, workspace_id: run.workspace_id, provider: provider.id };
  // A test that is still running says nothing about the account, nor about a key that was revoked after the test began.
  if (paid_by === 'platform') await rejections.get(credentials);
  const recordOnce = async (): Promise<Date | undefined> => {
    let waitEnd: Date | undefined;
    let isRejected = paid_by !== 'platform';
    try {
      if (paid_by === 'platform') {
        const rejection = {
          provider: provider.id,
          credentials,
          reason: kind === 'quota' ? kind : 'auth',
        } as const;
        waitEnd = await recordUnavailableKey(app, rejection);
        isRejected = waitEnd !== undefined;
      } else isRejected = await recordRejectedKey(app, { ...keyRef, credentials, reason });
    } catch (error) {
      app.log.warn({ err: error, ...keyRef }, 'rejected key could not be recorded');
    }
    if (!isRejected) rejections.delete(credentials);
    return waitEnd;
  };
  const recording = rejections.get(credentials) ?? recordOnce();
  rejections.set(credentials, recording);
  await recording;
}

/** Until when calls with a rejected platform key have to wait. Undefined: the key was not rejected as a whole. */
export async function findWaitEnd({
  credentials,
}: {
  credentials: Credentials | undefined;
}): Promise<Date | undefined> {
  return credentials && (await rejections.get(credentials));
}
