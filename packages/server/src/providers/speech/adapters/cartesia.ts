import { languageOf } from '@voiceloom/text';
import { fault } from '../../faults.ts';
import { listOf, objectOf, text } from '../../json.ts';
import { type Ask, codePoints, type FaultReader, type SpeechAdapter } from '../adapter.ts';
import { plainText } from '../markup.ts';
import { CARTESIA_MODELS } from '../models/cartesia.ts';
import type { Credentials, ProviderVoice } from '../provider.ts';
import { settings } from '../settings.ts';
import { voiceOf } from '../voice.ts';

const RATE = 44_100;
const VERSION = '2025-04-16';

/** Cartesia, whose API versions are dates. */
export const cartesia: SpeechAdapter = {
  id: 'cartesia',
  models: CARTESIA_MODELS,
  starting_places: 2,
  billing: { unit: 'characters', count: codePoints },
  baseUrl: () => 'https://api.cartesia.ai',
  render(request) {
    const use = settings(request);
    const speed = use.speed(request.model === 'sonic-2' ? undefined : { min: 0.6, max: 1.5 });
    use.noPitch();
    const body = {
      model_id: request.model,
      transcript: plainText(request.text, use, (ms) => `<break time="${ms}ms"/>`),
      voice: { mode: 'id', id: request.provider_voice_id },
      output_format: { container: 'wav', encoding: 'pcm_s16le', sample_rate: RATE },
      language: languageOf(request.locale_code),
      ...(speed !== 1 && { generation_config: { speed } }),
    };
    return {
      path: '/tts/bytes',
      headers: { 'content-type': 'application/json', ...authorization(request.credentials) },
      body: JSON.stringify(body),
      dropped: use.dropped,
      sample_rate: RATE,
    };
  },
  fault: cartesiaFault,
  voices: listVoices,
};

const authorization = ({ api_key = '' }: Credentials) => ({
  authorization: `Bearer ${api_key}`,
  'cartesia-version': VERSION,
});

/** It limits concurrent requests, not requests per minute. */
function cartesiaFault(answer: Parameters<FaultReader>[0]) {
  return answer.status === 429 ? fault('concurrency', answer) : undefined;
}

const MOST_PAGES = 50;

async function listVoices(ask: Ask, credentials: Credentials): Promise<ProviderVoice[]> {
  const voices: ProviderVoice[] = [];
  let after = '';
  for (let page = 0; page < MOST_PAGES; page++) {
    const next = after && `&starting_after=${encodeURIComponent(after)}`;
    const path = `/voices?limit=100${next}`;
    const answer = await ask({ method: 'GET', path, headers: authorization(credentials) });
    const body = objectOf(answer.body);
    const listed = listOf(body.data).map(toVoice);
    voices.push(...listed);
    after = listed.at(-1)?.provider_voice_id ?? '';
    if (body.has_more !== true || after === '') break;
  }
  return voices;
}

function toVoice(entry: unknown): ProviderVoice {
  const { id, name, language, gender, description } = objectOf(entry);
  return voiceOf({ id: text(id), name: text(name), locales: [text(language)], gender, description });
}
