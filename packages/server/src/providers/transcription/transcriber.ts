import type { TranscriptionProviderId } from '@voiceloom/contract';
import type { GuardedResponse } from '../http.ts';
import type { Credentials, HttpProviderCall, Vendor } from '../http-partner.ts';
import type { Provider } from '../registry.ts';
import type { BillingUnit, ModelPrice, SpeechWord } from '../speech/provider.ts';

export type { Credentials } from '../http-partner.ts';
export { ProviderError, type ProviderErrorKind } from '../provider-error.ts';
export { modelOf as transcriptionModelOf } from '../registry.ts';

/** A transcription model. */
export interface TranscriptionModel {
  id: string;
  display_name: string;
  /** Whether it reports the time of each word. */
  has_words: boolean;
  /** The maximum file size of a request. */
  max_bytes: number;
  /** Undefined: unknown, or not a single number. */
  price?: ModelPrice;
  is_default: boolean;
}

export interface TranscriptionRequest {
  audio: Uint8Array;
  content_type: string;
  /** Lowercase BCP-47; null for automatic detection. */
  locale_code: string | null;
  /** Null selects the provider's default model. */
  model: string | null;
  /** Undefined if the workspace has no key for the provider. */
  credentials: Credentials | undefined;
  signal: AbortSignal;
  /** The billed duration if the provider does not report it. */
  duration_ms?: number;
  /** Whether to distinguish speakers, if supported. */
  diarize?: boolean;
}

export interface TranscribedSegment extends SpeechWord {
  speaker?: string;
}

export interface TranscribedWord extends TranscribedSegment {
  /** 0 to 1. */
  confidence?: number;
}

export interface Transcription {
  /** The transcript; empty if there was no speech. */
  text: string;
  /** In order; missing if the model reports no times. */
  words?: TranscribedWord[];
  segments?: TranscribedSegment[];
  /** In lowercase, as reported or requested; null if neither is known. */
  language: string | null;
  /** The model that was used. */
  model: string;
  billed: { unit: BillingUnit; amount: number } | null;
  request_id: string | null;
}

/** A transcription provider. It never receives the expected text. */
export interface TranscriptionProvider extends Provider<TranscriptionModel> {
  /** The assumed concurrency limit of a key until the provider reports another. */
  starting_places: number;
  /** Rejects with a `ProviderError`, or with the signal's reason after an abort. */
  transcribe(request: TranscriptionRequest): Promise<Transcription>;
}

/** Every provider of transcripts by its id. */
export type TranscriptionProviders = ReadonlyMap<string, TranscriptionProvider>;

/** A request with its model and the credentials that it needs. */
export interface AdapterRequest extends TranscriptionRequest {
  credentials: Credentials;
  of: TranscriptionModel;
}

/** An unverified response of a provider. */
export interface RawTranscript {
  /** Anything but a string is a provider error. */
  text: unknown;
  words?: TranscribedWord[];
  segments?: TranscribedSegment[];
  language?: string | null;
  /** Unknown unless it is a positive number. */
  billed?: { unit: 'seconds' | 'tokens'; amount: number };
  request_id?: string | null;
}

/** The provider-specific parts of transcription. */
export interface TranscriptionAdapter extends Vendor, Omit<TranscriptionProvider, 'transcribe' | 'close'> {
  id: TranscriptionProviderId;
  render(request: AdapterRequest): HttpProviderCall;
  /** A simpler request for servers that reject the first one, as `isRefusal` detects. */
  plain?: {
    render(request: AdapterRequest): HttpProviderCall;
    isRefusal(fault: { message: string }): boolean;
  };
  read(answer: GuardedResponse, request: AdapterRequest): RawTranscript;
}

/** NaN unless it is a number. */
export const msOf = (seconds: unknown): number =>
  typeof seconds === 'number' ? Math.max(0, Math.round(seconds * 1_000)) : Number.NaN;

/** The language without region, because providers differ in how they support regions. */
export function languageOf(locale: string | null): string | undefined {
  return locale?.split('-', 1)[0];
}
