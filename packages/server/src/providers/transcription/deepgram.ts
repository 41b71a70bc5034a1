import { toList, toObject, toText } from '../json.ts';
import { readConcurrencyError } from '../response-errors.ts';
import {
  type TranscribedWord,
  type TranscriptionAdapter,
  toLanguage,
  toMilliseconds,
} from './transcriber.ts';

// Files of up to 2 GB, of which a request here uses at most 100 MB (Deepgram's table of models, as of 2026). Its
// pages disagree about prices, so no price is given here.
const commonFacts = { has_words: true, max_bytes: 100 * 1_000_000 };

/** Deepgram, which transcribes whole files. */
export const deepgram: TranscriptionAdapter = {
  id: 'deepgram',
  models: [
    { id: 'nova-3', display_name: 'Nova-3', is_default: true, ...commonFacts },
    { id: 'nova-2', display_name: 'Nova-2', is_default: false, ...commonFacts },
  ],
  initial_slots: 15,
  baseUrl: () => 'https://api.deepgram.com',
  authorization: ({ api_key = '' }) => ({ authorization: `Token ${api_key}` }),
  render({ model_details, audio, content_type, locale_code, diarize }) {
    const language = toLanguage(locale_code);
    const query = new URLSearchParams({ model: model_details.id, punctuate: 'true' });
    // Without a language and without this option, Deepgram assumes English.
    if (language === undefined) query.set('detect_language', 'true');
    else query.set('language', language);
    if (diarize) query.set('diarize', 'true');
    return { path: `/v1/listen?${query}`, headers: { 'content-type': content_type }, body: audio };
  },
  read(response) {
    const { results, metadata } = toObject(response.body);
    const channel = toObject(toList(toObject(results).channels)[0]);
    const bestAlternative = toObject(toList(channel.alternatives)[0]);
    const { duration, request_id } = toObject(metadata);
    const words: TranscribedWord[] = [];
    for (const entry of toList(bestAlternative.words).map(toObject)) {
      const { confidence, speaker } = entry;
      const word: TranscribedWord = {
        text: toText(entry.punctuated_word) || toText(entry.word),
        start_ms: toMilliseconds(entry.start),
        end_ms: toMilliseconds(entry.end),
      };
      if (typeof confidence === 'number') word.confidence = confidence;
      if (typeof speaker === 'number') word.speaker = String(speaker);
      words.push(word);
    }
    return {
      text: bestAlternative.transcript,
      words,
      language: toText(channel.detected_language) || null,
      request_id: toText(request_id) || null,
      billed: { unit: 'seconds', amount: Number(duration) },
    };
  },
  readError: readConcurrencyError,
};
