import { INWORLD_2_DIRECTION, INWORLD_DIRECTION } from '@voiceloom/contract';
import { languageOf } from '@voiceloom/text';
import { bytesIn, listOf, objectOf, text } from '../../json.ts';
import { allPages, checkWith, directed, msAt, type SpeechAdapter } from '../adapter.ts';
import { modelsOf } from '../credits.ts';
import { plainText, type WriteAudioTag } from '../markup.ts';
import type { ProviderVoice, SpeechWord } from '../provider.ts';
import { canonicalLocale, voiceOf } from '../voice.ts';

const RATE = 48_000;
const MAX_PAGES = 20;

const isEnglish = (locale: string): boolean => languageOf(locale) === 'en';

/** Inworld, which returns WAV in base64 and, for English, the time of each word. */
export const inworld: SpeechAdapter = {
  id: 'inworld',
  // Models and limit per request: Inworld's model list and the reference of "Synthesize speech", as of 2026.
  // Inworld bills characters at prices that depend on the plan, so no price is given here.
  models: modelsOf({ max_characters: 2_000, ...INWORLD_DIRECTION }, [
    { id: 'inworld-tts-1.5-max', display_name: 'TTS 1.5 Max', quality: 4 },
    { id: 'inworld-tts-1.5-mini', display_name: 'TTS 1.5 Mini', quality: 3 },
    { id: 'inworld-tts-2', display_name: 'Realtime TTS-2', quality: 4, ...INWORLD_2_DIRECTION },
  ]),
  initial_slots: 4,
  baseUrl: () => 'https://api.inworld.ai',
  /** The key is the Base64 text that the portal shows. */
  authorization: ({ api_key = '' }) => ({ authorization: `Basic ${api_key}` }),
  keyCheck: checkWith('/voices/v1/voices?pageSize=1'),
  sample_rate: RATE,
  timesWords: isEnglish,
  render(request, use) {
    const speakingRate = use.speed({ min: 0.5, max: 1.5 });
    const { temperature, delivery_mode } = request.controls ?? {};
    const json = {
      text: directed(plainText(request.text, use, { audio_tag: markupFor(request) }), request, use),
      voiceId: request.provider_voice_id,
      modelId: request.model,
      audioConfig: {
        audioEncoding: 'LINEAR16',
        sampleRateHertz: RATE,
        ...(speakingRate !== 1 && { speakingRate }),
      },
      ...(temperature !== undefined && { temperature }),
      ...(delivery_mode !== undefined && { deliveryMode: delivery_mode }),
      // Earlier models detect the language from the voice and the text.
      ...(request.model === 'inworld-tts-2' && { language: canonicalLocale(request.locale_code) }),
      // Timestamps for other languages are experimental.
      ...(isEnglish(request.locale_code) && { timestampType: 'WORD' }),
    };
    return { path: '/tts/v1/voice', json };
  },
  read({ body }) {
    const { audioContent, usage, timestampInfo } = objectOf(body);
    return {
      audio: bytesIn(audioContent, 'base64'),
      words: wordsIn(objectOf(timestampInfo).wordAlignment),
      billed: objectOf(usage).processedCharactersCount,
    };
  },
  voices: (load) =>
    allPages(MAX_PAGES, async (token) => {
      const next = token && `&pageToken=${encodeURIComponent(token)}`;
      const body = objectOf(await load(`/voices/v1/voices?pageSize=100${next}`));
      return { items: listOf(body.voices).flatMap(toVoice), next: text(body.nextPageToken) };
    }),
};

function wordsIn(alignment: unknown): SpeechWord[] {
  const { words, wordStartTimeSeconds: starts, wordEndTimeSeconds: ends } = objectOf(alignment);
  return listOf(words).flatMap((word, index) => {
    const spoken = text(word).trim();
    const [start_ms, end_ms] = [msAt(listOf(starts), index), msAt(listOf(ends), index)];
    return spoken === '' ? [] : [{ text: spoken, start_ms, end_ms }];
  });
}

function toVoice(entry: unknown): ProviderVoice[] {
  const voice = objectOf(entry);
  const id = text(voice.voiceId);
  if (id === '') return [];
  const spoken = listOf(voice.promptLanguages).map(text);
  const locales = spoken.length > 0 ? spoken : [text(voice.langCode)];
  return [
    voiceOf({
      id,
      name: text(voice.displayName),
      locales: locales.filter((code) => !/^auto$/i.test(code)),
      gender: voice.gender,
      age: voice.ageGroup,
      category: text(listOf(voice.categories)[0]),
      description: voice.description,
    }),
  ];
}

/** TTS 1.5 supports these in English (Inworld's page on audio markups, as of 2026). */
const MARKUPS: readonly (readonly [RegExp, string])[] = [
  ...[
    /^whisper/,
    /^laughing/,
    /^laugh/,
    /^chuckl/,
    /^sigh/,
    /^breath/,
    /^cough/,
    /^yawn/,
    /^clear.*throat/,
  ].map(
    (pattern, index) =>
      [
        pattern,
        'whispering laughing laugh laugh sigh breathe cough yawn clear_throat'.split(' ')[index] ?? '',
      ] as const,
  ),
  ...['happy', 'sad', 'angry', 'surprised', 'fearful', 'disgusted'].map(
    (emotion) => [new RegExp(`^${emotion}`), emotion] as const,
  ),
];

function markupFor({
  model,
  locale_code,
}: {
  model: string;
  locale_code: string;
}): WriteAudioTag | undefined {
  // TTS-2 follows any words in square brackets.
  if (model === 'inworld-tts-2') return (name) => `[${name}]`;
  if (languageOf(locale_code) !== 'en') return undefined;
  return (name) => {
    const known = MARKUPS.find(([pattern]) => pattern.test(name.toLowerCase()));
    return known && `[${known[1]}]`;
  };
}
