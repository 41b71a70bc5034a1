import {
  createHttpProvider,
  findRequestId,
  type HttpProviderOptions,
  readResponse,
} from '../http-provider.ts';
import { findModel, requireAccess } from '../registry.ts';
import {
  countCodePoints,
  countUnits,
  getBilling,
  type PartRequest,
  renderCall,
  type SpeechAdapter,
  type SpokenPart,
} from './adapter.ts';
import { partContext, type SplitText, splitParts } from './parts.ts';
import { SpeechError, type SpeechProvider, type SpeechRequest } from './provider.ts';
import { type DecodeAudio, readTake, type Take } from './take.ts';
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

/** A provider that is called over HTTP with the customer's key. */
export function createHttpSpeech(adapter: SpeechAdapter, options: HttpSpeechOptions): SpeechProvider {
  const { id, models, initial_slots, otherModel, timesWords, samples_url } = adapter;
  const { unit, count } = getBilling(adapter);
  const traits = { ...adapter, max_body_bytes: MAX_BODY_BYTES, deadlines: DEADLINES };
  const http = createHttpProvider(traits, options);
  /**
   * The spoken parts of requests that failed at a later part, and the settings that they dropped, so that a retry does not
   * pay for them again.
   */
  const unfinishedRequests = new WeakMap<SpeechRequest, { takes: Take[]; dropped: Set<string> }>();

  async function speakPart(request: PartRequest, dropped: Set<string>, signal: AbortSignal): Promise<Take> {
    const { credentials } = request;
    const { call, written, dropped: droppedSettings } = renderCall(adapter, request);
    for (const setting of droppedSettings) dropped.add(setting);
    const response = await http.call(call, { credentials, signal });
    return readResponse(response, credentials, async () => {
      const start = response.body.subarray(0, 200).toString('latin1');
      if (/^\s*<(?:!doctype html|html)/i.test(start))
        throw new SpeechError(
          'unusable',
          'The provider returned a web page instead of audio. Check its base URL.',
        );
      const part: SpokenPart = adapter.read?.(response) ?? { audio: response.body };
      const { decode } = options;
      const take = await readTake(part, { decode, sample_rate: adapter.sample_rate, signal });
      let billed = Number(part.billed);
      if (!Number.isFinite(billed) || billed <= 0)
        billed = unit === 'seconds' ? take.duration_ms / 1_000 : count(written);
      return { ...take, billed, request_id: part.request_id ?? findRequestId(response) };
    });
  }

  return {
    id,
    models,
    initial_slots,
    ...(otherModel && { otherModel }),
    ...(timesWords && { timesWords }),
    ...(samples_url && { samples_url }),
    voices: () => [],
    listVoices(credentials, signal) {
      const load = async (path: string, json?: object) => {
        const method = json ? 'POST' : 'GET';
        return (await http.call({ path, json, method }, { credentials, signal })).body;
      };
      return adapter.voices(load, credentials);
    },
    countUnits(request) {
      const model_details = findModel(adapter, request.model);
      if (!model_details) return countCodePoints(request.text);
      const limits = { locale: request.locale_code, model_details, split: options.split };
      return splitParts(request.text, limits).reduce(
        (sum, text) => sum + countUnits(adapter, { ...request, text, model_details }),
        0,
      );
    },
    async synthesize(request, signal) {
      const { model_details, credentials } = requireAccess(adapter, request);
      const progress = unfinishedRequests.get(request) ?? { takes: [], dropped: new Set() };
      const { takes, dropped } = progress;
      unfinishedRequests.set(request, progress);
      const parts = splitParts(request.text, {
        locale: request.locale_code,
        model_details,
        split: options.split,
      });
      for (const [index, text] of [...parts.entries()].slice(takes.length)) {
        const context = partContext(parts, index, request.context);
        takes.push(
          await speakPart({ ...request, text, context, credentials, model_details }, dropped, signal),
        );
      }
      unfinishedRequests.delete(request);
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
    },
    close: http.close,
  };
}
