import { sql } from 'kysely';
import type { App } from '../../app.ts';
import { inBatches } from '../../db/batches.ts';
import type { Db, NewRow } from '../../db/index.ts';
import { upsertById } from '../../db/upsert.ts';
import { findPlatformCredentials, findProviderCredentials } from '../../engine/index.ts';
import { ApiError, invalid, notFound } from '../../errors.ts';
import { namedId } from '../../ids.ts';
import { type Credentials, type ProviderVoice, SpeechError } from '../../providers/speech/index.ts';
import { SecretError } from '../../secrets/secrets.ts';
import { VOICE_COLUMNS } from './queries.ts';

type SyncApp = Pick<App, 'db' | 'speech' | 'log'>;

export interface KeyRef {
  /** Null for a platform key. Its voices are public. */
  workspace_id: string | null;
  provider: string;
}

const LIST_MS = 60_000;
const REFRESH_MS = 20_000;
const MIN_PAUSE_S = 10;
const BATCH = 20;
const LIST_AGAIN_MS = 24 * 3_600_000;
const TRY_AGAIN_MS = 15 * 60_000;

/** The key that lists voices, as the service decrypted it and as it is stored. */
interface ListingKey {
  credentials: Credentials;
  encrypted_credentials: Buffer;
}

/** Lists the voices of a key and stores them for the workspace. After an error, the sweep tries again. */
export async function syncKeyVoices(
  { db, speech, log }: SyncApp,
  keyRef: KeyRef,
  options: ListingKey & { now: Date; within_ms?: number },
): Promise<void> {
  const { credentials, encrypted_credentials, now, within_ms = LIST_MS } = options;
  const provider = speech.get(keyRef.provider);
  if (!provider?.listVoices) return;
  try {
    const voices = await provider.listVoices(credentials, AbortSignal.timeout(within_ms));
    const count = await storeKeyVoices(db, keyRef, { voices, encrypted_credentials, now });
    if (count === undefined) log.info(keyRef, 'voices not stored, because the key was replaced or deleted');
  } catch (error) {
    const isTimeout = error instanceof Error && error.name === 'TimeoutError';
    if (!(error instanceof SpeechError) && !isTimeout) throw error;
    const reason = error instanceof SpeechError ? error.kind : 'timeout';
    log.warn({ ...keyRef, reason }, 'voices not listed');
  }
}

/** Lists the voices of the workspace's key now. */
export async function refreshVoices(
  app: SyncApp & Pick<App, 'secrets'>,
  { workspaceId, provider: id, now }: { workspaceId: string; provider: string; now: Date },
): Promise<{ voices_count: number }> {
  const provider = app.speech.get(id);
  if (!provider?.listVoices) {
    const message = `The voices of ${id} are part of the service. Only voices of a provider with a key can be refreshed.`;
    throw invalid({ field: 'body.provider', message });
  }
  const keyRef = { workspace_id: workspaceId, provider: id };
  await claimVoiceList(app.db, keyRef, now);
  const encrypted_credentials = await findEncryptedCredentials(app.db, keyRef);
  const credentials = await findProviderCredentials(app, keyRef);
  if (!credentials || !encrypted_credentials) throw notFound('provider key');
  try {
    const voices = await provider.listVoices(credentials, AbortSignal.timeout(REFRESH_MS));
    const voices_count = await storeKeyVoices(app.db, keyRef, { voices, encrypted_credentials, now });
    if (voices_count !== undefined) return { voices_count };
    throw new ApiError('CONFLICT', 'The key was replaced or deleted while its voices were listed.');
  } catch (error) {
    const isTimeout = error instanceof Error && error.name === 'TimeoutError';
    if (!(error instanceof SpeechError) && !isTimeout) throw error;
    if (error instanceof SpeechError && error.kind === 'auth') throw createRejectedKeyError();
    throw new ApiError('UNAVAILABLE', 'The provider does not list its voices at the moment.', {
      retryAfterSeconds: MIN_PAUSE_S,
    });
  }
}

const createRejectedKeyError = (): ApiError =>
  new ApiError('CONFLICT', 'The provider rejected the key. Store a new key first.');

/**
 * The stored form of a key. Read before its credentials, so that a key that is replaced in between only makes the list
 * of voices unused.
 */
async function findEncryptedCredentials(
  db: Db,
  { workspace_id, provider }: KeyRef,
): Promise<Buffer | undefined> {
  const platformKey = db.selectFrom('platform_provider_key').where('provider', '=', provider);
  const ownKey = db
    .selectFrom('provider_key')
    .where('workspace_id', '=', workspace_id)
    .where('provider', '=', provider);
  const row =
    workspace_id === null
      ? await platformKey.select('encrypted_credentials').executeTakeFirst()
      : await ownKey.select('encrypted_credentials').executeTakeFirst();
  return row?.encrypted_credentials;
}

/** Marks the key, so that its voices are not listed by several requests at once. */
async function claimVoiceList(
  db: Db,
  { workspace_id, provider }: { workspace_id: string; provider: string },
  now: Date,
): Promise<void> {
  const attemptedBefore = new Date(now.getTime() - MIN_PAUSE_S * 1_000);
  const claim = await db
    .updateTable('provider_key')
    .set({ voices_attempted_at: now })
    .where('workspace_id', '=', workspace_id)
    .where('provider', '=', provider)
    .where('status', '<>', 'invalid')
    .where((eb) =>
      eb.or([eb('voices_attempted_at', 'is', null), eb('voices_attempted_at', '<', attemptedBefore)]),
    )
    .executeTakeFirstOrThrow();
  if (claim.numUpdatedRows > 0n) return;
  const key = await db
    .selectFrom('provider_key')
    .select('status')
    .where('workspace_id', '=', workspace_id)
    .where('provider', '=', provider)
    .executeTakeFirstOrThrow(() => notFound('provider key'));
  if (key.status === 'invalid') throw createRejectedKeyError();
  const message = `The voices were listed within the last ${MIN_PAUSE_S} seconds.`;
  throw new ApiError('RATE_LIMITED', message, { retryAfterSeconds: MIN_PAUSE_S });
}

