import { languageOf } from '@voiceloom/text';
import { sql } from 'kysely';
import { inBatches } from '../../db/batches.ts';
import measureVoiceFeatures from '../../db/generated/voice-features.json' with { type: 'json' };
import type { Db, NewRow } from '../../db/index.ts';
import { upsertById } from '../../db/upsert.ts';
import { namedId } from '../../ids.ts';
import { listLocalVoices } from '../../providers/local/local-voices.ts';
import type { InstalledModel } from '../../providers/local/models/index.ts';
import { ESPEAK_VOICES } from '../../providers/speech/embedded/voices.ts';
import { VOICE_COLUMNS } from './queries.ts';

/** The ID of a voice of the embedded engine, which is the same on every installation. */
export function espeakVoiceId(providerVoiceId: string): string {
  return namedId(`voice/espeak/${providerVoiceId}`);
}

const FEATURES: Readonly<Record<string, { features: number[] | null }>> = measureVoiceFeatures;

export interface SeedVoicesOptions {
  /** Whether the embedded engine is installed. Without it, its voices are inactive. */
  isInstalled: boolean;
  now: Date;
}

/**
 * Inserts or updates the voices of the embedded engine. Safe to run at every start and in several processes: it does
 * not change correct rows, and it deletes nothing.
 */
export async function seedVoices(db: Db, { isInstalled, now }: SeedVoicesOptions): Promise<void> {
  const rows = ESPEAK_VOICES.map((voice): NewRow<'voice'> => {
    const { locale_code, other_locale_codes, ...columns } = voice;
    return {
      ...columns,
      id: espeakVoiceId(voice.provider_voice_id),
      provider: 'espeak',
      source: 'platform',
      is_active: isInstalled,
      tags: [languageOf(locale_code), voice.gender, 'synthetic'],
      supported_languages: [locale_code, ...other_locale_codes],
      supported_models: ['espeak-ng'],
      features: FEATURES[voice.provider_voice_id]?.features ?? null,
      created_at: now,
      updated_at: now,
    };
  });
  await upsertById(db, 'voice', { rows, columns: [...VOICE_COLUMNS, 'tags', 'features'] });
}

const MAX_TAGS = 20;
const BATCH = 500;
/** No voice has this ID. */
const NO_VOICE = '00000000-0000-0000-0000-000000000000';

export interface SeedLocalVoicesOptions {
  models: readonly InstalledModel[];
  /** The names of all models that this process has had since its start. */
  knownModels: ReadonlySet<string>;
  now: Date;
}

/**
 * Inserts or updates the voices of the local models, and hides those of models that were removed from this process. A
 * process without models must not hide the voices of others. Safe to run at every start and after every change, in
 * several processes.
 */
export async function seedLocalVoices(
  db: Db,
  { models, knownModels, now }: SeedLocalVoicesOptions,
): Promise<void> {
  const rows = listLocalVoices(models).map((voice): NewRow<'voice'> => {
    const { provider_voice_id, name, locale_codes, gender, description } = voice;
    const tags = new Set(['neural', ...locale_codes.map((locale) => languageOf(locale))]);
    if (gender !== null) tags.add(gender);
    return {
      id: namedId(`voice/local/${provider_voice_id}`),
      provider: 'local',
      provider_voice_id,
      source: 'platform',
      is_active: true,
      name,
      description,
      gender,
      age: null,
      accent: null,
      category: null,
      tags: [...tags].slice(0, MAX_TAGS),
      supported_languages: [...locale_codes],
      supported_models: [voice.model],
      created_at: now,
      updated_at: now,
    };
  });
  for (const batch of inBatches(rows, BATCH))
    await upsertById(db, 'voice', { rows: batch, columns: [...VOICE_COLUMNS, 'tags'] });
  if (knownModels.size === 0) return;
  await db
    .updateTable('voice')
    .set({ is_active: false, updated_at: now })
    .where('provider', '=', 'local')
    .where('is_active', '=', true)
    .where(sql<boolean>`supported_models && ${[...knownModels]}::text[]`)
    .where('id', 'not in', rows.length > 0 ? rows.map(({ id }) => id) : [NO_VOICE])
    .execute();
}
