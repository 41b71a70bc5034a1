import type { TranscriptionProviderId } from '@voiceloom/contract';
import type { GuardedResponse } from '../http.ts';
import type { Credentials, HttpProviderCall, Vendor } from '../http-provider.ts';
import type { Provider } from '../registry.ts';
import type { BillingUnit, ModelPrice, SpeechWord } from '../speech/provider.ts';

export type { Credentials } from '../http-provider.ts';
export { ProviderError, type ProviderErrorKind } from '../provider-error.ts';
export { findModel as findTranscriptionModel } from '../registry.ts';

export interface TranscriptionModel {
  id: string;
  display_name: string;
  /** Whether the model reports the time of each word. */
  has_words: boolean;
  /** The maximum file size of a request. */
  max_bytes: number;
  /** Undefined: the price is unknown, or not a single number. */
  price?: ModelPrice;
  is_default: boolean;
  /** Identifies the files of a local model, which can change while its name stays. */
  digest?: string;
}

export interface TranscriptionRequest {
  audio: Uint8Array;
  content_type: string;
  /** In lowercase BCP-47. Null: the language is detected. */
  locale_code: string | null;
  /** Null selects the provider's default model. */
  model: string | null;
  /** Undefined if the workspace has no key for the provider. */
  credentials: Credentials | undefined;
  signal: AbortSignal;
  /** The duration to bill if the provider reports none. */
  duration_ms?: number;
  /** Whether to distinguish speakers, if the provider supports this. */
  diarize?: boolean;
}

export interface TranscribedSegment extends SpeechWord {
  speaker?: string;
}

export interface TranscribedWord extends TranscribedSegment {
  /** From 0 to 1. */
  confidence?: number;
}

export interface Transcription {
  /** The transcript. Empty if the audio contains no speech. */
  text: string;
  /** In order. Undefined if the model reports no times. */
  words?: TranscribedWord[];
  segments?: TranscribedSegment[];
  /** In lowercase, as reported or else as requested. Null if neither is known. */
  language: string | null;
  model: string;
  billed: { unit: BillingUnit; amount: number } | null;
  request_id: string | null;
}

/** A transcription provider. It never gets the expected text. */
export interface TranscriptionProvider extends Provider<TranscriptionModel> {
  /** The concurrency limit of a key that is assumed until the provider reports another. */
  initial_slots: number;
  /** Rejects with a `ProviderError`, or with the signal's reason after an abort. */
  transcribe(request: TranscriptionRequest): Promise<Transcription>;
}

export type TranscriptionProviders = ReadonlyMap<string, TranscriptionProvider>;

/** A request with its model and with the required credentials. */
export interface AdapterRequest extends TranscriptionRequest {
  credentials: Credentials;
  model_details: TranscriptionModel;
}

/** An unverified response of a provider. */
export interface RawTranscript {
  /** A value that is not a string is an error of the provider. */
  text: unknown;
  words?: TranscribedWord[];
  segments?: TranscribedSegment[];
  language?: string | null;
  /** Ignored unless it is a positive number. */
  billed?: { unit: 'seconds' | 'tokens'; amount: number };
  request_id?: string | null;
}

/** The provider-specific parts of transcription. */
export interface TranscriptionAdapter extends Vendor, Omit<TranscriptionProvider, 'transcribe' | 'close'> {
  id: TranscriptionProviderId;
  render(request: AdapterRequest): HttpProviderCall;
  /** A simpler request for servers that reject the first one, which `isRejection` detects. */
  plain?: {
    render(request: AdapterRequest): HttpProviderCall;
    isRejection(error: { message: string }): boolean;
  };
  read(response: GuardedResponse, request: AdapterRequest): RawTranscript;
}

/** NaN if the value is not a number. */
export const toMilliseconds = (seconds: unknown): number =>
  typeof seconds === 'number' ? Math.max(0, Math.round(seconds * 1_000)) : Number.NaN;

/** The language without its region, because providers support regions differently. */
export function toLanguage(locale: string | null): string | undefined {
  return locale?.split('-', 1)[0];
}
