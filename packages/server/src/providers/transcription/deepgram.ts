import { type FaultReader, fault } from '../faults.ts';
import { listOf, objectOf, text } from '../json.ts';
import { languageOf, msOf, type TranscriptionAdapter } from './adapter.ts';
import { DEEPGRAM_MODELS } from './models/deepgram.ts';
import type { HeardWord } from './transcriber.ts';

/** Deepgram's transcripts of whole files. */
export const deepgram: TranscriptionAdapter = {
  id: 'deepgram',
  models: DEEPGRAM_MODELS,
  starting_places: 15,
  baseUrl: () => 'https://api.deepgram.com',
  render({ of, audio, content_type, locale_code, diarize, credentials }) {
    const language = languageOf(locale_code);
    const query = new URLSearchParams({ model: of.id, punctuate: 'true' });
    // Without either, it assumes English.
    if (language === undefined) query.set('detect_language', 'true');
    else query.set('language', language);
    if (diarize) query.set('diarize', 'true');
    return {
      path: `/v1/listen?${query}`,
      headers: { 'content-type': content_type, authorization: `Token ${credentials.api_key ?? ''}` },
      body: audio,
    };
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
      ...(Number(duration) > 0 && { billed: { unit: 'seconds' as const, amount: Number(duration) } }),
    };
  },
  fault: (answer: Parameters<FaultReader>[0]) =>
    answer.status === 429 ? fault('concurrency', answer) : undefined,
};

function wordOf({
  word,
  punctuated_word,
  start,
  end,
  confidence,
  speaker,
}: Record<string, unknown>): HeardWord {
  return {
    text: text(punctuated_word) || text(word),
    start_ms: msOf(start),
    end_ms: msOf(end),
    ...(typeof confidence === 'number' && { confidence }),
    ...(typeof speaker === 'number' && { speaker: String(speaker) }),
  };
}
