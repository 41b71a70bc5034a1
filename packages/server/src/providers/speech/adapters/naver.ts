import { NAVER_DIRECTION } from '@voiceloom/contract';
import { readKeywords, toProviderError } from '../../response-errors.ts';
import type { SpeechAdapter } from '../adapter.ts';
import { createModels } from '../credits.ts';
import { plainText } from '../markup.ts';
import { createVoice } from '../voice.ts';

const RATE = 24_000;
/** The steps -5 and 5 change the pitch by a fifth of its frequency, about three semitones. */
const PITCH = { min: -3, max: 3 };

/** The index is NAVER's number of the emotion. */
const EMOTIONS = ['neutral', 'sad', 'happy', 'angry'];

const createFormCall = (fields: Record<string, string>) => ({
  path: '/tts-premium/v1/tts',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
});

/** NAVER CLOVA Voice: form-encoded, with inverted steps for speed and pitch. */
export const naver: SpeechAdapter = {
  id: 'naver',
  // 2,000 characters in Korean, Japanese and Chinese, 3,000 in English and Spanish (reference of `tts`, April 2026).
  models: createModels(
    { max_characters: 2_000, locales: ['ko-kr', 'ja-jp', 'zh-cn', 'zh-tw', 'en-us', 'es-es'] },
    [{ id: 'premium', display_name: 'CLOVA Voice Premium', quality: 3, ...NAVER_DIRECTION }],
  ),
  initial_slots: 4,
  baseUrl: () => 'https://naveropenapi.apigw.ntruss.com',
  authorization: ({ client_id = '', client_secret = '' }) => ({
    'x-ncp-apigw-api-key-id': client_id,
    'x-ncp-apigw-api-key': client_secret,
  }),
  keyCheck: {
    // NAVER rejects an empty text only after it has accepted the key. This costs nothing.
    calls: () => [createFormCall({ speaker: 'nara', text: '' })],
    judge: ({ status }) => (status === 400 ? 'accepted' : undefined),
  },
  sample_rate: RATE,
  write: ({ text }, settings) => removeBrackets(plainText(text, settings)),
  render(request, settings) {
    const speed = settings.speed({ min: 0.5, max: 2 });
    const pitch = settings.pitch(PITCH);
    // -5 is twice the speed, and 10 is half the speed.
    const speedStep = speed >= 1 ? -Math.round((speed - 1) * 5) : Math.round((1 / speed - 1) * 10);
    // -5 is a fifth more pitch, and 5 is a fifth less.
    const pitchStep = -Math.round(((2 ** (pitch / 12) - 1) / 0.2) * 5);
    const { emotion, emotion_strength: strength } = request.controls ?? {};
    return createFormCall({
      speaker: request.provider_voice_id,
      text: request.written,
      speed: String(speedStep || 0),
      pitch: String(Math.min(5, Math.max(-5, pitchStep || 0))),
      ...(emotion !== undefined && { emotion: String(EMOTIONS.indexOf(String(emotion))) }),
      ...(strength !== undefined && { 'emotion-strength': String(strength) }),
      format: 'wav',
      'sampling-rate': String(RATE),
    });
  },
  /** A 429 can also mean that the API is not enabled for the application. Waiting does not solve that. */
  readError(response) {
    if (response.status !== 429) return undefined;
    const words = readKeywords(response);
    if (/throttle|rate/.test(words)) return toProviderError('busy', response);
    if (!/quota/.test(words)) return undefined;
    const reason = 'the API is not enabled for the application, or its quota is used up.';
    return toProviderError('quota', response, reason);
  },
  voices: async () =>
    SPEAKERS.map(([id, name, locale, gender]) => createVoice({ id, name, locales: [locale], gender })),
};

/** NAVER silently skips text in brackets. */
function removeBrackets(text: string): string {
  return text
    .replace(/(?:(?<!\s)\s+)?[([{（［]\s*/g, ', ')
    .replace(/(?:(?<!\s)\s+)?[)\]}）］]/g, ',')
    .replace(/,\s*,/g, ',')
    .replace(/,\s*([.!?。])/g, '$1')
    .replace(/^,\s*|,$/g, '')
    .trim();
}

type Speaker = [id: string, name: string, locale: string, gender: 'female' | 'male'];

/** NAVER lists its voices only in its documentation. These names come from a published client and may be incomplete. */
const SPEAKERS: readonly Speaker[] = [
  ['nara', 'Ara', 'ko-kr', 'female'],
  ['nminyoung', 'Minyoung', 'ko-kr', 'female'],
  ['nyejin', 'Yejin', 'ko-kr', 'female'],
  ['njiyun', 'Jiyun', 'ko-kr', 'female'],
  ['nsujin', 'Sujin', 'ko-kr', 'female'],
  ['mijin', 'Mijin', 'ko-kr', 'female'],
  ['jinho', 'Jinho', 'ko-kr', 'male'],
  ['nminsang', 'Minsang', 'ko-kr', 'male'],
  ['nsinu', 'Sinu', 'ko-kr', 'male'],
  ['njihun', 'Jihun', 'ko-kr', 'male'],
  ['njooahn', 'Jooahn', 'ko-kr', 'male'],
  ['nseonghoon', 'Seonghoon', 'ko-kr', 'male'],
  ['njihwan', 'Jihwan', 'ko-kr', 'male'],
  ['nsiyoon', 'Siyoon', 'ko-kr', 'male'],
  ['clara', 'Clara', 'en-us', 'female'],
  ['matt', 'Matt', 'en-us', 'male'],
  ['ntomoko', 'Tomoko', 'ja-jp', 'female'],
  ['nnaomi', 'Naomi', 'ja-jp', 'female'],
  ['shinji', 'Shinji', 'ja-jp', 'male'],
  ['meimei', 'Meimei', 'zh-cn', 'female'],
  ['liangliang', 'Liangliang', 'zh-cn', 'male'],
  ['carmen', 'Carmen', 'es-es', 'female'],
  ['jose', 'Jose', 'es-es', 'male'],
];
