import { languageOf } from '@voiceloom/text';
import { listOf, objectOf, text } from '../../json.ts';
import { type Ask, codePoints, type SpeechAdapter } from '../adapter.ts';
import { plainText } from '../markup.ts';
import { INWORLD_MODELS } from '../models/inworld.ts';
import type { Credentials, ProviderVoice, SpeechWord } from '../provider.ts';
import { settings } from '../settings.ts';
import { canonicalLocale, voiceOf } from '../voice.ts';

const RATE = 48_000;

/** Inworld, which returns WAV in base64 and, for English, the time of each word. */
export const inworld: SpeechAdapter = {
  id: 'inworld',
  models: INWORLD_MODELS,
  starting_places: 4,
  billing: { unit: 'characters', count: codePoints },
  baseUrl: () => 'https://api.inworld.ai',
  render(request) {
    const use = settings(request);
    const speakingRate = use.speed({ min: 0.5, max: 1.5 });
    use.noPitch();
    const body = {
      text: plainText(request.text, use),
      voiceId: request.provider_voice_id,
      modelId: request.model,
      audioConfig: {
        audioEncoding: 'LINEAR16',
        sampleRateHertz: RATE,
        ...(speakingRate !== 1 && { speakingRate }),
      },
      // Earlier models detect the language from voice and text.
      ...(request.model === 'inworld-tts-2' && { language: canonicalLocale(request.locale_code) }),
      // Timing for other languages is experimental.
      ...(languageOf(request.locale_code) === 'en' && { timestampType: 'WORD' }),
    };
    return {
      path: '/tts/v1/voice',
      headers: { 'content-type': 'application/json', ...authorization(request.credentials) },
      body: JSON.stringify(body),
      dropped: use.dropped,
      sample_rate: RATE,
    };
  },
  read(answer) {
    const { audioContent, usage, timestampInfo } = objectOf(answer.body);
    const billed = Number(objectOf(usage).processedCharactersCount);
    return {
      audio: Buffer.from(text(audioContent), 'base64'),
      words: wordsIn(objectOf(timestampInfo).wordAlignment),
      ...(Number.isFinite(billed) && billed > 0 && { billed }),
    };
  },
  voices: listVoices,
};

/** The key is the Base64 text shown in the portal. */
const authorization = ({ api_key = '' }: Credentials) => ({ authorization: `Basic ${api_key}` });

function wordsIn(alignment: unknown): SpeechWord[] {
  const { words, wordStartTimeSeconds: starts, wordEndTimeSeconds: ends } = objectOf(alignment);
  const ms = (times: unknown, index: number) => Math.round(Number(listOf(times)[index] ?? 0) * 1_000);
  return listOf(words).flatMap((word, index) => {
    const spoken = text(word).trim();
    return spoken === '' ? [] : [{ text: spoken, start_ms: ms(starts, index), end_ms: ms(ends, index) }];
  });
}

const PAGE = 100;
const MOST_PAGES = 20;

async function listVoices(ask: Ask, credentials: Credentials): Promise<ProviderVoice[]> {
  const voices: ProviderVoice[] = [];
  let token = '';
  for (let page = 0; page < MOST_PAGES; page++) {
    const next = token && `&pageToken=${encodeURIComponent(token)}`;
    const path = `/voices/v1/voices?pageSize=${PAGE}${next}`;
    const answer = await ask({ method: 'GET', path, headers: authorization(credentials) });
    const body = objectOf(answer.body);
    voices.push(...listOf(body.voices).flatMap(toVoice));
    token = text(body.nextPageToken);
    if (token === '') break;
  }
  return voices;
}

function toVoice(entry: unknown): ProviderVoice[] {
  const { voiceId, displayName, langCode, promptLanguages, gender, ageGroup, categories, description } =
    objectOf(entry);
  if (text(voiceId) === '') return [];
  const spoken = listOf(promptLanguages).map(text);
  const locales = (spoken.length > 0 ? spoken : [text(langCode)]).filter((code) => !/^auto$/i.test(code));
  return [
    voiceOf({
      id: text(voiceId),
      name: text(displayName),
      locales,
      gender,
      age: ageGroup,
      category: text(listOf(categories)[0]),
      description,
    }),
  ];
}
