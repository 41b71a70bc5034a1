import type { ControlValue, DirectedModel } from '@voiceloom/contract';
import type { SpeechContext } from '@voiceloom/text';
import type { Credentials } from '../http-partner.ts';
import type { Provider } from '../registry.ts';

export type { Credentials } from '../http-partner.ts';
export {
  ProviderError as SpeechError,
  type ProviderErrorKind as SpeechErrorKind,
} from '../provider-error.ts';

/** The unit that a provider bills. */
export type BillingUnit = 'characters' | 'bytes' | 'tokens' | 'seconds';

/** A provider's price for its model, in US dollars, at a certain date. */
export interface ModelPrice {
  usd: number;
  /** The number of units for this price. */
  per: number;
  unit: BillingUnit;
  /** The date of the price. */
  as_of: string;
}

/** A model of a provider, with its price and its limits. */
export interface SpeechModel extends DirectedModel {
  id: string;
  display_name: string;
  credits_per_1000_characters: number;
  /**
   * The price if the customer also pays the provider with an own key. Undefined: the provider has no keys.
   */
  own_key_credits_per_1000_characters?: number;
  /** Undefined: unknown, or free. */
  price?: ModelPrice;
  /**
   * How good the model sounds: 1 rules (formants), 2 recorded units and early neural vocoders, 3 neural, 4 the
   * generation that reads with expression. This is the class in which the provider sells the model (names and
   * tables of its documentation, as saved in 2026); that a class sounds better than the one below is our
   * judgment, not a measurement. Undefined: unknown.
   */
  quality?: number;
  /** The last day on which the model works. */
  retires_at?: string;
  /** The id of the model to use instead. */
  successor?: string;
  /** Whether another seed makes another take of the same text. */
  takes_seed?: boolean;
  /** Whether a request can contain the words before and after. */
  takes_context?: boolean;
  /** The maximum text length of a request, in code points; longer texts are split. */
  max_characters: number;
  /** The maximum size of a request, if it is limited in bytes. */
  max_bytes?: number;
  /** Lowercase BCP-47; null if the model has no fixed list. */
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
  /** Models that support the voice; undefined: all. */
  models?: readonly string[];
  /** A sample by the provider. */
  preview_url?: string;
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
  /** Values that the model's `controls` accept. */
  controls?: Readonly<Record<string, ControlValue>>;
  /** Every attempt of a take sends the same key. Providers that support such keys charge once. */
  idempotency_key: string;
  /** The credentials; undefined for engines that need no key. */
  credentials?: Credentials;
  /** Differs between the takes of one line; undefined if the model has no seeds. */
  seed?: number;
  /** The words around the text, for a model that takes context. They are not spoken. */
  context?: SpeechContext | undefined;
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
  /** Empty if the provider reports no times. */
  words: SpeechWord[];
  /** The text that was really spoken, such as kana for Japanese; null if not reported. */
  spoken_text: string | null;
  syllables: number | null;
  /** The provider's own id of the request, for its support. */
  request_id: string | null;
  /** Settings that the model does not support, which were dropped. */
  dropped: string[];
  /** The billed amount, as reported or by the provider's rules. */
  billed?: { unit: BillingUnit; amount: number };
}

/** A speech provider. */
export interface SpeechProvider extends Provider<SpeechModel> {
  /** Public voices; the first one of each locale is its default. */
  voices(): readonly ProviderVoice[];
  /** The voices that a key can use. Missing if the provider has no keys and no concurrency limit. */
  listVoices?(credentials: Credentials, signal: AbortSignal): Promise<ProviderVoice[]>;
  /** The assumed concurrency limit of a key until the provider reports another. */
  starting_places?: number;
  /** Whether takes in a locale come with word timestamps. Missing: none do. */
  timesWords?(locale: string): boolean;
  /** Phonemes of texts, equal for equal sounds; null if unknown. */
  phonemes?(texts: readonly string[], locale: string, signal: AbortSignal): Promise<(string | null)[]>;
  /** Rejects with a `SpeechError`, or with the signal's reason after an abort. */
  synthesize(request: SpeechRequest, signal: AbortSignal): Promise<SpeechResult>;
}
