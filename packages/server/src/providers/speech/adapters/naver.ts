import { fault, wordsOf } from '../../faults.ts';
import { codePoints, type FaultReader, type SpeechAdapter } from '../adapter.ts';
import { plainText } from '../markup.ts';
import { NAVER_MODELS, NAVER_SPEAKERS } from '../models/naver.ts';
import { settings } from '../settings.ts';
import { voiceOf } from '../voice.ts';

const RATE = 24_000;
/** Steps of -5 and 5 change the pitch by a fifth of its frequency, about three semitones. */
const PITCH = { min: -3, max: 3 };

/** NAVER CLOVA Voice: form-encoded, with inverted steps for speed and pitch. */
export const naver: SpeechAdapter = {
  id: 'naver',
  models: NAVER_MODELS,
  starting_places: 4,
  billing: { unit: 'characters', count: codePoints },
  baseUrl: () => 'https://naveropenapi.apigw.ntruss.com',
  render(request) {
    const use = settings(request);
    const speed = use.speed({ min: 0.5, max: 2 });
    const pitch = use.pitch(PITCH);
    const { client_id = '', client_secret = '' } = request.credentials;
    const body = new URLSearchParams({
      speaker: request.provider_voice_id,
      text: withoutBrackets(plainText(request.text, use)),
      speed: String(speedStep(speed)),
      pitch: String(pitchStep(pitch)),
      format: 'wav',
      'sampling-rate': String(RATE),
    });
    return {
      path: '/tts-premium/v1/tts',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-ncp-apigw-api-key-id': client_id,
        'x-ncp-apigw-api-key': client_secret,
      },
      body: body.toString(),
      dropped: use.dropped,
      sample_rate: RATE,
    };
  },
  fault: naverFault,
  voices: () =>
    Promise.resolve(
      NAVER_SPEAKERS.map(([id, name, locale, gender]) => voiceOf({ id, name, locales: [locale], gender })),
    ),
};

/** Twice the speed is -5, half the speed is 10. */
function speedStep(speed: number): number {
  return (speed >= 1 ? -Math.round((speed - 1) * 5) : Math.round((1 / speed - 1) * 10)) || 0;
}

/** A fifth more pitch is -5, a fifth less is 5. */
function pitchStep(semitones: number): number {
  const step = -Math.round(((2 ** (semitones / 12) - 1) / 0.2) * 5) || 0;
  return Math.min(5, Math.max(-5, step));
}

/** NAVER silently skips text in brackets. */
function withoutBrackets(spoken: string): string {
  return spoken
    .replace(/\s*[([{（［]\s*/g, ', ')
    .replace(/\s*[)\]}）］]/g, ',')
    .replace(/,\s*,/g, ',')
    .replace(/,\s*([.!?。])/g, '$1')
    .replace(/^,\s*|,$/g, '')
    .trim();
}

/** 429 can also mean that the API is not enabled for the application, which waiting does not solve. */
function naverFault(answer: Parameters<FaultReader>[0]) {
  if (answer.status !== 429) return undefined;
  const words = wordsOf(answer);
  if (/throttle|rate/.test(words)) return fault('busy', answer);
  const reason = 'the API is not enabled for the application, or its quota is used up.';
  return /quota/.test(words) ? fault('quota', answer, reason) : undefined;
}
