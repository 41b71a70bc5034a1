import type { KeyedProviderId } from '@voiceloom/contract';
import type { FaultReader } from '../faults.ts';
import type { GuardedResponse } from '../http.ts';
import type { PartnerCall } from '../http-partner.ts';
import type {
  BillingUnit,
  Credentials,
  ProviderVoice,
  SpeechModel,
  SpeechRequest,
  SpeechWord,
} from './provider.ts';

export type { FaultReader } from '../faults.ts';

/** A request for the text, or for a part of it within the model's limit. */
export interface PartRequest extends SpeechRequest {
  credentials: Credentials;
  of: SpeechModel;
}

/** A request in the provider's format. */
export type SpeechCall = PartnerCall & { body?: string };

/** A request, and the settings that it could not express. */
export interface RenderedCall extends SpeechCall {
  dropped: string[];
  /** The requested sample rate; a response with another one is an error. */
  sample_rate?: number;
}

/** Audio as received. `pcm`: 16-bit samples without a header, at the requested rate. */
export interface SpokenPart {
  audio: Uint8Array;
  pcm?: boolean;
  words?: SpeechWord[];
  billed?: number;
  request_id?: string | null;
}

/** Sends a request with the current credentials; throws the error of an unsuccessful response. */
export type Ask = (call: SpeechCall) => Promise<GuardedResponse>;

/** The provider-specific parts of speech synthesis. */
export interface SpeechAdapter {
  id: KeyedProviderId;
  models: readonly SpeechModel[];
  otherModel?(id: string): SpeechModel;
  starting_places: number;
  billing: { unit: BillingUnit; count(text: string): number };
  baseUrl(credentials: Credentials): string;
  render(request: PartRequest): RenderedCall;
  /** Default: the body is the audio. */
  read?(answer: GuardedResponse, request: PartRequest): SpokenPart;
  fault?: FaultReader;
  voices(ask: Ask, credentials: Credentials): Promise<ProviderVoice[]>;
  /** Signs the request, if the key is not just a header. */
  sign?(
    call: SpeechCall & { url: URL },
    credentials: Credentials,
    now: Date,
  ): Promise<Record<string, string>>;
}

export const codePoints = (text: string): number => {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};

/** Some providers bill a Chinese character, kanji or hanja as two. */
export function charactersHanTwice(spoken: string): number {
  let count = 0;
  for (const character of spoken) count += /\p{Script=Han}/u.test(character) ? 2 : 1;
  return count;
}

export const bytesOf = (text: string): number => Buffer.byteLength(text, 'utf8');
