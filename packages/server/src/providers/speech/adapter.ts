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

/** One request of the text, or of a part of it that fits the limit of the model. */
export interface PartRequest extends SpeechRequest {
  credentials: Credentials;
  of: SpeechModel;
}

/** A request as its provider wants it. */
export type SpeechCall = PartnerCall & { body?: string };

/** What a request is and what could not be said in it. */
export interface RenderedCall extends SpeechCall {
  dropped: string[];
  /** The rate that is asked for: an answer at another one is a fault. */
  sample_rate?: number;
}

/** Audio as it came. `pcm`: 16-bit samples without a header, at the rate that was asked for. */
export interface SpokenPart {
  audio: Uint8Array;
  pcm?: boolean;
  words?: SpeechWord[];
  billed?: number;
  request_id?: string | null;
}

/** Asks the provider something with the credentials at hand; an answer that is no success is thrown as its fault. */
export type Ask = (call: SpeechCall) => Promise<GuardedResponse>;

/** What one provider does in its own way. */
export interface SpeechAdapter {
  id: KeyedProviderId;
  models: readonly SpeechModel[];
  otherModel?(id: string): SpeechModel;
  starting_places: number;
  billing: { unit: BillingUnit; count(text: string): number };
  baseUrl(credentials: Credentials): string;
  render(request: PartRequest): RenderedCall;
  /** The body is the audio where this is left out. */
  read?(answer: GuardedResponse, request: PartRequest): SpokenPart;
  fault?: FaultReader;
  voices(ask: Ask, credentials: Credentials): Promise<ProviderVoice[]>;
  /** Signs what is about to be sent, where a key is not just a header. */
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

/** As some providers bill: a Chinese character, kanji or hanja counts as two. */
export function charactersHanTwice(spoken: string): number {
  let count = 0;
  for (const character of spoken) count += /\p{Script=Han}/u.test(character) ? 2 : 1;
  return count;
}

export const bytesOf = (text: string): number => Buffer.byteLength(text, 'utf8');
