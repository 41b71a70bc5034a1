import { encodeWav } from '@voiceloom/audio';
import { perMillion } from '../../src/providers/speech/credits.ts';
import { createEspeakProvider } from '../../src/providers/speech/embedded/espeak.ts';
import {
  SpeechError,
  type SpeechModel,
  type SpeechProvider,
  type SpeechProviders,
  type SpeechRequest,
  type SpeechResult,
} from '../../src/providers/speech/index.ts';

export interface ScriptedSpeech {
  providers: SpeechProviders;
  /** Every request, in order. */
  requests: SpeechRequest[];
  /** Requests in progress. */
  active: () => number;
}

export interface SpeechBehavior {
  /** Delays the response until it resolves. By default, the provider responds immediately. */
  before?: (request: SpeechRequest, signal: AbortSignal) => Promise<void>;
  /** The duration of the audio for a request, in milliseconds. */
  durationMs?: (request: SpeechRequest) => number;
  credits_per_1000_characters?: number;
  /** The list price for a million characters, in US dollars. */
  usd_per_million?: number;
}

/** A speech provider that the test controls. It replaces the embedded engine and its voices. */
export function scriptedSpeech(behavior: SpeechBehavior = {}): ScriptedSpeech {
  const requests: SpeechRequest[] = [];
  let active = 0;
  const voices = createEspeakProvider().voices();
  const model: SpeechModel = {
    id: 'espeak-ng',
    display_name: 'Scripted',
    credits_per_1000_characters: behavior.credits_per_1000_characters ?? 10,
    max_characters: 10_000,
    locales: null,
    quality: 1,
    is_default: true,
  };
  if (behavior.usd_per_million !== undefined)
    model.price = perMillion(behavior.usd_per_million, '2026-01-01');
  const provider: SpeechProvider = {
    id: 'espeak',
    models: [model],
    voices: () => voices,
    async synthesize(request, signal) {
      requests.push(request);
      active += 1;
      try {
        await behavior.before?.(request, signal);
        signal.throwIfAborted();
        return speechOf(request, behavior.durationMs?.(request) ?? 1_000);
      } finally {
        active -= 1;
      }
    },
    close: () => Promise.resolve(),
  };
  return { providers: new Map([['espeak', provider]]), requests, active: () => active };
}

/** Bursts of tone with short gaps, with the level and the quiet edges of clean speech. */
function speechOf(request: SpeechRequest, durationMs: number): SpeechResult {
  const sampleRate = 16_000;
  const samples = new Float32Array(Math.round((durationMs * sampleRate) / 1_000));
  const edge = Math.round(0.1 * sampleRate);
  for (let i = edge; i < samples.length - edge; i++) {
    const burst = 0.5 - 0.5 * Math.cos((2 * Math.PI * 4 * (i - edge)) / sampleRate);
    samples[i] = 0.25 * burst * Math.sin((2 * Math.PI * 220 * i) / sampleRate);
  }
  const audio = encodeWav({ channels: [samples], sampleRate });
  return {
    audio,
    format: 'wav',
    sample_rate: sampleRate,
    duration_ms: durationMs,
    words: [],
    spoken_text: request.text,
    syllables: Math.max(1, Math.round((5 * (durationMs - 200)) / 1_000)),
    request_id: null,
    dropped: [],
  };
}

export { SpeechError };
