import { fault, openaiFault } from '../faults.ts';
import { listOf, objectOf, text } from '../json.ts';
import { multipart } from './multipart.ts';
import {
  type AdapterRequest,
  languageOf,
  msOf,
  type TranscribedWord,
  type TranscriptionAdapter,
} from './transcriber.ts';

// OpenAI's reference of `audio/transcriptions` (25 MB; only whisper-1 returns timestamps) and its price per minute, as
// saved in 2026. Newer models are billed by the token at two prices, so they have no price here.
const common = { max_bytes: 25 * 1_000_000 };
const withoutTimes = { ...common, has_words: false, is_default: false };

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
      ...common,
    },
    { id: 'gpt-4o-transcribe', display_name: 'GPT-4o Transcribe', ...withoutTimes },
    { id: 'gpt-4o-mini-transcribe', display_name: 'GPT-4o mini Transcribe', ...withoutTimes },
  ],
  /** A model on a customer's server. Requests timestamps, but does not require them. */
  otherModel: (id) => ({ id, display_name: id, has_words: true, is_default: false, ...common }),
  initial_slots: 4,
  baseUrl: ({ base_url = '', transcription_base_url }) => transcription_base_url ?? base_url,
  ownAddress: ({ transcription_base_url }) => transcription_base_url !== undefined,
  /** The main key must not be sent to another server. */
  authorization({ api_key, transcription_base_url, transcription_api_key }): Record<string, string> {
    const key = transcription_api_key ?? (transcription_base_url === undefined ? api_key : undefined);
    return key === undefined ? {} : { authorization: `Bearer ${key}` };
  },
  render: (request) => (request.of.has_words ? call(request, WITH_WORDS) : call(request, PLAIN)),
  plain: {
    render: (request) => call(request, PLAIN),
    isRefusal: ({ message }) => /response_format|timestamp|verbose_json|granularit/i.test(message),
  },
  read(answer) {
    const body = objectOf(answer.body);
    const segments = listOf(body.segments).map(objectOf);
    const words =
      listOf(body.words).length > 0 ? listOf(body.words) : segments.flatMap((part) => listOf(part.words));
    return {
      text: body.text,
      words: words.map(objectOf).map(wordOf),
      segments: segments.map(({ text: said, start, end }) => {
        return { text: text(said), start_ms: msOf(start), end_ms: msOf(end) };
      }),
      language: languageCode(text(body.language)),
      billed: billedOf(body),
    };
  },
  /** A server that only offers speech does not have this path. */
  fault: (answer) =>
    openaiFault(answer) ?? (answer.status === 404 ? fault('unsupported', answer) : undefined),
};

const WITH_WORDS = [
  ['response_format', 'verbose_json'],
  ['timestamp_granularities[]', 'word'],
  ['timestamp_granularities[]', 'segment'],
] as const;
const PLAIN = [['response_format', 'json']] as const;

function call(request: AdapterRequest, form: readonly (readonly [string, string])[]) {
  const { of, audio, content_type, locale_code } = request;
  const language = languageOf(locale_code);
  const fields: (readonly [string, string])[] = [['model', of.id], ['temperature', '0'], ...form];
  if (language !== undefined) fields.push(['language', language]);
  return { path: '/audio/transcriptions', ...multipart({ fields, audio, content_type }) };
}

function wordOf({ word, text: alias, start, end, probability }: Record<string, unknown>): TranscribedWord {
  const confidence = Number(probability);
  const isKnown = typeof probability === 'number' && confidence >= 0 && confidence <= 1;
  return {
    text: text(word) || text(alias),
    start_ms: msOf(start),
    end_ms: msOf(end),
    ...(isKnown && { confidence }),
  };
}

/** Older models are billed per second, newer models per token. */
function billedOf({ usage, duration }: Record<string, unknown>) {
  const { seconds, total_tokens } = objectOf(usage);
  if (typeof total_tokens === 'number') return { unit: 'tokens' as const, amount: total_tokens };
  return { unit: 'seconds' as const, amount: Number(seconds ?? duration) };
}

let codes: Map<string, string> | undefined;

/** Returns `de` for `de`, `German` and `german`, because some servers return names and others return codes. */
function languageCode(named: string): string | null {
  const name = named.trim().toLowerCase();
  if (/^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/.test(name) && !allNames().has(name)) return name;
  return allNames().get(name) ?? null;
}

/** The English names of all languages that have a two-letter code. */
function allNames(): Map<string, string> {
  if (codes) return codes;
  const names = new Intl.DisplayNames(['en'], { type: 'language' });
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  codes = new Map();
  for (const first of letters) {
    for (const second of letters) {
      const code = first + second;
      const name = names.of(code)?.toLowerCase();
      if (name !== undefined && name !== code && !codes.has(name)) codes.set(name, code);
    }
  }
  return codes;
}
