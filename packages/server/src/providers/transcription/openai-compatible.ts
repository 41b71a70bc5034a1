import { toList, toObject, toText } from '../json.ts';
import { readOpenaiError, toProviderError } from '../response-errors.ts';
import { multipart } from './multipart.ts';
import {
  type AdapterRequest,
  type TranscribedWord,
  type TranscriptionAdapter,
  toLanguage,
  toMilliseconds,
} from './transcriber.ts';

// OpenAI's reference of `audio/transcriptions` (25 MB; only whisper-1 returns timestamps) and its price per minute, as
// saved in 2026. Newer models are billed by the token at two prices, so they have no price here.
const commonFacts = { max_bytes: 25 * 1_000_000 };
const withoutTimes = { ...commonFacts, has_words: false, is_default: false };

/** OpenAI, and customers' servers with the same API. */
export const openaiCompatible: TranscriptionAdapter = {
  id: 'openai_compatible',
  models: [
    {
      id: 'whisper-1',
      display_name: 'Whisper',
      has_words: true,
      is_default: true,
      price: { usd: 0.006, per: 60, unit: 'seconds', as_of: '2026-11-21' },
      ...commonFacts,
    },
    { id: 'gpt-4o-transcribe', display_name: 'GPT-4o Transcribe', ...withoutTimes },
    { id: 'gpt-4o-mini-transcribe', display_name: 'GPT-4o mini Transcribe', ...withoutTimes },
  ],
  /** A model on a customer's server. Requests timestamps, but does not require them. */
  otherModel: (id) => ({ id, display_name: id, has_words: true, is_default: false, ...commonFacts }),
  initial_slots: 4,
  baseUrl: ({ base_url = '', transcription_base_url }) => transcription_base_url ?? base_url,
  ownAddress: ({ transcription_base_url }) => transcription_base_url !== undefined,
  /** The main key must not be sent to another server. */
  authorization({ api_key, transcription_base_url, transcription_api_key }): Record<string, string> {
    const key = transcription_api_key ?? (transcription_base_url === undefined ? api_key : undefined);
    return key === undefined ? {} : { authorization: `Bearer ${key}` };
  },
  render: (request) =>
    request.model_details.has_words ? createCall(request, WITH_WORDS) : createCall(request, PLAIN),
  plain: {
    render: (request) => createCall(request, PLAIN),
    isRejection: ({ message }) => /response_format|timestamp|verbose_json|granularit/i.test(message),
  },
  read(response) {
    const body = toObject(response.body);
    const segments = toList(body.segments).map(toObject);
    let entries = toList(body.words);
    if (entries.length === 0) entries = segments.flatMap((segment) => toList(segment.words));
    const words: TranscribedWord[] = [];
    for (const { word, text, start, end, probability } of entries.map(toObject)) {
      const transcribedWord: TranscribedWord = {
        text: toText(word) || toText(text),
        start_ms: toMilliseconds(start),
        end_ms: toMilliseconds(end),
      };
      if (typeof probability === 'number' && probability >= 0 && probability <= 1)
        transcribedWord.confidence = probability;
      words.push(transcribedWord);
    }
    const { seconds, total_tokens } = toObject(body.usage);
    return {
      text: body.text,
      words,
      segments: segments.map(({ text, start, end }) => {
        return { text: toText(text), start_ms: toMilliseconds(start), end_ms: toMilliseconds(end) };
      }),
      language: toLanguageCode(toText(body.language)),
      // Older models are billed per second, newer models per token.
      billed:
        typeof total_tokens === 'number'
          ? { unit: 'tokens', amount: total_tokens }
          : { unit: 'seconds', amount: Number(seconds ?? body.duration) },
    };
  },
  /** A server that only offers speech does not have this path. */
  readError(response) {
    const error = readOpenaiError(response);
    if (error || response.status !== 404) return error;
    return toProviderError('unsupported', response);
  },
};

const WITH_WORDS = [
  ['response_format', 'verbose_json'],
  ['timestamp_granularities[]', 'word'],
  ['timestamp_granularities[]', 'segment'],
] as const;
const PLAIN = [['response_format', 'json']] as const;

function createCall(request: AdapterRequest, form: readonly (readonly [string, string])[]) {
  const { model_details, audio, content_type, locale_code } = request;
  const language = toLanguage(locale_code);
  const fields: (readonly [string, string])[] = [['model', model_details.id], ['temperature', '0'], ...form];
  if (language !== undefined) fields.push(['language', language]);
  return { path: '/audio/transcriptions', ...multipart({ fields, audio, content_type }) };
}

/** The codes of all languages that have a two-letter code, by English name. Created at the first use. */
let codes: Map<string, string> | undefined;

/** Returns `de` for `de`, `German` and `german`, because some servers return names and others return codes. */
function toLanguageCode(language: string): string | null {
  codes ??= listLanguageCodes();
  const name = language.trim().toLowerCase();
  if (/^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/.test(name) && !codes.has(name)) return name;
  return codes.get(name) ?? null;
}

function listLanguageCodes(): Map<string, string> {
  const names = new Intl.DisplayNames(['en'], { type: 'language' });
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const byName = new Map<string, string>();
  for (const firstLetter of letters) {
    for (const secondLetter of letters) {
      const code = firstLetter + secondLetter;
      const name = names.of(code)?.toLowerCase();
      if (name !== undefined && name !== code && !byName.has(name)) byName.set(name, code);
    }
  }
  return byName;
}
