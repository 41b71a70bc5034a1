import { toList, toObject, toText } from '../json.ts';
import { readElevenlabsError } from '../response-errors.ts';
import { multipart } from './multipart.ts';
import {
  type TranscribedWord,
  type TranscriptionAdapter,
  toLanguage,
  toMilliseconds,
} from './transcriber.ts';

// Files of up to 3 GB, of which a request here uses at most 100 MB (ElevenLabs' table of models, as of 2026). The
// hourly prices depend on the customer's plan, so no price is given here.
const commonFacts = { has_words: true, max_bytes: 100 * 1_000_000 };

/** ElevenLabs Scribe. */
export const elevenlabs: TranscriptionAdapter = {
  id: 'elevenlabs',
  models: [
    { id: 'scribe_v2', display_name: 'Scribe v2', is_default: true, ...commonFacts },
    { id: 'scribe_v1', display_name: 'Scribe v1', is_default: false, ...commonFacts },
  ],
  // The smallest plan allows two concurrent requests. Higher limits are learned from responses.
  initial_slots: 2,
  baseUrl: () => 'https://api.elevenlabs.io',
  authorization: ({ api_key = '' }) => ({ 'xi-api-key': api_key }),
  render({ model_details, audio, content_type, locale_code, diarize }) {
    const language = toLanguage(locale_code);
    const fields: (readonly [string, string])[] = [
      ['model_id', model_details.id],
      ['timestamps_granularity', 'word'],
      // A script contains no annotations, such as laughter.
      ['tag_audio_events', 'false'],
      ['diarize', String(diarize === true)],
    ];
    if (language !== undefined) fields.push(['language_code', language]);
    return { path: '/v1/speech-to-text', ...multipart({ fields, audio, content_type }) };
  },
  read(response) {
    const body = toObject(response.body);
    const words: TranscribedWord[] = [];
    for (const { type, text, start, end, logprob, speaker_id } of toList(body.words).map(toObject)) {
      // The list of words also contains spaces and sounds.
      if (type !== undefined && type !== 'word') continue;
      const word: TranscribedWord = {
        text: toText(text),
        start_ms: toMilliseconds(start),
        end_ms: toMilliseconds(end),
      };
      if (typeof logprob === 'number' && logprob <= 0) word.confidence = Math.exp(logprob);
      const speaker = toText(speaker_id).slice(0, 100);
      if (speaker !== '') word.speaker = speaker;
      words.push(word);
    }
    return {
      text: body.text,
      words,
      language: toText(body.language_code) || null,
      request_id: toText(body.transcription_id) || null,
      billed: { unit: 'seconds', amount: Number(body.audio_duration_secs) },
    };
  },
  readError: readElevenlabsError,
};
