import {
  createHttpPartner,
  type HttpProvider,
  type HttpProviderOptions,
  readResponse,
  requestIdOf,
} from '../http-partner.ts';
import { requireAccess } from '../registry.ts';
import { billingOf, type PartRequest, renderCall, type SpeechAdapter, type SpokenPart } from './adapter.ts';
import { partContext, partsOf, type SplitText } from './parts.ts';
import { SpeechError, type SpeechProvider, type SpeechRequest, type SpeechResult } from './provider.ts';
import { type DecodeAudio, type Take, takeOf } from './take.ts';
import { joinTakes } from './wav.ts';

export interface HttpSpeechOptions extends HttpProviderOptions {
  decode: DecodeAudio;
  split: SplitText;
}

const DEADLINES = {
  connect_timeout_ms: 10_000,
  first_byte_timeout_ms: 60_000,
  timeout_ms: 180_000,
};
/** Enough for ten minutes of 48 kHz mono audio in base64. */
const MAX_BODY_BYTES = 96 * 1_048_576;

interface Partner extends HttpSpeechOptions {
  adapter: SpeechAdapter;
  http: HttpProvider;
  /**
   * The spoken parts of requests that failed at a later part, and the settings that they dropped, so that a retry does not
   * pay for them again.
   */
  progress: WeakMap<SpeechRequest, { takes: Take[]; dropped: Set<string> }>;
}

/** A provider that is called over HTTP with the customer's key. */
export function createHttpSpeech(adapter: SpeechAdapter, options: HttpSpeechOptions): SpeechProvider {
  const traits = { ...adapter, max_body_bytes: MAX_BODY_BYTES, deadlines: DEADLINES };
  const http = createHttpPartner(traits, options);
  const partner: Partner = { ...options, adapter, http, progress: new WeakMap() };
  const { id, models, initial_slots, otherModel, timesWords } = adapter;
  return {
    ...{ id, models, initial_slots },
    ...(otherModel && { otherModel }),
    ...(timesWords && { timesWords }),
    voices: () => [],
    listVoices(credentials, signal) {
      const load = async (path: string, json?: object) => {
        const call = { path, json, method: json ? ('POST' as const) : ('GET' as const) };
        return (await http.ask(call, { credentials, signal })).body;
      };
      return adapter.voices(load, credentials);
    },
    synthesize: (request, signal) => synthesize(partner, request, signal),
    close: http.close,
  };
}

async function synthesize(
  partner: Partner,
  request: SpeechRequest,
  signal: AbortSignal,
): Promise<SpeechResult> {
  const { adapter, split } = partner;
  const { of, credentials } = requireAccess(adapter, request);
  const progress = partner.progress.get(request) ?? { takes: [], dropped: new Set<string>() };
  const { takes, dropped } = progress;
  partner.progress.set(request, progress);
  const parts = partsOf(request.text, { locale: request.locale_code, of, split });
  for (const [index, text] of parts.entries()) {
    if (index < takes.length) continue;
    const context = partContext(parts, index, request.context);
    const part = { ...request, text, context, credentials, of };
    takes.push(await speakPart(partner, part, { dropped, signal }));
  }
  partner.progress.delete(request);
  const { unit } = billingOf(adapter);
  const amount = takes.reduce((sum, { billed }) => sum + (billed ?? 0), 0);
  return {
    ...joinTakes(takes),
    format: 'wav',
    spoken_text: null,
    syllables: null,
    request_id: takes[0]?.request_id ?? null,
    dropped: [...dropped],
    billed: { unit, amount },
  };
}

type Speaking = { dropped: Set<string>; signal: AbortSignal };

async function speakPart(
  partner: Partner,
  request: PartRequest,
  { dropped, signal }: Speaking,
): Promise<Take> {
  const { adapter, decode, http } = partner;
  const rendered = renderCall(adapter, request);
  for (const setting of rendered.dropped) dropped.add(setting);
  const { credentials } = request;
  const answer = await http.ask(rendered.call, { credentials, signal });
  return readResponse(answer, credentials, async () => {
    const start = answer.body.subarray(0, 200).toString('latin1');
    if (/^\s*<(?:!doctype html|html)/i.test(start))
      throw new SpeechError(
        'unusable',
        'The provider returned a web page instead of audio. Check its base URL.',
      );
    const part: SpokenPart = adapter.read?.(answer) ?? { audio: answer.body };
    const take = await takeOf(part, { decode, sample_rate: adapter.sample_rate, signal });
    let billed = Number(part.billed);
    if (!Number.isFinite(billed) || billed <= 0) {
      const { unit, count } = billingOf(adapter);
      billed = unit === 'seconds' ? take.duration_ms / 1_000 : count(request.text);
    }
    return { ...take, billed, request_id: part.request_id ?? requestIdOf(answer) };
  });
}
