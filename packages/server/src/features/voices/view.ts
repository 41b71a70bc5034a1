import { Voice } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import { viewOf } from '../../handler/view.ts';
import type { VoiceRow } from './queries.ts';

export function voiceView(app: Pick<App, 'speech' | 'baseUrl'>, row: VoiceRow): Voice {
  const sample_url = row.sample_url ?? sampleUrlOf(app, row);
  return viewOf(Voice, { ...row, sample_url, quality: voiceQuality(app, row) });
}

/** Rule-based speech has the lowest quality, which is suitable only for drafts. */
function voiceQuality({ speech }: Pick<App, 'speech'>, { provider }: VoiceRow): Voice['quality'] {
  const usual = speech.get(provider)?.models.find(({ is_default }) => is_default);
  return usual?.quality === 1 ? 'draft' : null;
}

/** A missing sample is created on demand, unless that has failed before. */
function sampleUrlOf(
  { speech, baseUrl }: Pick<App, 'speech' | 'baseUrl'>,
  { id, provider, sample_id, sample_key }: VoiceRow,
): string | null {
  const engine = speech.get(provider);
  if (!engine || engine.listVoices || (sample_id !== null && sample_key === null)) return null;
  return `${baseUrl()}/api/v1/voices/${id}/sample`;
}
