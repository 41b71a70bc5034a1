import { sql } from 'kysely';
import type { App } from '../../app.ts';
import { inBatches } from '../../db/batches.ts';
import type { Db, NewRow } from '../../db/index.ts';
import { upsertById } from '../../db/upsert.ts';
import { findProviderCredentials } from '../../engine/index.ts';
import { namedId } from '../../ids.ts';
import { type Credentials, type ProviderVoice, SpeechError } from '../../providers/speech/index.ts';
import { SecretError } from '../../secrets/secrets.ts';
import { VOICE_COLUMNS } from './queries.ts';

type SyncApp = Pick<App, 'db' | 'speech' | 'log'>;

export interface KeyRef {
  workspace_id: string;
  provider: string;
}

const LIST_MS = 60_000;
const BATCH = 20;
const LIST_AGAIN_MS = 24 * 3_600_000;
const TRY_AGAIN_MS = 15 * 60_000;

/** Lists the voices of a key and stores them for the workspace. After an error, the sweep tries again. */
export async function syncKeyVoices(
  { db, speech, log }: SyncApp,
  place: KeyRef,
  { credentials, now, within_ms = LIST_MS }: { credentials: Credentials; now: Date; within_ms?: number },
): Promise<void> {
  const provider = speech.get(place.provider);
  if (!provider?.listVoices) return;
  try {
    const voices = await provider.listVoices(credentials, AbortSignal.timeout(within_ms));
    await storeKeyVoices(db, place, { voices, now });
  } catch (error) {
    const isTimeout = error instanceof Error && error.name === 'TimeoutError';
    if (!(error instanceof SpeechError) && !isTimeout) throw error;
    const reason = error instanceof SpeechError ? error.kind : 'timeout';
    log.warn({ ...place, reason }, 'voices not listed');
  }
}

/** Lists the voices of keys whose last list is a day old or missing. Only one process handles a key. */
export async function syncVoices(app: SyncApp & Pick<App, 'secrets'>, now: Date): Promise<void> {
  const providers = [...app.speech.values()].flatMap(({ id, listVoices }) => (listVoices ? [id] : []));
  const due = {
    listed_before: new Date(now.getTime() - LIST_AGAIN_MS),
    tried_before: new Date(now.getTime() - TRY_AGAIN_MS),
  };
  for (const place of await takeDueKeys(app.db, { ...due, providers, now, limit: BATCH })) {
    const credentials = await openOrTell(app, place);
    if (credentials) await syncKeyVoices(app, place, { credentials, now });
  }
}

async function openOrTell(
  app: SyncApp & Pick<App, 'secrets'>,
  place: KeyRef,
): Promise<Credentials | undefined> {
  try {
    return await findProviderCredentials(app, place);
  } catch (error) {
    if (!(error instanceof SecretError)) throw error;
    app.log.error({ ...place, reason: error.message }, 'provider key unreadable');
    return undefined;
  }
}

/** The maximum number of voices of one provider in one workspace. Further voices are ignored. */
const MOST_VOICES = 5_000;
const ROWS = 500;

/** Stores these as the voices of the workspace's key. Other voices become inactive, because takes refer to them. */
export async function storeKeyVoices(
  db: Db,
  place: KeyRef,
  { voices, now }: { voices: readonly ProviderVoice[]; now: Date },
): Promise<void> {
  const unique = new Map(voices.slice(0, MOST_VOICES).map((voice) => [voice.provider_voice_id, voice]));
  const rows = Array.from(unique.values(), (voice) => voiceRow(place, voice, now));
  await db.transaction().execute(async (tx) => {
    // If the key was deleted while its voices were listed, none are stored.
    const key = await tx
      .updateTable('provider_key')
      .set({ voices_listed_at: now, voices_attempted_at: now })
      .where('workspace_id', '=', place.workspace_id)
      .where('provider', '=', place.provider)
      .executeTakeFirst();
    if (key.numUpdatedRows === 0n) return;
    const columns = [...VOICE_COLUMNS, 'sample_url'] as const;
    for (const batch of inBatches(rows, ROWS)) await upsertById(tx, 'voice', { rows: batch, columns });
    await deactivateVoices(tx, place, { except: rows.map(({ id }) => id), now });
  });
}

function voiceRow({ workspace_id, provider }: KeyRef, voice: ProviderVoice, now: Date): NewRow<'voice'> {
  const { locale_codes, models, preview_url, ...columns } = voice;
  return {
    ...columns,
    id: namedId(`voice/${workspace_id}/${provider}/${voice.provider_voice_id}`),
    workspace_id,
    provider,
    source: 'platform',
    is_active: true,
    sample_url: preview_url ?? null,
    supported_languages: [...locale_codes],
    supported_models: models ? [...models] : null,
    created_at: now,
    updated_at: now,
  };
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
    .where('workspace_id', '=', workspace_id)
    .where('provider', '=', provider)
    .where('source', '=', 'platform')
    .where('is_active', '=', true)
    .where(sql<boolean>`not (id = any(${except}::uuid[]))`)
    .execute();
}

type Due = { providers: string[]; listed_before: Date; tried_before: Date; now: Date; limit: number };

/** Returns keys whose voices must be listed, and marks them, so that no other process lists them too. */
async function takeDueKeys(db: Db, due: Due): Promise<KeyRef[]> {
  if (due.providers.length === 0) return [];
  const rows = await sql<KeyRef>`
    with due as (
      select workspace_id, provider from provider_key
      where provider = any(${due.providers}::text[]) and status <> 'invalid'
        and (voices_listed_at is null or voices_listed_at < ${due.listed_before})
        and (voices_attempted_at is null or voices_attempted_at < ${due.tried_before})
      order by voices_attempted_at nulls first
      limit ${due.limit}
      for update skip locked
    )
    update provider_key as tried set voices_attempted_at = ${due.now} from due
    where tried.workspace_id = due.workspace_id and tried.provider = due.provider
    returning tried.workspace_id, tried.provider`.execute(db);
  return rows.rows;
}
