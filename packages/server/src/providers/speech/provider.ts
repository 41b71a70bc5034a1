import type { Credentials } from '../keys/key-check.ts';

export type { Credentials } from '../keys/key-check.ts';
export {
  ProviderError as SpeechError,
  type ProviderErrorKind as SpeechErrorKind,
} from '../provider-error.ts';

/** What a provider counts when it bills. */
export type BillingUnit = 'characters' | 'bytes' | 'tokens' | 'seconds';

/** What a provider asks for its model; a snapshot, in US dollars. */
export interface ModelPrice {
  usd: number;
  /** For how many of the units. */
  per: number;
  unit: BillingUnit;
  /** When it was last looked up, as a date; the live page may say otherwise. */
  as_of: string;
}

/** A model of a provider, with its price and its limits. */
export interface SpeechModel {
  id: string;
  display_name: string;
  credits_per_1000_characters: number;
  /** With the customer's own key, who pays the provider beside that. Undefined: there are no keys. */
  own_key_credits_per_1000_characters?: number;
  /** Undefined: not known, or none. */
  price?: ModelPrice;
  /** How good it sounds, 1 to 4, where that is known better than `models/quality.ts` does. */
  quality?: number;
  /** The last day of the model, as a date. */
  retires_at?: string;
  /** The id of the model to take instead. */
  successor?: string;
  /** Another seed makes another take of the same text. */
  takes_seed?: boolean;
  /** Longest text of one request, in code points; longer ones are spoken in parts. */
  max_characters: number;
  /** Where the limit of one request is in bytes. */
  max_bytes?: number;
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
  /** Models that can speak with it; undefined: all. */
  models?: readonly string[];
  /** Where its provider lets it be heard. */
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
  /** The same for every attempt of one take; providers that know such keys charge it once. */
  idempotency_key: string;
  /** Whoever pays the provider; undefined for engines that need no key. */
  credentials?: Credentials;
  /** Differs between the takes of one line; left out where the model takes none. */
  seed?: number;
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
  /** What the provider bills for it, as it says or as its rules count. */
  billed?: { unit: BillingUnit; amount: number };
}

/** One partner behind the interface that all of them share. */
export interface SpeechProvider {
  id: string;
  models: readonly SpeechModel[];
  /** A model that is not in the list, where a customer's own server may have it. */
  otherModel?(id: string): SpeechModel;
  /** Voices that everybody may use, of each locale the default one first. */
  voices(): readonly ProviderVoice[];
  /** Voices that a key opens. Absent: there are no keys, and no bound to requests at once. */
  listVoices?(credentials: Credentials, signal: AbortSignal): Promise<ProviderVoice[]>;
  /** Requests at once that a key is taken to allow until its provider says otherwise. */
  starting_places?: number;
  /** How texts sound, in signs that are the same for the same sound; null for what cannot be told. */
  phonemes?(texts: readonly string[], locale: string, signal: AbortSignal): Promise<(string | null)[]>;
  /** Rejects with a `SpeechError`, or with the signal's reason once aborted. */
  synthesize(request: SpeechRequest, signal: AbortSignal): Promise<SpeechResult>;
  close(): Promise<void>;
}
