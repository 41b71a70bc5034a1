import { INWORLD_2_DIRECTION, INWORLD_DIRECTION } from '@voiceloom/contract';
import { languageOf } from '@voiceloom/text';
import { decodeBytes, toList, toObject, toText } from '../../json.ts';
import { addDirection, checkKeyWithGet, loadPages, msAt, type SpeechAdapter } from '../adapter.ts';
import { createModels } from '../credits.ts';
import { plainText, type WriteAudioTag } from '../markup.ts';
import type { SpeechWord } from '../provider.ts';
import { canonicalLocale, createVoice } from '../voice.ts';

const RATE = 48_000;
const MAX_PAGES = 20;

const isEnglish = (locale: string): boolean => languageOf(locale) === 'en';

/** Inworld, which returns WAV in base64 and, for English, the time of each word. */
export const inworld: SpeechAdapter = {
  id: 'inworld',
  // Models and limit per request: Inworld's model list and the reference of "Synthesize speech", as of 2026.
  // Inworld bills characters at prices that depend on the plan, so no price is given here.
  models: createModels({ max_characters: 2_000, ...INWORLD_DIRECTION }, [
    { id: 'inworld-tts-1.5-max', display_name: 'TTS 1.5 Max', quality: 4 },
    { id: 'inworld-tts-1.5-mini', display_name: 'TTS 1.5 Mini', quality: 3 },
    { id: 'inworld-tts-2', display_name: 'Realtime TTS-2', quality: 4, ...INWORLD_2_DIRECTION },
  ]),
  initial_slots: 4,
  baseUrl: () => 'https://api.inworld.ai',
  /** The key is the Base64 text that the portal shows. */
  authorization: ({ api_key = '' }) => ({ authorization: `Basic ${api_key}` }),
  keyCheck: checkKeyWithGet('/voices/v1/voices?pageSize=1'),
  sample_rate: RATE,
  timesWords: isEnglish,
  write(request, settings) {
    // TTS-2 follows any words in square brackets.
    let audio_tag: WriteAudioTag | undefined;
    if (request.model === 'inworld-tts-2') audio_tag = (name) => `[${name}]`;
    else if (isEnglish(request.locale_code)) audio_tag = writeMarkup;
    return addDirection(plainText(request.text, settings, { audio_tag }), request, settings);
  },
  render(request, settings) {
    const speakingRate = settings.speed({ min: 0.5, max: 1.5 });
    const { temperature, delivery_mode } = request.controls ?? {};
    const audioConfig: Record<string, unknown> = { audioEncoding: 'LINEAR16', sampleRateHertz: RATE };
    if (speakingRate !== 1) audioConfig.speakingRate = speakingRate;
    const json: Record<string, unknown> = {
      text: request.written,
      voiceId: request.provider_voice_id,
      modelId: request.model,
      audioConfig,
    };
    if (temperature !== undefined) json.temperature = temperature;
    if (delivery_mode !== undefined) json.deliveryMode = delivery_mode;
    // Earlier models detect the language from the voice and the text.
    if (request.model === 'inworld-tts-2') json.language = canonicalLocale(request.locale_code);
    // Timestamps for other languages are experimental.
    if (isEnglish(request.locale_code)) json.timestampType = 'WORD';
    return { path: '/tts/v1/voice', json };
  },
  read({ body }) {
    const { audioContent, usage, timestampInfo } = toObject(body);
    const alignment = toObject(toObject(timestampInfo).wordAlignment);
    const starts = toList(alignment.wordStartTimeSeconds);
    const ends = toList(alignment.wordEndTimeSeconds);
    const words: SpeechWord[] = [];
    for (const [index, word] of toList(alignment.words).entries()) {
      const text = toText(word).trim();
      if (text !== '') words.push({ text, start_ms: msAt(starts, index), end_ms: msAt(ends, index) });
    }
    const audio = decodeBytes(audioContent, 'base64');
    return { audio, words, billed: toObject(usage).processedCharactersCount };
  },
  voices: (load) =>
    loadPages(MAX_PAGES, async (token) => {
      const query = token && `&pageToken=${encodeURIComponent(token)}`;
      const body = toObject(await load(`/voices/v1/voices?pageSize=100${query}`));
      const voices = toList(body.voices).map(toObject);
      const items = voices
        .filter((voice) => toText(voice.voiceId) !== '')
        .map((voice) => {
          let locales = toList(voice.promptLanguages).map(toText);
          if (locales.length === 0) locales = [toText(voice.langCode)];
          return createVoice({
            id: toText(voice.voiceId),
            name: toText(voice.displayName),
            locales: locales.filter((code) => !/^auto$/i.test(code)),
            gender: voice.gender,
            age: voice.ageGroup,
            category: toText(toList(voice.categories)[0]),
            description: voice.description,
          });
        });
      return { items, next: toText(body.nextPageToken) };
    }),
};

/** TTS 1.5 supports these in English (Inworld's page on audio markups, as of 2026). */
const MARKUPS: readonly (readonly [RegExp, string])[] = [
  [/^whisper/, 'whispering'],
  [/^laughing/, 'laughing'],
  [/^laugh/, 'laugh'],
  [/^chuckl/, 'laugh'],
  [/^sigh/, 'sigh'],
  [/^breath/, 'breathe'],
  [/^cough/, 'cough'],
  [/^yawn/, 'yawn'],
  [/^clear.*throat/, 'clear_throat'],
  [/^happy/, 'happy'],
  [/^sad/, 'sad'],
  [/^angry/, 'angry'],
  [/^surprised/, 'surprised'],
  [/^fearful/, 'fearful'],
  [/^disgusted/, 'disgusted'],
];

const writeMarkup: WriteAudioTag = (name) => {
  const markup = MARKUPS.find(([pattern]) => pattern.test(name.toLowerCase()));
  return markup && `[${markup[1]}]`;
};
