import { type FaultReader, fault } from '../faults.ts';
import { listOf, objectOf, text } from '../json.ts';
import { openaiFault } from '../openai-fault.ts';
import { type AdapterRequest, languageOf, msOf, type TranscriptionAdapter } from './adapter.ts';
import { languageCode } from './language-names.ts';
import { OPENAI_MODELS, otherModel } from './models/openai-compatible.ts';
import { multipart } from './multipart.ts';
import type { Credentials, HeardSegment, HeardWord } from './transcriber.ts';

/** OpenAI, and customers' servers with the same API. */
export const openaiCompatible: TranscriptionAdapter = {
  id: 'openai_compatible',
  models: OPENAI_MODELS,
  otherModel,
  starting_places: 4,
  baseUrl: ({ base_url = '', transcription_base_url }) => transcription_base_url ?? base_url,
  ownAddress: ({ transcription_base_url }) => transcription_base_url !== undefined,
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
      segments: segments.map(segmentOf),
      language: languageCode(text(body.language)),
      ...billedOf(body),
    };
  },
  fault: listenerFault,
};

const WITH_WORDS = [
  ['response_format', 'verbose_json'],
  ['timestamp_granularities[]', 'word'],
  ['timestamp_granularities[]', 'segment'],
] as const;
const PLAIN = [['response_format', 'json']] as const;

function call(request: AdapterRequest, form: readonly (readonly [string, string])[]) {
  const { of, audio, content_type, locale_code, credentials } = request;
  const language = languageOf(locale_code);
  const fields: (readonly [string, string])[] = [['model', of.id], ['temperature', '0'], ...form];
  if (language !== undefined) fields.push(['language', language]);
  const { headers, body } = multipart({ fields, audio, content_type });
  return { path: '/audio/transcriptions', headers: { ...headers, ...authorization(credentials) }, body };
}

/** The main key must not be sent to another server. */
function authorization(credentials: Credentials): Record<string, string> {
  const { api_key, transcription_base_url, transcription_api_key } = credentials;
  const key = transcription_api_key ?? (transcription_base_url === undefined ? api_key : undefined);
  return key === undefined ? {} : { authorization: `Bearer ${key}` };
}

function wordOf({ word, text: alias, start, end, probability }: Record<string, unknown>): HeardWord {
  const confidence = Number(probability);
  const isKnown = typeof probability === 'number' && confidence >= 0 && confidence <= 1;
  return {
    text: text(word) || text(alias),
    start_ms: msOf(start),
    end_ms: msOf(end),
    ...(isKnown && { confidence }),
  };
}

function segmentOf({ text: said, start, end }: Record<string, unknown>): HeardSegment {
  return { text: text(said), start_ms: msOf(start), end_ms: msOf(end) };
}

/** Older models are billed by the second, newer ones by the token. */
function billedOf({ usage, duration }: Record<string, unknown>) {
  const { seconds, total_tokens } = objectOf(usage);
  if (typeof total_tokens === 'number') return { billed: { unit: 'tokens' as const, amount: total_tokens } };
  const amount = typeof seconds === 'number' ? seconds : Number(duration);
  return Number.isFinite(amount) && amount > 0 ? { billed: { unit: 'seconds' as const, amount } } : {};
}

/** A server with speech only has no such path. */
function listenerFault(answer: Parameters<FaultReader>[0]): ReturnType<FaultReader> {
  return openaiFault(answer) ?? (answer.status === 404 ? fault('unsupported', answer) : undefined);
}
