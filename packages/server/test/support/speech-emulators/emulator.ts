import type { IncomingMessage } from 'node:http';
import type { KeyedProviderId } from '@voiceloom/contract';
import type { SpeechErrorKind } from '../../../src/providers/speech/index.ts';

export interface EmulatorRequest {
  method: string;
  /** The path below the address of the provider. */
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: string;
  /** The complete original path and host, for providers that check signatures. */
  target: { path: string; host: string };
}

export interface EmulatorResponse {
  status: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** The audio of a provider, which it converts to its own format. */
export interface EmulatorAudio {
  text: string;
  /** A WAV file, or raw samples if the provider sends those. */
  bytes: Buffer;
  duration_s: number;
}

export interface Quirk {
  name: string;
  response: EmulatorResponse;
  kind: SpeechErrorKind;
}

/** The behavior of one provider, as its documentation describes it. */
export interface SpeechEmulator {
  id: KeyedProviderId;
  credentials: Record<string, string>;
  /** A value that must not appear in any message. */
  secret: string;
  model: string;
  voice: string;
  locale: string;
  container: 'wav' | 'pcm';
  isSpeech(request: EmulatorRequest): boolean;
  /** The error of a request; undefined if the request is valid. */
  refuse(request: EmulatorRequest): EmulatorResponse | undefined;
  textOf(request: EmulatorRequest): string;
  /** The requested sample rate, or the provider's own. */
  rateOf(request: EmulatorRequest): number;
  /** The duration of its speech. Default: by the length of the text. */
  secondsOf?(request: EmulatorRequest): number;
  /** False if requests contain no sample rate, so none can be wrong. */
  rateIsAsked: boolean;
  speech(audio: EmulatorAudio, request: EmulatorRequest): EmulatorResponse;
  throttled: { response: EmulatorResponse; kind: SpeechErrorKind };
  quirks: Quirk[];
  /** The settings that it drops from a request with a speed of 2 and a pitch of 5 semitones. */
  dropped: string[];
  /** The amount that it bills for "Hello there." */
  billed: { unit: string; amount: number | 'duration' };
  has_words: boolean;
  /** Responds to a request for voices. */
  list(request: EmulatorRequest): EmulatorResponse | undefined;
  /** IDs in the list of voices. */
  listed: string[];
}

export const json = (value: unknown, status = 200): EmulatorResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

export const wavResponse = (
  { bytes }: EmulatorAudio,
  headers: Record<string, string> = {},
): EmulatorResponse => ({
  status: 200,
  headers: { 'content-type': 'audio/wav', ...headers },
  body: bytes,
});

/** The body with its required fields; undefined if it is not JSON. */
export function jsonBody(request: EmulatorRequest): Record<string, unknown> {
  if (!request.headers['content-type']?.startsWith('application/json')) return {};
  try {
    return JSON.parse(request.body) as Record<string, unknown>;
  } catch {
    return {};
  }
}
