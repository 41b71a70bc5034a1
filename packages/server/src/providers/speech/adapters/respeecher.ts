import { listOf, objectOf, text } from '../../json.ts';
import { type Ask, codePoints, type SpeechAdapter } from '../adapter.ts';
import { plainText } from '../markup.ts';
import { RESPEECHER_MODELS } from '../models/respeecher.ts';
import type { Credentials, ProviderVoice } from '../provider.ts';
import { settings } from '../settings.ts';
import { voiceOf } from '../voice.ts';

const RATE = 44_100;

/** Respeecher, where a model is a language and part of the URL. */
export const respeecher: SpeechAdapter = {
  id: 'respeecher',
  models: RESPEECHER_MODELS,
  starting_places: 2,
  billing: { unit: 'seconds', count: codePoints },
  baseUrl: () => 'https://api.respeecher.com',
  render(request) {
    const use = settings(request);
    use.speed(undefined);
    use.noPitch();
    const { seed, provider_voice_id: id } = request;
    const body = {
      transcript: plainText(request.text, use),
      voice: { id, ...(seed !== undefined && { sampling_params: { seed } }) },
      output_format: { sample_rate: RATE },
    };
    return {
      path: `${pathOf(request.model)}/tts/bytes`,
      headers: { 'content-type': 'application/json', ...authorization(request.credentials) },
      body: JSON.stringify(body),
      dropped: use.dropped,
      sample_rate: RATE,
    };
  },
  voices: listVoices,
};

const pathOf = (model: string): string => `/v1/public/tts/${model}`;
const authorization = ({ api_key = '' }: Credentials) => ({ 'x-api-key': api_key });

/** A voice in two models is one voice with both languages. */
async function listVoices(ask: Ask, credentials: Credentials): Promise<ProviderVoice[]> {
  const headers = authorization(credentials);
  const found = new Map<string, { entry: Record<string, unknown>; models: string[]; locales: string[] }>();
  for (const { id: model, locales } of RESPEECHER_MODELS) {
    const answer = await ask({ method: 'GET', path: `${pathOf(model)}/voices`, headers });
    for (const entry of listOf(answer.body).map(objectOf)) {
      const known = found.get(text(entry.id)) ?? { entry, models: [], locales: [] };
      known.models.push(model);
      known.locales.push(...(locales ?? []));
      found.set(text(entry.id), known);
    }
  }
  return Array.from(found, ([id, { entry, models, locales }]) =>
    voiceOf({ id, locales, models, gender: entry.gender, age: entry.age, accent: entry.accent }),
  );
}
