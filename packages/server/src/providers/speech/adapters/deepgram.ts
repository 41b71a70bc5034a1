import { fault } from '../../faults.ts';
import { listOf, objectOf, text } from '../../json.ts';
import { type Ask, codePoints, type FaultReader, type SpeechAdapter } from '../adapter.ts';
import { plainText } from '../markup.ts';
import { DEEPGRAM_MODELS } from '../models/deepgram.ts';
import type { Credentials, ProviderVoice } from '../provider.ts';
import { settings } from '../settings.ts';
import { voiceOf } from '../voice.ts';

const RATE = 24_000;

/** Deepgram, where a model is a voice. */
export const deepgram: SpeechAdapter = {
  id: 'deepgram',
  models: DEEPGRAM_MODELS,
  starting_places: 15,
  billing: { unit: 'characters', count: codePoints },
  baseUrl: () => 'https://api.deepgram.com',
  render(request) {
    const use = settings(request);
    use.speed(undefined);
    use.noPitch();
    const query = new URLSearchParams({
      model: request.provider_voice_id,
      encoding: 'linear16',
      container: 'wav',
      sample_rate: String(RATE),
    });
    return {
      path: `/v1/speak?${query}`,
      headers: { 'content-type': 'application/json', ...authorization(request.credentials) },
      body: JSON.stringify({ text: plainText(request.text, use) }),
      dropped: use.dropped,
      sample_rate: RATE,
    };
  },
  read(answer) {
    const billed = Number(answer.headers['dg-char-count']);
    return { audio: answer.body, ...(Number.isFinite(billed) && billed > 0 && { billed }) };
  },
  fault: (answer: Parameters<FaultReader>[0]) =>
    answer.status === 429 ? fault('concurrency', answer) : undefined,
  voices: listVoices,
};

const authorization = ({ api_key = '' }: Credentials) => ({ authorization: `Token ${api_key}` });

async function listVoices(ask: Ask, credentials: Credentials): Promise<ProviderVoice[]> {
  const answer = await ask({ method: 'GET', path: '/v1/models', headers: authorization(credentials) });
  return listOf(objectOf(answer.body).tts)
    .map(objectOf)
    .flatMap((voice) => {
      if (voice.architecture !== 'aura-2') return [];
      const about = objectOf(voice.metadata);
      return [
        voiceOf({
          id: text(voice.canonical_name),
          name: text(voice.name) && text(voice.name).charAt(0).toUpperCase() + text(voice.name).slice(1),
          locales: listOf(voice.languages).map(text),
          gender: listOf(about.tags)
            .map(text)
            .find((tag) => /^(?:masculine|feminine)$/.test(tag)),
          age: about.age,
          accent: about.accent,
          category: text(listOf(about.use_cases)[0]),
          preview: about.sample,
          models: ['aura-2'],
        }),
      ];
    });
}
