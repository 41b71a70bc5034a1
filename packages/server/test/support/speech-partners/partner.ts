import type { IncomingMessage } from 'node:http';
import type { KeyedProviderId } from '@voiceloom/contract';
import type { SpeechErrorKind } from '../../../src/providers/speech/index.ts';

export interface PartnerRequest {
  method: string;
  /** The path below the address of the partner. */
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: string;
  /** The complete original path and host, for partners that check signatures. */
  target: { path: string; host: string };
}

export interface PartnerAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** The audio of a partner, which it converts to its own format. */
export interface PartnerAudio {
  text: string;
  /** A WAV file, or raw samples if the partner sends those. */
  bytes: Buffer;
  duration_s: number;
}

export interface Quirk {
  name: string;
  answer: PartnerAnswer;
  kind: SpeechErrorKind;
}

/** The behavior of one provider, as its documentation describes it. */
export interface SpeechPartner {
  id: KeyedProviderId;
  credentials: Record<string, string>;
  /** A value that must not appear in any message. */
  secret: string;
  model: string;
  voice: string;
  locale: string;
  container: 'wav' | 'pcm';
  isSpeech(request: PartnerRequest): boolean;
  /** The error of a request; undefined if the request is valid. */
  refuse(request: PartnerRequest): PartnerAnswer | undefined;
  textOf(request: PartnerRequest): string;
  /** The requested sample rate, or the partner's own. */
  rateOf(request: PartnerRequest): number;
  /** The duration of its speech. Default: by the length of the text. */
  secondsOf?(request: PartnerRequest): number;
  /** False if requests contain no sample rate, so none can be wrong. */
  rateIsAsked: boolean;
  speech(audio: PartnerAudio, request: PartnerRequest): PartnerAnswer;
  throttled: { answer: PartnerAnswer; kind: SpeechErrorKind };
  quirks: Quirk[];
  /** The settings that it drops from a request with a speed of 2 and a pitch of 5 semitones. */
  dropped: string[];
  /** The amount that it bills for "Hello there." */
  billed: { unit: string; amount: number | 'duration' };
  has_words: boolean;
  /** Responds to a request for voices. */
  list(request: PartnerRequest): PartnerAnswer | undefined;
  /** IDs in the list of voices. */
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

/** The body with its required fields; undefined if it is not JSON. */
export function jsonBody(request: PartnerRequest): Record<string, unknown> {
  if (!request.headers['content-type']?.startsWith('application/json')) return {};
  try {
    return JSON.parse(request.body) as Record<string, unknown>;
  } catch {
    return {};
  }
}
