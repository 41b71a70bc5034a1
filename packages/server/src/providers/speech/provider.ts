/** A model of a provider, with its price and its limits. */
export interface SpeechModel {
  id: string;
  display_name: string;
  credits_per_1000_characters: number;
  /** Longest text of one request, in code points. */
  max_characters: number;
  /** Lowercase BCP-47; null where the model is not bound to a list. */
  locales: readonly string[] | null;
  is_default: boolean;
}

/** A voice as its provider describes it. */
export interface ProviderVoice {
  provider_voice_id: string;
  name: string;
  locale_codes: readonly string[];
  gender: 'male' | 'female' | 'neutral' | null;
  age: 'young' | 'middle_aged' | 'old' | null;
  accent: string | null;
  category: string | null;
  description: string | null;
}

export interface SpeechRequest {
  model: string;
  provider_voice_id: string;
  locale_code: string;
  text: string;
  /** 0.5 to 2; 1 is normal. */
  speed: number;
  /** -12 to 12 semitones. */
  pitch: number;
  /** The same for every attempt of one take; providers that know such keys charge it once. */
  idempotency_key: string;
}

export interface SpeechWord {
  text: string;
  start_ms: number;
  end_ms: number;
}

export interface SpeechResult {
  audio: Uint8Array;
  format: 'wav';
  sample_rate: number;
  duration_ms: number;
  /** Empty where the provider reports no times. */
  words: SpeechWord[];
  /** What was really spoken, e.g. kana for Japanese; null where the provider does not say. */
  spoken_text: string | null;
  syllables: number | null;
  /** The provider's own id of the request, for its support. */
  request_id: string | null;
  /** Settings that the model does not honor and that were left out. */
  dropped: string[];
}

/** One partner behind the interface that all of them share. */
export interface SpeechProvider {
  id: string;
  models: readonly SpeechModel[];
  voices(): readonly ProviderVoice[];
  /** Rejects with a `SpeechError`, or with the signal's reason once aborted. */
  synthesize(request: SpeechRequest, signal: AbortSignal): Promise<SpeechResult>;
  close(): Promise<void>;
}

/**
 * What the caller does about a failure: `quota` is money, `concurrency` waits for a free place, `busy` backs off,
 * `invalid_input` names the line and is never retried, `gone` is a retired model.
 */
export type SpeechErrorKind =
  | 'auth'
  | 'quota'
  | 'concurrency'
  | 'busy'
  | 'invalid_input'
  | 'unsupported'
  | 'transient'
  | 'gone';

/** Every failure of a provider, in the terms of this service. */
export class SpeechError extends Error {
  readonly kind: SpeechErrorKind;
  readonly retry_after_ms: number | undefined;

  constructor(
    kind: SpeechErrorKind,
    message: string,
    options: { retry_after_ms?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'SpeechError';
    this.kind = kind;
    this.retry_after_ms = options.retry_after_ms;
  }
}
