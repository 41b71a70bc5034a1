import { languageOf } from '@voiceloom/text';
import measureVoiceFeatures from '../../db/generated/voice-features.json' with { type: 'json' };
import type { Db, NewRow } from '../../db/index.ts';
import { upsertById } from '../../db/upsert.ts';
import { namedId } from '../../ids.ts';
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
