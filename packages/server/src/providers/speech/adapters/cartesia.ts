import { CARTESIA_DIRECTION } from '@voiceloom/contract';
import { languageOf } from '@voiceloom/text';
import { limitsConcurrency } from '../../faults.ts';
import { listOf, objectOf, text } from '../../json.ts';
import { allPages, bearer, checkWith, type SpeechAdapter } from '../adapter.ts';
import { modelsOf } from '../credits.ts';
import { plainText } from '../markup.ts';
import type { ProviderVoice } from '../provider.ts';
import { voiceOf } from '../voice.ts';

const RATE = 44_100;
const MAX_PAGES = 50;

/** Cartesia, whose API versions are dates. */
export const cartesia: SpeechAdapter = {
  id: 'cartesia',
  // About one credit per character, and the price of a credit depends on the plan (Cartesia's pricing, as of
  // 2026). No limit per request is documented; a request of this length is about four minutes of speech.
  models: modelsOf({ max_characters: 3_000 }, [
    { id: 'sonic-3', display_name: 'Sonic 3', quality: 4, ...CARTESIA_DIRECTION },
    { id: 'sonic-2', display_name: 'Sonic 2', quality: 3 },
  ]),
  initial_slots: 2,
  baseUrl: () => 'https://api.cartesia.ai',
  authorization: (credentials) => ({ ...bearer(credentials), 'cartesia-version': '2025-04-16' }),
  keyCheck: checkWith('/voices?limit=1'),
  sample_rate: RATE,
  render(request, use) {
    const speed = request.model === 'sonic-2' ? 1 : use.speed({ min: 0.6, max: 1.5 });
    const generation_config = { ...(speed !== 1 && { speed }), ...request.controls };
    const json = {
      model_id: request.model,
      transcript: plainText(request.text, use, {
        pause: (ms) => `<break time="${ms}ms"/>`,
        audio_tag: laughter(request.model),
      }),
      voice: { mode: 'id', id: request.provider_voice_id },
      output_format: { container: 'wav', encoding: 'pcm_s16le', sample_rate: RATE },
      language: languageOf(request.locale_code),
      ...(Object.keys(generation_config).length > 0 && { generation_config }),
    };
    return { path: '/tts/bytes', json };
  },
  fault: limitsConcurrency,
  voices: (load) =>
    allPages(MAX_PAGES, async (after) => {
      const next = after && `&starting_after=${encodeURIComponent(after)}`;
      const body = objectOf(await load(`/voices?limit=100${next}`));
      const items = listOf(body.data).map(toVoice);
      return { items, next: body.has_more === true ? (items.at(-1)?.provider_voice_id ?? '') : '' };
    }),
};

function toVoice(entry: unknown): ProviderVoice {
  const { id, name, language, gender, description } = objectOf(entry);
  return voiceOf({ id: text(id), name: text(name), locales: [text(language)], gender, description });
}

/** Sonic 3 speaks `[laughter]` as a laugh and supports no other tags (Cartesia's documentation, as of 2026). */
const laughter = (model: string) =>
  model === 'sonic-3' ? (name: string) => (/^laugh/i.test(name) ? '[laughter]' : undefined) : undefined;
