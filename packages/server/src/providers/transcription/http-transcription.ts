import {
  createHttpPartner,
  type HttpProvider,
  type HttpProviderOptions,
  readResponse,
  requestIdOf,
} from '../http-partner.ts';
import { text } from '../json.ts';
import { requireAccess } from '../registry.ts';
import {
  type AdapterRequest,
  ProviderError,
  type RawTranscript,
  type TranscribedSegment,
  type Transcription,
  type TranscriptionAdapter,
  type TranscriptionProvider,
  type TranscriptionRequest,
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

interface Partner {
  adapter: TranscriptionAdapter;
  http: HttpProvider;
  options: HttpProviderOptions;
  /**
   * Servers that accept only the simpler request, by URL and model, so that the first request is rejected at most once.
   */
  plain: Set<string>;
}

/** A provider that is called over HTTP with the customer's key. */
export function createHttpTranscription(
  adapter: TranscriptionAdapter,
  options: HttpProviderOptions,
): TranscriptionProvider {
  const http = createHttpPartner(
    { ...adapter, max_body_bytes: MAX_BODY_BYTES, deadlines: DEADLINES },
    options,
  );
  const partner: Partner = { adapter, http, options, plain: new Set() };
  const { id, models, initial_slots, otherModel } = adapter;
  return {
    ...{ id, models, initial_slots },
    ...(otherModel && { otherModel }),
    transcribe: (request) => transcribe(partner, request),
    close: http.close,
  };
}

async function transcribe(partner: Partner, request: TranscriptionRequest): Promise<Transcription> {
  const { adapter } = partner;
  request.signal.throwIfAborted();
  const full = { ...request, ...requireAccess(adapter, request) };
  const { audio, of } = full;
  if (audio.length > of.max_bytes)
    throw new ProviderError(
      'invalid_input',
      `The audio is larger than the maximum of ${of.max_bytes} bytes.`,
    );
  const answer = await ask(partner, full);
  return readResponse(answer, full.credentials, () => {
    const raw = adapter.read(answer, full);
    return checkTranscript({ ...raw, request_id: raw.request_id ?? requestIdOf(answer) }, full);
  });
}

async function ask(partner: Partner, request: AdapterRequest) {
  const { adapter, http, plain } = partner;
  const deadlines = partner.options.deadlines ?? extendDeadlines(request.audio.length);
  const asking = { credentials: request.credentials, signal: request.signal, deadlines };
  if (!adapter.plain) return http.ask(adapter.render(request), asking);
  const server = `${adapter.baseUrl(request.credentials)} ${request.of.id}`;
  if (!plain.has(server)) {
    try {
      return await http.ask(adapter.render(request), asking);
    } catch (error) {
      const isRefused = error instanceof ProviderError && error.kind === 'invalid_input';
      if (!isRefused || !adapter.plain.isRefusal(error)) throw error;
    }
  }
  const answer = await http.ask(adapter.plain.render(request), asking);
  if (plain.size < MAX_PLAIN) plain.add(server);
  return answer;
}

/** Longer audio gets more time. */
function extendDeadlines(bytes: number) {
  const more = Math.min(MAX_EXTRA_MS, Math.ceil((bytes / BYTES_PER_MORE_SECOND) * 1_000));
  const { first_byte_timeout_ms: first, timeout_ms: all } = DEADLINES;
  return { ...DEADLINES, first_byte_timeout_ms: first + more, timeout_ms: all + more };
}

/** Rejects a success without a transcript, such as an empty body, an HTML page, or an error with status 200. */
function checkTranscript(raw: RawTranscript, request: AdapterRequest): Transcription {
  if (typeof raw.text !== 'string') throw new ProviderError('unusable', 'Its response has no transcript.');
  const { duration_ms, of, locale_code } = request;
  const transcript = text(raw.text).trim();
  let maxLength = MAX_TEXT_LENGTH;
  if (duration_ms !== undefined)
    maxLength = Math.min(maxLength, BASE_LENGTH + (LENGTH_PER_SECOND * duration_ms) / 1_000);
  if (transcript.length > maxLength) throw new ProviderError('unusable', 'The transcript is too long.');
  const words = readParts(transcript, raw.words);
  const segments = readParts(transcript, raw.segments);
  const seconds =
    duration_ms === undefined ? null : { unit: 'seconds' as const, amount: duration_ms / 1_000 };
  const { billed } = raw;
  const isReported = billed && Number.isFinite(billed.amount) && billed.amount > 0;
  return {
    text: transcript,
    ...(words.length > 0 && { words }),
    ...(segments.length > 0 && { segments }),
    language: readLanguage(raw.language) ?? locale_code,
    model: of.id,
    billed: isReported ? billed : seconds,
    request_id: raw.request_id?.slice(0, MAX_NAME) ?? null,
  };
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
  const valid: T[] = [];
  let previous_ms = 0;
  for (const part of parts) {
    const text = part.text.trim();
    if (text === '' || !Number.isFinite(part.start_ms) || !Number.isFinite(part.end_ms)) continue;
    const start_ms = Math.max(previous_ms, part.start_ms);
    previous_ms = start_ms;
    valid.push({ ...part, text, start_ms, end_ms: Math.max(start_ms, part.end_ms) });
  }
  return valid;
}
