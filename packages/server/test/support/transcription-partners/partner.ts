import type { IncomingHttpHeaders } from 'node:http';
import type { TranscriptionProviderId } from '@voiceloom/contract';
import type { ProviderErrorKind } from '../../../src/providers/provider-error.ts';
import type { PartnerAnswer } from '../speech-partners/partner.ts';

export { json, type PartnerAnswer } from '../speech-partners/partner.ts';

export interface ListenRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** The fields of a form; those that come more than once are lists. */
  fields: Map<string, string[]>;
  /** The file of the form, or the body. */
  audio: Buffer;
}

/** What a partner hears: words between spaces, each half a second long. */
export interface HeardSpeech {
  text: string;
  words: { text: string; start: number; end: number }[];
  seconds: number;
}

export interface ListenQuirk {
  name: string;
  answer: PartnerAnswer;
  kind: ProviderErrorKind;
}

/** How one provider of transcripts behaves, as its documentation has it, from its own side. */
export interface TranscriptionPartner {
  id: TranscriptionProviderId;
  credentials: Record<string, string>;
  /** What must not be seen in any message. */
  secret: string;
  model: string;
  isListening(request: ListenRequest): boolean;
  /** What is wrong with a request; undefined: nothing. */
  refuse(request: ListenRequest): PartnerAnswer | undefined;
  /** The language that it was told; undefined: none. */
  languageOf(request: ListenRequest): string | undefined;
  answer(heard: HeardSpeech, request: ListenRequest): PartnerAnswer;
  throttled: { answer: PartnerAnswer; kind: ProviderErrorKind };
  quirks: ListenQuirk[];
  /** Answers of 200 that are no transcript. */
  empty: PartnerAnswer[];
}

export function heardSpeech(text: string): HeardSpeech {
  const said = text === '' ? [] : text.split(' ');
  const words = said.map((word, index) => ({ text: word, start: index * 0.5, end: index * 0.5 + 0.4 }));
  return { text, words, seconds: Math.max(0.5, said.length * 0.5) };
}
