import { languageOf } from '@voiceloom/text';
import { fault } from '../../faults.ts';
import { listOf, objectOf, text } from '../../json.ts';
import { type Ask, codePoints, type FaultReader, type PartRequest, type SpeechAdapter } from '../adapter.ts';
import { plainText } from '../markup.ts';
import { RIME_MODELS } from '../models/rime.ts';
import type { Credentials, ProviderVoice } from '../provider.ts';
import { settings } from '../settings.ts';
import { voiceOf } from '../voice.ts';

const RATE = 24_000;

/** Rime, where `Accept` picks the format. */
export const rime: SpeechAdapter = {
  id: 'rime',
  models: RIME_MODELS,
  starting_places: 4,
  billing: { unit: 'characters', count: codePoints },
  baseUrl: () => 'https://users.rime.ai',
  render(request) {
    const use = settings(request);
    const speed = use.speed({ min: 0.5, max: 2 });
    use.noPitch();
    const body = {
      text: plainText(request.text, use),
      speaker: request.provider_voice_id,
      modelId: request.model,
      lang: languageFor(request),
      samplingRate: RATE,
      ...(speed !== 1 && speedField(request.model, speed)),
    };
    return {
      path: '/v1/rime-tts',
      headers: {
        'content-type': 'application/json',
        accept: 'audio/wav',
        ...authorization(request.credentials),
      },
      body: JSON.stringify(body),
      dropped: use.dropped,
      sample_rate: RATE,
    };
  },
  fault: (answer: Parameters<FaultReader>[0]) =>
    answer.status === 429 ? fault('concurrency', answer) : undefined,
  voices: listVoices,
};

const authorization = ({ api_key = '' }: Credentials) => ({ authorization: `Bearer ${api_key}` });

/** Each model knows one of these fields. Both stretch time, so half is twice as fast. */
function speedField(model: string, speed: number): Record<string, number> {
  const stretch = Math.round(1_000 / speed) / 1_000;
  return model === 'mistv2' ? { speedAlpha: stretch } : { timeScaleFactor: stretch };
}

const LONG_CODES: Readonly<Record<string, string>> = { en: 'eng', es: 'spa', fr: 'fra', de: 'ger' };

/** The Mist models use three-letter language codes. */
function languageFor({ model, locale_code }: PartRequest): string {
  const language = languageOf(locale_code);
  return model.startsWith('mist') ? (LONG_CODES[language] ?? language) : language;
}

/** Its list has a row for each voice, model and language. */
async function listVoices(ask: Ask, credentials: Credentials): Promise<ProviderVoice[]> {
  const headers = authorization(credentials);
  const answer = await ask({ method: 'GET', path: '/data/voices/voice_details.json', headers });
  const rows = Map.groupBy(listOf(answer.body).map(objectOf), ({ speaker }) => text(speaker));
  return Array.from(rows).flatMap(([id, own]) => {
    const models = RIME_MODELS.map((model) => model.id).filter((model) =>
      own.some((row) => row.modelId === model),
    );
    if (id === '' || models.length === 0) return [];
    const locales = own.map(({ lang }) => text(lang));
    return [
      voiceOf({ id, locales, gender: own[0]?.gender, age: own[0]?.age, accent: own[0]?.dialect, models }),
    ];
  });
}
