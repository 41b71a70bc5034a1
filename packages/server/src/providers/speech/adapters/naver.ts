import { NAVER_DIRECTION } from '@voiceloom/contract';
import { fault, wordsOf } from '../../faults.ts';
import type { SpeechAdapter } from '../adapter.ts';
import { modelsOf } from '../credits.ts';
import { plainText } from '../markup.ts';
import { voiceOf } from '../voice.ts';

const RATE = 24_000;
/** The steps -5 and 5 change the pitch by a fifth of its frequency, about three semitones. */
const PITCH = { min: -3, max: 3 };

/** The index is NAVER's number of the emotion. */
const EMOTIONS = ['neutral', 'sad', 'happy', 'angry'];

const inForm = (fields: Record<string, string>) => ({
  path: '/tts-premium/v1/tts',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
});

/** NAVER CLOVA Voice: form-encoded, with inverted steps for speed and pitch. */
export const naver: SpeechAdapter = {
  id: 'naver',
  // 2,000 characters in Korean, Japanese and Chinese, 3,000 in English and Spanish (reference of `tts`, April 2026).
  models: modelsOf(
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
    calls: () => [inForm({ speaker: 'nara', text: '' })],
    judge: ({ status }) => (status === 400 ? 'accepted' : undefined),
  },
  sample_rate: RATE,
  render(request, use) {
    const speed = use.speed({ min: 0.5, max: 2 });
    const pitch = use.pitch(PITCH);
    const { emotion, emotion_strength: strength } = request.controls ?? {};
    return inForm({
      speaker: request.provider_voice_id,
      text: withoutBrackets(plainText(request.text, use)),
      speed: String(speedStep(speed)),
      pitch: String(pitchStep(pitch)),
      ...(emotion !== undefined && { emotion: String(EMOTIONS.indexOf(String(emotion))) }),
      ...(strength !== undefined && { 'emotion-strength': String(strength) }),
      format: 'wav',
      'sampling-rate': String(RATE),
    });
  },
  /** A 429 can also mean that the API is not enabled for the application. Waiting does not solve that. */
  fault(answer) {
    if (answer.status !== 429) return undefined;
    const words = wordsOf(answer);
    if (/throttle|rate/.test(words)) return fault('busy', answer);
    const reason = 'the API is not enabled for the application, or its quota is used up.';
    return /quota/.test(words) ? fault('quota', answer, reason) : undefined;
  },
  voices: async () =>
    SPEAKERS.map(([id, name, locale, gender]) => voiceOf({ id, name, locales: [locale], gender })),
};

/** -5 is twice the speed, and 10 is half the speed. */
function speedStep(speed: number): number {
  return (speed >= 1 ? -Math.round((speed - 1) * 5) : Math.round((1 / speed - 1) * 10)) || 0;
}

/** -5 is a fifth more pitch, and 5 is a fifth less. */
function pitchStep(semitones: number): number {
  const step = -Math.round(((2 ** (semitones / 12) - 1) / 0.2) * 5) || 0;
  return Math.min(5, Math.max(-5, step));
}

/** NAVER silently skips text in brackets. */
function withoutBrackets(spoken: string): string {
  return spoken
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
