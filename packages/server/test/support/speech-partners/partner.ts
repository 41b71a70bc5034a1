import type { IncomingMessage } from 'node:http';
import type { KeyedProviderId } from '@voiceloom/contract';
import type { SpeechErrorKind } from '../../../src/providers/speech/index.ts';

export interface PartnerRequest {
  method: string;
  /** Below the address of the partner. */
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: string;
  /** The whole path and host as they came, for those that sign them. */
  target: { path: string; host: string };
}

export interface PartnerAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** What a partner has spoken, for it to put into its own shape. */
export interface PartnerAudio {
  text: string;
  /** A WAV file, or samples alone where the partner sends those. */
  bytes: Buffer;
  duration_s: number;
}

export interface Quirk {
  name: string;
  answer: PartnerAnswer;
  kind: SpeechErrorKind;
}

/** How one provider behaves, as its documentation has it, from its own side. */
export interface SpeechPartner {
  id: KeyedProviderId;
  credentials: Record<string, string>;
  /** What must not be seen in any message. */
  secret: string;
  model: string;
  voice: string;
  locale: string;
  container: 'wav' | 'pcm';
  isSpeech(request: PartnerRequest): boolean;
  /** What is wrong with a request; undefined: nothing. */
  refuse(request: PartnerRequest): PartnerAnswer | undefined;
  textOf(request: PartnerRequest): string;
  /** The rate that was asked for, or the partner's own. */
  rateOf(request: PartnerRequest): number;
  /** How long it speaks; by the length of the text where this is left out. */
  secondsOf?(request: PartnerRequest): number;
  /** False where no rate is asked for, so that none is wrong. */
  rateIsAsked: boolean;
  speech(audio: PartnerAudio, request: PartnerRequest): PartnerAnswer;
  throttled: { answer: PartnerAnswer; kind: SpeechErrorKind };
  quirks: Quirk[];
  /** What is lost of a speed of 2 and a pitch of 5 semitones. */
  dropped: string[];
  /** What it bills for "Hello there." */
  billed: { unit: string; amount: number | 'duration' };
  has_words: boolean;
  /** Answers a request for voices. */
  list(request: PartnerRequest): PartnerAnswer | undefined;
  /** Ids among the voices that are listed. */
  listed: string[];
}

export const json = (value: unknown, status = 200): PartnerAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

export const wavAnswer = ({ bytes }: PartnerAudio, headers: Record<string, string> = {}): PartnerAnswer => ({
  status: 200,
  headers: { 'content-type': 'audio/wav', ...headers },
  body: bytes,
});

/** The body as the fields that it must have, or undefined. */
export function jsonBody(request: PartnerRequest): Record<string, unknown> {
  if (!request.headers['content-type']?.startsWith('application/json')) return {};
  try {
    return JSON.parse(request.body) as Record<string, unknown>;
  } catch {
    return {};
  }
}
