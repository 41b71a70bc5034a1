import type { TranscriptionProviderId } from '@voiceloom/contract';
import type { FaultReader } from '../faults.ts';
import type { GuardedResponse } from '../http.ts';
import type { PartnerCall } from '../http-partner.ts';
import type {
  Credentials,
  HeardSegment,
  HeardWord,
  TranscriptionModel,
  TranscriptionRequest,
} from './transcriber.ts';

/** A request with its model and the credentials that it needs. */
export interface AdapterRequest extends TranscriptionRequest {
  credentials: Credentials;
  of: TranscriptionModel;
}

/** What a provider sent, not yet trusted. */
export interface RawTranscript {
  /** Anything but a string is a fault of the provider. */
  text: unknown;
  words?: HeardWord[];
  segments?: HeardSegment[];
  language?: string | null;
  billed?: { unit: 'seconds' | 'tokens'; amount: number };
  request_id?: string | null;
}

/** What one provider of transcripts does in its own way. */
export interface TranscriptionAdapter {
  id: TranscriptionProviderId;
  models: readonly TranscriptionModel[];
  otherModel?(id: string): TranscriptionModel;
  starting_places: number;
  baseUrl(credentials: Credentials): string;
  ownAddress?(credentials: Credentials): boolean;
  render(request: AdapterRequest): PartnerCall;
  /** A second form for servers that refuse the first; asked when `isRefusal` says that they did. */
  plain?: { render(request: AdapterRequest): PartnerCall; isRefusal(fault: { message: string }): boolean };
  read(answer: GuardedResponse, request: AdapterRequest): RawTranscript;
  fault?: FaultReader;
}

/** NaN for what is no number: null is no time. */
export const msOf = (seconds: unknown): number =>
  typeof seconds === 'number' ? Math.max(0, Math.round(seconds * 1_000)) : Number.NaN;

/** The language alone: none of these providers is told of regions by one rule. */
export function languageOf(locale: string | null): string | undefined {
  return locale?.split('-', 1)[0];
}
