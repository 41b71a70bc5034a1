import type { ControlValue, DirectedModel } from '@voiceloom/contract';
import type { SpeechContext } from '@voiceloom/text';
import type { Credentials } from '../http-provider.ts';
import type { Provider } from '../registry.ts';

export type { Credentials } from '../http-provider.ts';
export {
  ProviderError as SpeechError,
  type ProviderErrorKind as SpeechErrorKind,
} from '../provider-error.ts';

export type BillingUnit = 'characters' | 'bytes' | 'tokens' | 'seconds';

/** A provider's price for its model, in US dollars, at a certain date. */
export interface ModelPrice {
  usd: number;
  /** The number of units that have this price. */
  per: number;
  unit: BillingUnit;
  /** The date on which the provider had this price. */
  as_of: string;
}

export interface SpeechModel extends DirectedModel {
  id: string;
  display_name: string;
  credits_per_1000_characters: number;
  /** The price if the customer pays the provider with an own key. Undefined if the provider has no keys. */
  own_key_credits_per_1000_characters?: number;
  /** Undefined if the price is unknown or the model is free. */
  price?: ModelPrice;
  /**
   * The sound quality of the model: 1 for rules (formants), 2 for recorded units and early neural vocoders, 3 for
   * neural, 4 for the generation with expressive reading. It is the class in which the provider sells the model (names
   * and tables of its documentation, as of 2026). That a higher class sounds better is our judgment, not a
   * measurement. Undefined if unknown.
   */
  quality?: number;
  /** The last day on which the model is available. */
  retires_at?: string;
  /** The ID of the model to use after that. */
  successor?: string;
  /** Whether a different seed results in a different take of the same text. */
  takes_seed?: boolean;
  /** Whether a request can contain the words before and after the text. */
  takes_context?: boolean;
  /** The maximum text length of a request in code points. Longer texts are split. */
  max_characters: number;
  /** The maximum size of a request in bytes, if the provider has such a limit. */
  max_bytes?: number;
  /** In lowercase BCP-47. Null if the model has no fixed list. */
  locales: readonly string[] | null;
  is_default: boolean;
  /** Identifies the files of a local model, which can change while its name stays. */
  digest?: string;
  /** How many seconds of audio a local model makes in a second, as measured when it was installed. */
  speed?: number;
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
  /** The models that support the voice. Undefined: all models. */
  models?: readonly string[];
  /** A sample that the provider offers. */
  preview_url?: string;
}

export interface SpeechRequest {
  model: string;
  /** The version of a local model that the key of the take names. Default: the installed one. */
  model_digest?: string;
  provider_voice_id: string;
  locale_code: string;
  text: string;
  /** From 0.5 to 2; 1 is normal. */
  speed: number;
  /** In semitones, from -12 to 12. */
  pitch: number;
  /** Values that the `controls` of the model accept. */
  controls?: Readonly<Record<string, ControlValue>>;
  /** The same for every attempt of a take. Providers that support such keys charge only once. */
  idempotency_key: string;
  /** The credentials; undefined for engines that need no key. */
  credentials?: Credentials;
  /** Differs between the takes of a line. Undefined if the model has no seeds. */
  seed?: number;
  /** The words before and after the text, for a model that takes context. They are not spoken. */
  context?: SpeechContext | undefined;
}

export interface SpeechWord {
  text: string;
  start_ms: number;
  end_ms: number;
}

/** The silence of the breaks in a line, which nobody may take for a fault, or cut off. */
export interface SpeechPauses {
  /** Before the first word. */
  lead_ms: number;
  /** After the last word. */
  tail_ms: number;
  /** The longest one between words. */
  longest_inner_ms: number;
  total_ms: number;
}

export interface SpeechResult {
  audio: Uint8Array;
  format: 'wav';
  sample_rate: number;
  duration_ms: number;
  /** Empty if the provider does not report word timestamps. */
  words: SpeechWord[];
  /** The text that was actually spoken, such as kana for Japanese. Null if not reported. */
  spoken_text: string | null;
  syllables: number | null;
  /** The ID that the provider gave the request, for the provider's support. */
  request_id: string | null;
  /** The settings that were dropped because the model does not support them. */
  dropped: string[];
  /** Undefined if the line has no breaks. */
  pauses?: SpeechPauses;
  /** The billed amount, as reported or by the rules of the provider. */
  billed?: { unit: BillingUnit; amount: number };
}

export interface SpeechProvider extends Provider<SpeechModel> {
  /** The public voices. The first one of each locale is its default. */
  voices(): readonly ProviderVoice[];
  /** The voices that a key can use. Undefined if the provider has no keys and no concurrency limit. */
  listVoices?(credentials: Credentials, signal: AbortSignal): Promise<ProviderVoice[]>;
  /**
   * Whether the provider ends a line that takes too long, counted from the start of its work. A deadline of the call would
   * include the wait for the engine, which grows with the number of lines.
   */
  has_own_deadline?: boolean;
  /** The folder of the samples that the provider offers, so that web pages can allow it. */
  samples_url?: string;
  /** The concurrency limit of a key that is assumed until the provider reports another. */
  initial_slots?: number;
  /** Whether takes in this locale have word timestamps. Undefined: no takes have them. */
  timesWords?(locale: string): boolean;
  /**
   * Speaks a text with exact word timestamps, so that takes of other voices can be aligned with it. Undefined if the
   * provider does not speak the locale. Rejects like `synthesize`.
   */
  speakReference?(
    request: Pick<SpeechRequest, 'locale_code' | 'text' | 'speed'>,
    signal: AbortSignal,
  ): Promise<Pick<SpeechResult, 'audio' | 'words'> | undefined>;
  /** The phonemes of texts; texts that sound the same have the same ones. Null if unknown. */
  phonemes?(texts: readonly string[], locale: string, signal: AbortSignal): Promise<(string | null)[]>;
  /**
   * What the provider bills for a text with its direction and markup: bytes, or characters as it counts them, also if it
   * bills seconds. Undefined: the characters of the text.
   */
  countUnits?(
    request: Pick<SpeechRequest, 'model' | 'locale_code' | 'text' | 'speed' | 'pitch' | 'controls'>,
  ): number;
  /** Rejects with a `SpeechError`, or with the signal's reason after an abort. */
  synthesize(request: SpeechRequest, signal: AbortSignal): Promise<SpeechResult>;
}
