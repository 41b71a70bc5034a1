import { limitsConcurrency } from '../faults.ts';
import { listOf, objectOf, text } from '../json.ts';
import { languageOf, msOf, type TranscribedWord, type TranscriptionAdapter } from './transcriber.ts';

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
    const language = languageOf(locale_code);
    const query = new URLSearchParams({ model: of.id, punctuate: 'true' });
    // Without a language and without this option, Deepgram assumes English.
    if (language === undefined) query.set('detect_language', 'true');
    else query.set('language', language);
    if (diarize) query.set('diarize', 'true');
    return { path: `/v1/listen?${query}`, headers: { 'content-type': content_type }, body: audio };
  },
  read(answer) {
    const { results, metadata } = objectOf(answer.body);
    const channel = objectOf(listOf(objectOf(results).channels)[0]);
    const best = objectOf(listOf(channel.alternatives)[0]);
    const { duration, request_id } = objectOf(metadata);
    return {
      text: best.transcript,
      words: listOf(best.words).map(objectOf).map(wordOf),
      language: text(channel.detected_language) || null,
      request_id: text(request_id) || null,
      billed: { unit: 'seconds', amount: Number(duration) },
    };
  },
  fault: limitsConcurrency,
};

function wordOf({
  word,
  punctuated_word,
  start,
  end,
  confidence,
  speaker,
}: Record<string, unknown>): TranscribedWord {
  return {
    text: text(punctuated_word) || text(word),
    start_ms: msOf(start),
    end_ms: msOf(end),
    ...(typeof confidence === 'number' && { confidence }),
    ...(typeof speaker === 'number' && { speaker: String(speaker) }),
  };
}