/** Lists the voices of keys whose last list is a day old or missing. Only one process handles a key. */
export async function syncVoices(app: SyncApp & Pick<App, 'secrets'>, now: Date): Promise<void> {
  const providers = [...app.speech.values()].filter(({ listVoices }) => listVoices).map(({ id }) => id);
  if (providers.length === 0) return;
  const listedBefore = new Date(now.getTime() - LIST_AGAIN_MS);
  const attemptedBefore = new Date(now.getTime() - TRY_AGAIN_MS);
  // Marks the keys, so that no other process lists their voices too.
  const isDue = sql<boolean>`provider = any(${providers}::text[]) and status <> 'invalid'
    and (voices_listed_at is null or voices_listed_at < ${listedBefore})
    and (voices_attempted_at is null or voices_attempted_at < ${attemptedBefore})`;
  const { rows: dueKeys } = await sql<KeyRef>`
    with due as (
      select workspace_id, provider from provider_key where ${isDue}
      order by voices_attempted_at nulls first
      limit ${BATCH}
      for update skip locked
    )
    update provider_key as due_key set voices_attempted_at = ${now} from due
    where due_key.workspace_id = due.workspace_id and due_key.provider = due.provider
    returning due_key.workspace_id, due_key.provider`.execute(app.db);
  const { rows: duePlatformKeys } = await sql<KeyRef>`
    update platform_provider_key set voices_attempted_at = ${now} where ${isDue}
    returning null::uuid as workspace_id, provider`.execute(app.db);
  for (const keyRef of [...duePlatformKeys, ...dueKeys]) {
    const { workspace_id, provider } = keyRef;
    const encrypted_credentials = await findEncryptedCredentials(app.db, keyRef);
    const reading =
      workspace_id === null
        ? findPlatformCredentials(app, provider)
        : findProviderCredentials(app, { workspace_id, provider });
    const credentials = await reading.catch((error: unknown) => {
      if (!(error instanceof SecretError)) throw error;
      app.log.error({ ...keyRef, reason: error.message }, 'provider key unreadable');
      return undefined;
    });
    if (credentials && encrypted_credentials)
      await syncKeyVoices(app, keyRef, { credentials, encrypted_credentials, now });
  }
}

/** The maximum number of voices of one provider in one workspace. Further voices are ignored. */
const MAX_VOICES = 5_000;
const ROWS = 500;

/**
 * Stores these as the voices of the key that listed them, and returns their number; undefined if the key was replaced or
 * deleted meanwhile. Other voices become inactive, because takes refer to them.
 */
export async function storeKeyVoices(
  db: Db,
  keyRef: KeyRef,
  list: { voices: readonly ProviderVoice[]; encrypted_credentials: Buffer; now: Date },
): Promise<number | undefined> {
  const { voices, encrypted_credentials, now } = list;
  const { workspace_id, provider } = keyRef;
  const voicesById = new Map(voices.slice(0, MAX_VOICES).map((voice) => [voice.provider_voice_id, voice]));
  const rows = Array.from(voicesById.values(), (voice): NewRow<'voice'> => {
    const { locale_codes, models, preview_url, ...columns } = voice;
    return {
      ...columns,
      id: namedId(`voice/${workspace_id ?? 'platform'}/${provider}/${voice.provider_voice_id}`),
      workspace_id,
      provider,
      source: 'platform',
      is_active: true,
      is_of_platform_key: workspace_id === null,
      sample_url: preview_url ?? null,
      supported_languages: [...locale_codes],
      supported_models: models ? [...models] : null,
      created_at: now,
      updated_at: now,
    };
  });
  return db.transaction().execute(async (tx) => {
    const times = { voices_listed_at: now, voices_attempted_at: now };
    const updatePlatformKey = tx
      .updateTable('platform_provider_key')
      .set(times)
      .where('provider', '=', provider)
      .where('encrypted_credentials', '=', encrypted_credentials);
    const updateOwnKey = tx
      .updateTable('provider_key')
      .set(times)
      .where('workspace_id', '=', workspace_id)
      .where('provider', '=', provider)
      .where('encrypted_credentials', '=', encrypted_credentials);
    const key = workspace_id === null ? updatePlatformKey : updateOwnKey;
    if ((await key.executeTakeFirstOrThrow()).numUpdatedRows === 0n) return undefined;
    const columns = [...VOICE_COLUMNS, 'sample_url'] as const;
    for (const batch of inBatches(rows, ROWS)) await upsertById(tx, 'voice', { rows: batch, columns });
    await deactivateVoices(tx, keyRef, { except: rows.map(({ id }) => id), now });
    return rows.length;
  });
}

/** Deactivates the voices of a key, except these. Without the key, they cannot speak anymore. */
export async function deactivateVoices(
  tx: Db,
  { workspace_id, provider }: KeyRef,
  { except, now }: { except: string[]; now: Date },
): Promise<void> {
  await tx
    .updateTable('voice')
    .set({ is_active: false, updated_at: now })
    .where('workspace_id', 'is not distinct from', workspace_id)
    .where('provider', '=', provider)
    .where('source', '=', 'platform')
    .where('is_active', '=', true)
    .where(sql<boolean>`not (id = any(${except}::uuid[]))`)
    .execute();
}
