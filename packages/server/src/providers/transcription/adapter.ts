import type { TranscriptionProviderId } from '@voiceloom/contract';
import type { GuardedResponse } from '../http.ts';
import type { Credentials, PartnerCall, Vendor } from '../http-partner.ts';
import type {
  HeardSegment,
  HeardWord,
  TranscriptionModel,
  TranscriptionProvider,
  TranscriptionRequest,
} from './transcriber.ts';

/** A request with its model and the credentials that it needs. */
export interface AdapterRequest extends TranscriptionRequest {
  credentials: Credentials;
  of: TranscriptionModel;
}

/** An unverified response of a provider. */
export interface RawTranscript {
  /** Anything but a string is a provider error. */
  text: unknown;
  words?: HeardWord[];
  segments?: HeardSegment[];
  language?: string | null;
  /** Unknown unless it is a positive number. */
  billed?: { unit: 'seconds' | 'tokens'; amount: number };
  request_id?: string | null;
}

/** The provider-specific parts of transcription. */
export interface TranscriptionAdapter extends Vendor, Omit<TranscriptionProvider, 'transcribe' | 'close'> {
  id: TranscriptionProviderId;
  render(request: AdapterRequest): PartnerCall;
  /** A simpler request for servers that reject the first one, as `isRefusal` detects. */
  plain?: { render(request: AdapterRequest): PartnerCall; isRefusal(fault: { message: string }): boolean };
  read(answer: GuardedResponse, request: AdapterRequest): RawTranscript;
}

/** NaN unless it is a number. */
export const msOf = (seconds: unknown): number =>
  typeof seconds === 'number' ? Math.max(0, Math.round(seconds * 1_000)) : Number.NaN;

/** The language without region, because providers differ in how they support regions. */
export function languageOf(locale: string | null): string | undefined {
  return locale?.split('-', 1)[0];
}
