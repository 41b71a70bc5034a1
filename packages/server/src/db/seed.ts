import { ESPEAK_VOICES, type EspeakVoice } from '@voiceloom/speech-espeak';
import type { FilePlan } from '../config/plans-file.ts';
import { namedId } from '../ids.ts';
import voiceFeatures from './generated/voice-features.json' with { type: 'json' };
import type { Db, NewRow } from './index.ts';
import { seedPlans } from './seed-plans.ts';
import { differs, seededValues } from './upsert.ts';

/** The id of a voice of the embedded engine, the same on every installation. */
export function espeakVoiceId(providerVoiceId: string): string {
  return namedId(`voice/espeak/${providerVoiceId}`);
}

/**
 * Plans and platform voices. May run at every start and in several processes at once: rows that are as they
 * should be are left alone, and nothing is ever deleted.
 */
export async function seed(db: Db, plans: readonly FilePlan[], now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await seedPlans(tx, plans, now);
    await seedVoices(tx, now);
  });
}

const FEATURES: Readonly<Record<string, { features: number[] | null }>> = voiceFeatures;

function voiceRow(voice: EspeakVoice, now: Date): NewRow<'voice'> {
  const { locale_code, other_locale_codes, ...columns } = voice;
  return {
    ...columns,
    id: espeakVoiceId(voice.provider_voice_id),
    provider: 'espeak',
    source: 'platform',
    tags: [locale_code.split('-')[0] ?? locale_code, voice.gender, 'synthetic'],
    supported_languages: [locale_code, ...other_locale_codes],
    supported_models: ['espeak-ng'],
    features: FEATURES[voice.provider_voice_id]?.features ?? null,
    created_at: now,
    updated_at: now,
  };
}

const VOICE_COLUMNS = [
  'name',
  'description',
  'gender',
  'accent',
  'age',
  'category',
  'tags',
  'supported_languages',
  'supported_models',
  'features',
] as const;

async function seedVoices(tx: Db, now: Date): Promise<void> {
  await tx
    .insertInto('voice')
    .values(ESPEAK_VOICES.map((voice) => voiceRow(voice, now)))
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(seededValues([...VOICE_COLUMNS, 'updated_at']))
        .where(differs('voice', VOICE_COLUMNS)),
    )
    .execute();
}
