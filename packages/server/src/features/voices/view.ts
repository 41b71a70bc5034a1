import type { Voice } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import type { VoiceRow } from './queries.ts';

/** Enumerated columns hold only what the contract knows: they are written from its own schemas. */
export function voiceView(app: Pick<App, 'speech' | 'baseUrl'>, row: VoiceRow): Voice {
  return {
    id: row.id,
    name: row.name,
    provider: row.provider as Voice['provider'],
    provider_voice_id: row.provider_voice_id,
    description: row.description,
    is_active: row.is_active,
    gender: row.gender as Voice['gender'],
    accent: row.accent as Voice['accent'],
    age: row.age as Voice['age'],
    category: row.category as Voice['category'],
    color: row.color,
    tags: row.tags,
    descriptor: row.descriptor,
    uses_count: row.uses_count,
    user_id: row.user_id,
    source: row.source as Voice['source'],
    duration_seconds: row.duration_seconds,
    sample_url: row.sample_url ?? sampleUrlOf(app, row),
    supported_languages: row.supported_languages,
    supported_models: row.supported_models,
    quality: voiceQuality(app, row),
    is_favorite: row.is_favorite,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** Speech by rules, the lowest step of quality, is for drafts. */
function voiceQuality({ speech }: Pick<App, 'speech'>, { provider }: VoiceRow): Voice['quality'] {
  const usual = speech.get(provider)?.models.find(({ is_default }) => is_default);
  return usual?.quality === 1 ? 'draft' : null;
}

/** A sample that does not exist yet is created on demand, unless that failed before. */
function sampleUrlOf(
  { speech, baseUrl }: Pick<App, 'speech' | 'baseUrl'>,
  { id, provider, sample_id, sample_key }: VoiceRow,
): string | null {
  const engine = speech.get(provider);
  if (!engine || engine.listVoices || (sample_id !== null && sample_key === null)) return null;
  return `${baseUrl()}/api/v1/voices/${id}/sample`;
}
