import type { GuardedResponse } from '../http.ts';
import {
  createHttpProvider,
  findRequestId,
  type HttpProviderOptions,
  readResponse,
} from '../http-provider.ts';
import { toText } from '../json.ts';
import { requireAccess } from '../registry.ts';
import {
  type AdapterRequest,
  ProviderError,
  type RawTranscript,
  type TranscribedSegment,
  type Transcription,
  type TranscriptionAdapter,
  type TranscriptionProvider,
} from './transcriber.ts';

/** The deadlines for the shortest audio. Longer audio gets more time. */
const DEADLINES = { connect_timeout_ms: 10_000, first_byte_timeout_ms: 60_000, timeout_ms: 90_000 };
/** One more second of time for each second of speech in the smallest lossless format. */
const BYTES_PER_MORE_SECOND = 32_000;
const MAX_EXTRA_MS = 600_000;
/** Enough for two hours of words with timestamps. */
const MAX_BODY_BYTES = 16 * 1_048_576;
const MAX_TEXT_LENGTH = 200_000;
/** The maximum length of a transcript: a base and more per second, with room for models that repeat themselves. */
const BASE_LENGTH = 2_000;
const LENGTH_PER_SECOND = 100;
const MAX_NAME = 200;
/** The maximum number of cached servers that need the simpler request. */
const MAX_PLAIN = 1_000;

/** A provider that is called over HTTP with the customer's key. */
export function createHttpTranscription(
  adapter: TranscriptionAdapter,
  options: HttpProviderOptions,
): TranscriptionProvider {
  const http = createHttpProvider(
    { ...adapter, max_body_bytes: MAX_BODY_BYTES, deadlines: DEADLINES },
    options,
  );
  // Servers that accept only the simpler request, by URL and model, so that the first request is rejected at most once.
  const plainServers = new Set<string>();

  async function send(request: AdapterRequest): Promise<GuardedResponse> {
    const { credentials, signal, audio, model_details } = request;
    const extra_ms = Math.min(MAX_EXTRA_MS, Math.ceil((audio.length / BYTES_PER_MORE_SECOND) * 1_000));
    const extendedDeadlines = {
      connect_timeout_ms: DEADLINES.connect_timeout_ms,
      first_byte_timeout_ms: DEADLINES.first_byte_timeout_ms + extra_ms,
      timeout_ms: DEADLINES.timeout_ms + extra_ms,
    };
    const context = { credentials, signal, deadlines: options.deadlines ?? extendedDeadlines };
    if (!adapter.plain) return http.call(adapter.render(request), context);
    const server = `${adapter.baseUrl(credentials)} ${model_details.id}`;
    if (!plainServers.has(server)) {
      try {
        return await http.call(adapter.render(request), context);
      } catch (error) {
        const isInvalid = error instanceof ProviderError && error.kind === 'invalid_input';
        if (!isInvalid || !adapter.plain.isRejection(error)) throw error;
      }
    }
    const response = await http.call(adapter.plain.render(request), context);
    if (plainServers.size < MAX_PLAIN) plainServers.add(server);
    return response;
  }

  const { id, models, initial_slots, otherModel } = adapter;
  return {
    id,
    models,
    initial_slots,
    ...(otherModel && { otherModel }),
    async transcribe(request) {
      request.signal.throwIfAborted();
      const fullRequest = { ...request, ...requireAccess(adapter, request) };
      const { audio, model_details, credentials } = fullRequest;
      if (audio.length > model_details.max_bytes)
        throw new ProviderError(
          'invalid_input',
          `The audio is larger than the maximum of ${model_details.max_bytes} bytes.`,
        );
      const response = await send(fullRequest);
      return readResponse(response, credentials, () => {
        const rawTranscript = adapter.read(response, fullRequest);
        return checkTranscript(
          { ...rawTranscript, request_id: rawTranscript.request_id ?? findRequestId(response) },
          fullRequest,
        );
      });
    },
    close: http.close,
  };
}

/** Rejects a success without a transcript, such as an empty body, an HTML page, or an error with status 200. */
function checkTranscript(rawTranscript: RawTranscript, request: AdapterRequest): Transcription {
  if (typeof rawTranscript.text !== 'string')
    throw new ProviderError('unusable', 'Its response has no transcript.');
  const { duration_ms, model_details, locale_code } = request;
  const transcript = toText(rawTranscript.text).trim();
  let maxLength = MAX_TEXT_LENGTH;
  if (duration_ms !== undefined)
    maxLength = Math.min(maxLength, BASE_LENGTH + (LENGTH_PER_SECOND * duration_ms) / 1_000);
  if (transcript.length > maxLength) throw new ProviderError('unusable', 'The transcript is too long.');
  const words = readParts(transcript, rawTranscript.words);
  const segments = readParts(transcript, rawTranscript.segments);
  let billed: Transcription['billed'] = null;
  const bill = rawTranscript.billed;
  if (bill && Number.isFinite(bill.amount) && bill.amount > 0) billed = bill;
  else if (duration_ms !== undefined) billed = { unit: 'seconds', amount: duration_ms / 1_000 };
  const transcription: Transcription = {
    text: transcript,
    language: readLanguage(rawTranscript.language) ?? locale_code,
    model: model_details.id,
    billed,
    request_id: rawTranscript.request_id?.slice(0, MAX_NAME) ?? null,
  };
  if (words.length > 0) transcription.words = words;
  if (segments.length > 0) transcription.segments = segments;
  return transcription;
}

/** The shortest code of a language, in lowercase. Some providers use three letters. */
function readLanguage(language: string | null | undefined): string | undefined {
  if (!language || language.length > MAX_NAME) return undefined;
  try {
    return Intl.getCanonicalLocales(language)[0]?.toLowerCase();
  } catch {
    return undefined;
  }
}

/**
 * The segments that have text and times, with start and end times raised, so that start times never decrease. Drops all
 * if they contain far more text than the transcript.
 */
function readParts<T extends TranscribedSegment>(transcript: string, parts: readonly T[] = []): T[] {
  const length = parts.reduce((sum, part) => sum + part.text.length + 1, 0);
  if (length > 2 * transcript.length + MAX_NAME) return [];
  const validParts: T[] = [];
  let previous_ms = 0;
  for (const part of parts) {
    const text = part.text.trim();
    if (text === '' || !Number.isFinite(part.start_ms) || !Number.isFinite(part.end_ms)) continue;
    const start_ms = Math.max(previous_ms, part.start_ms);
    previous_ms = start_ms;
    validParts.push({ ...part, text, start_ms, end_ms: Math.max(start_ms, part.end_ms) });
  }
  return validParts;
}
