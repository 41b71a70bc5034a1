import type { Credentials } from '../keys/key-check.ts';
import type { BillingUnit, ModelPrice } from '../speech/provider.ts';

export type { Credentials } from '../keys/key-check.ts';
export { ProviderError, type ProviderErrorKind } from '../provider-error.ts';

/** A model that writes down what it hears. */
export interface TranscriptionModel {
  id: string;
  display_name: string;
  /** It says when each word is heard. */
  has_words: boolean;
  /** Largest file of one request. */
  max_bytes: number;
  /** Undefined: not known, or not in one number. */
  price?: ModelPrice;
  is_default: boolean;
}

export interface TranscriptionRequest {
  audio: Uint8Array;
  content_type: string;
  /** Lowercase BCP-47; null lets the provider find out. */
  locale_code: string | null;
  /** null takes the provider's default model. */
  model: string | null;
  /** Undefined where the workspace has no key for the provider. */
  credentials: Credentials | undefined;
  signal: AbortSignal;
  /** What is billed where the provider does not say. */
  duration_ms?: number;
  /** Tell speakers apart, where the provider can. */
  diarize?: boolean;
}

export interface HeardWord {
  text: string;
  start_ms: number;
  end_ms: number;
  /** 0 to 1. */
  confidence?: number;
  speaker?: string;
}

export interface HeardSegment {
  text: string;
  start_ms: number;
  end_ms: number;
  speaker?: string;
}

export interface Transcription {
  /** As it was heard; empty where there was no speech. */
  text: string;
  /** In order; missing where the model gives no times. */
  words?: HeardWord[];
  segments?: HeardSegment[];
  /** Lowercase, as the provider names it or as it was told; null where neither is known. */
  language: string | null;
  /** The model that answered. */
  model: string;
  billed: { unit: BillingUnit; amount: number } | null;
  request_id: string | null;
}

/** One partner that writes down speech. It is never told what it ought to hear. */
export interface TranscriptionProvider {
  id: string;
  models: readonly TranscriptionModel[];
  /** A model that is not in the list, where a customer's own server may have it. */
  otherModel?(id: string): TranscriptionModel;
  /** Requests at once that a key is taken to allow until its provider says otherwise. */
  starting_places: number;
  /** Rejects with a `ProviderError`, or with the signal's reason once aborted. */
  transcribe(request: TranscriptionRequest): Promise<Transcription>;
  close(): Promise<void>;
}

/** Every provider of transcripts by its id. */
export type TranscriptionProviders = ReadonlyMap<string, TranscriptionProvider>;

/** The model called `id`, or the default one; undefined where the provider has none of that name. */
export function transcriptionModelOf(
  { models, otherModel }: Pick<TranscriptionProvider, 'models' | 'otherModel'>,
  id: string | null,
): TranscriptionModel | undefined {
  const known = models.find((model) => (id === null ? model.is_default : model.id === id));
  return known ?? (id === null ? undefined : otherModel?.(id));
}
