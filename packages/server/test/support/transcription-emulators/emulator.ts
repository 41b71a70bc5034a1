import type { IncomingHttpHeaders } from 'node:http';
import type { TranscriptionProviderId } from '@voiceloom/contract';
import type { ProviderErrorKind } from '../../../src/providers/provider-error.ts';
import type { EmulatorResponse } from '../speech-emulators/emulator.ts';

export { type EmulatorResponse, json } from '../speech-emulators/emulator.ts';

export interface ListenRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** The fields of a form. Repeated fields are lists. */
  fields: Map<string, string[]>;
  /** The file of the form, or the body. */
  audio: Buffer;
}

/** The transcript of a provider: words between spaces, each half a second long. */
export interface HeardSpeech {
  text: string;
  words: { text: string; start: number; end: number }[];
  seconds: number;
}

export interface ListenQuirk {
  name: string;
  response: EmulatorResponse;
  kind: ProviderErrorKind;
}

/** The behavior of one transcription provider, as its documentation describes it. */
export interface TranscriptionEmulator {
  id: TranscriptionProviderId;
  credentials: Record<string, string>;
  /** A value that must not appear in any message. */
  secret: string;
  model: string;
  isListening(request: ListenRequest): boolean;
  /** The error of a request; undefined if the request is valid. */
  refuse(request: ListenRequest): EmulatorResponse | undefined;
  /** The requested language; undefined if there is none. */
  languageOf(request: ListenRequest): string | undefined;
  response(heard: HeardSpeech, request: ListenRequest): EmulatorResponse;
  throttled: { response: EmulatorResponse; kind: ProviderErrorKind };
  quirks: ListenQuirk[];
  /** Responses with 200 that contain no transcript. */
  empty: EmulatorResponse[];
}

export function heardSpeech(text: string): HeardSpeech {
  const said = text === '' ? [] : text.split(' ');
  const words = said.map((word, index) => ({ text: word, start: index * 0.5, end: index * 0.5 + 0.4 }));
  return { text, words, seconds: Math.max(0.5, said.length * 0.5) };
}
