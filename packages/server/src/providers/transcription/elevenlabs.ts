import { type FaultReader, fault, wordsOf } from '../faults.ts';
import { listOf, objectOf, text } from '../json.ts';
import { languageOf, msOf, type TranscriptionAdapter } from './adapter.ts';
import { ELEVENLABS_MODELS } from './models/elevenlabs.ts';
import { multipart } from './multipart.ts';
import type { HeardWord } from './transcriber.ts';

/** ElevenLabs Scribe. */
export const elevenlabs: TranscriptionAdapter = {
  id: 'elevenlabs',
  models: ELEVENLABS_MODELS,
  // The smallest plan allows two; higher limits are learned.
  starting_places: 2,
  baseUrl: () => 'https://api.elevenlabs.io',
  render({ of, audio, content_type, locale_code, diarize, credentials }) {
    const language = languageOf(locale_code);
    const fields: (readonly [string, string])[] = [
      ['model_id', of.id],
      ['timestamps_granularity', 'word'],
      // Annotations such as laughter are not in a script.
      ['tag_audio_events', 'false'],
      ['diarize', String(diarize === true)],
    ];
    if (language !== undefined) fields.push(['language_code', language]);
    const { headers, body } = multipart({ fields, audio, content_type });
    return {
      path: '/v1/speech-to-text',
      headers: { ...headers, 'xi-api-key': credentials.api_key ?? '' },
      body,
    };
  },
  read(answer) {
    const body = objectOf(answer.body);
    const seconds = Number(body.audio_duration_secs);
    return {
      text: body.text,
      words: listOf(body.words).map(objectOf).filter(isWord).map(wordOf),
      language: text(body.language_code) || null,
      request_id: text(body.transcription_id) || null,
      ...(seconds > 0 && { billed: { unit: 'seconds' as const, amount: seconds } }),
    };
  },
  fault: elevenlabsFault,
};

/** The list of words also contains spaces and sounds. */
const isWord = ({ type }: Record<string, unknown>): boolean => type === undefined || type === 'word';

function wordOf({ text: said, start, end, logprob, speaker_id }: Record<string, unknown>): HeardWord {
  const isKnown = typeof logprob === 'number' && logprob <= 0;
  const speaker = text(speaker_id).slice(0, 100);
  return {
    text: text(said),
    start_ms: msOf(start),
    end_ms: msOf(end),
    ...(isKnown && { confidence: Math.exp(logprob) }),
    ...(speaker !== '' && { speaker }),
  };
}

/**
 * Missing credits are a 401. One kind of 429 means too many concurrent requests, the other an overloaded
 * service.
 */
function elevenlabsFault(answer: Parameters<FaultReader>[0]) {
  if (answer.status < 400) return undefined;
  const words = wordsOf(answer);
  if (/quota_exceeded|payment_required/.test(words)) return fault('quota', answer);
  if (/too_many_concurrent_requests|concurrent_limit/.test(words)) return fault('concurrency', answer);
  if (/model_not_found|model_deprecated/.test(words)) return fault('gone', answer);
  return undefined;
}
