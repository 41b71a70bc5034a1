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
const LONGEST_MORE_MS = 600_000;
/** Enough for two hours of words with timestamps. */
const MAX_BODY_BYTES = 16 * 1_048_576;
const MAX_TEXT_LENGTH = 200_000;
/** The maximum length of a transcript: a base and more per second, with room for models that repeat themselves. */
const LONGEST_OF_ALL = 2_000;
const LONGEST_A_SECOND = 100;
const LONGEST_NAME = 200;
/** The maximum number of cached servers that need the simpler request. */
const MOST_PLAIN = 1_000;

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
    return trusted({ ...raw, request_id: raw.request_id ?? requestIdOf(answer) }, full);
  });
}

async function ask(partner: Partner, request: AdapterRequest) {
  const { adapter, http, plain } = partner;
  const deadlines = deadlinesFor(partner, request.audio.length);
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
  if (plain.size < MOST_PLAIN) plain.add(server);
  return answer;
}

function deadlinesFor({ options }: Partner, bytes: number) {
  if (options.deadlines) return options.deadlines;
  const more = Math.min(LONGEST_MORE_MS, Math.ceil((bytes / BYTES_PER_MORE_SECOND) * 1_000));
  const { first_byte_timeout_ms: first, timeout_ms: all } = DEADLINES;
  return { ...DEADLINES, first_byte_timeout_ms: first + more, timeout_ms: all + more };
}

/** Rejects a success without a transcript, such as an empty body, an HTML page, or an error with status 200. */
function trusted(raw: RawTranscript, request: AdapterRequest): Transcription {
  if (typeof raw.text !== 'string') throw new ProviderError('unusable', 'Its response has no transcript.');
  const { duration_ms, of, locale_code } = request;
  const said = text(raw.text).trim();
  if (said.length > longestText(duration_ms))
    throw new ProviderError('unusable', 'The transcript is too long.');
  const words = placed(said, raw.words);
  const segments = placed(said, raw.segments);
  const seconds =
    duration_ms === undefined ? null : { unit: 'seconds' as const, amount: duration_ms / 1_000 };
  const { billed } = raw;
  const isReported = billed && Number.isFinite(billed.amount) && billed.amount > 0;
  return {
    text: said,
    ...(words.length > 0 && { words }),
    ...(segments.length > 0 && { segments }),
    language: codeOf(raw.language) ?? locale_code,
    model: of.id,
    billed: isReported ? billed : seconds,
    request_id: raw.request_id?.slice(0, LONGEST_NAME) ?? null,
  };
}

/** The shortest code of a language, in lowercase. Some providers use three letters. */
function codeOf(language: string | null | undefined): string | undefined {
  if (!language || language.length > LONGEST_NAME) return undefined;
  try {
    return Intl.getCanonicalLocales(language)[0]?.toLowerCase();
  } catch {
    return undefined;
  }
}

function longestText(duration_ms: number | undefined): number {
  if (duration_ms === undefined) return MAX_TEXT_LENGTH;
  return Math.min(MAX_TEXT_LENGTH, LONGEST_OF_ALL + (LONGEST_A_SECOND * duration_ms) / 1_000);
}

/** Drops segments if they contain far more text than the transcript. */
function placed<T extends TranscribedSegment>(said: string, parts: readonly T[] = []): T[] {
  const length = parts.reduce((sum, part) => sum + part.text.length + 1, 0);
  return length > 2 * said.length + LONGEST_NAME ? [] : inOrder(parts);
}

/** Drops segments without text or times. Raises start and end times, so that start times never decrease. */
function inOrder<T extends TranscribedSegment>(parts: readonly T[]): T[] {
  let at = 0;
  return parts.flatMap((part) => {
    const text = part.text.trim();
    if (text === '' || !Number.isFinite(part.start_ms) || !Number.isFinite(part.end_ms)) return [];
    const start_ms = Math.max(at, part.start_ms);
    at = start_ms;
    return [{ ...part, text, start_ms, end_ms: Math.max(start_ms, part.end_ms) }];
  });
}
