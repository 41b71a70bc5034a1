import { toList, toObject, toText } from '../json.ts';
import { readConcurrencyError } from '../response-errors.ts';
import { type TranscriptionAdapter, toLanguage, toMilliseconds } from './transcriber.ts';

// Files of up to 2 GB, of which a request here uses at most 100 MB (Deepgram's table of models, as of 2026). Its
// pages disagree about prices, so no price is given here.
const common = { has_words: true, max_bytes: 100 * 1_000_000 };

/** Deepgram, which transcribes whole files. */
export const deepgram: TranscriptionAdapter = {
  id: 'deepgram',
  models: [
    { id: 'nova-3', display_name: 'Nova-3', is_default: true, ...common },
    { id: 'nova-2', display_name: 'Nova-2', is_default: false, ...common },
  ],
  initial_slots: 15,
  baseUrl: () => 'https://api.deepgram.com',
  authorization: ({ api_key = '' }) => ({ authorization: `Token ${api_key}` }),
  render({ of, audio, content_type, locale_code, diarize }) {
    const language = toLanguage(locale_code);
    const query = new URLSearchParams({ model: of.id, punctuate: 'true' });
    // Without a language and without this option, Deepgram assumes English.
    if (language === undefined) query.set('detect_language', 'true');
    else query.set('language', language);
    if (diarize) query.set('diarize', 'true');
    return { path: `/v1/listen?${query}`, headers: { 'content-type': content_type }, body: audio };
  },
  read(response) {
    const { results, metadata } = toObject(response.body);
    const channel = toObject(toList(toObject(results).channels)[0]);
    const best = toObject(toList(channel.alternatives)[0]);
    const { duration, request_id } = toObject(metadata);
    return {
      text: best.transcript,
      words: toList(best.words).map((entry) => {
        const { word, punctuated_word, start, end, confidence, speaker } = toObject(entry);
        return {
          text: toText(punctuated_word) || toText(word),
          start_ms: toMilliseconds(start),
          end_ms: toMilliseconds(end),
          ...(typeof confidence === 'number' && { confidence }),
          ...(typeof speaker === 'number' && { speaker: String(speaker) }),
        };
      }),
      language: toText(channel.detected_language) || null,
      request_id: toText(request_id) || null,
      billed: { unit: 'seconds', amount: Number(duration) },
    };
  },
  readError: readConcurrencyError,
};
