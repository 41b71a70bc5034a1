import type { TranslationProviderId } from '@voiceloom/contract';
import type { ProviderErrorKind } from '../../../src/providers/translation/index.ts';
import type { EmulatorRequest, EmulatorResponse } from '../speech-emulators/emulator.ts';

export { type EmulatorRequest, type EmulatorResponse, json, jsonBody } from '../speech-emulators/emulator.ts';

/** A text in a request. */
export interface AskedText {
  id: string;
  text: string;
  /** The error that the request reports to the provider. */
  refused?: { answer: string; problem: string };
}

/** The behavior of one translation provider. */
export interface TranslationEmulator {
  id: TranslationProviderId;
  /** The setting of its address. */
  address: string;
  credentials: Record<string, string>;
  /** A value that must not appear in any message. */
  secret: string;
  /** Texts are identified only by their position. */
  by_place: boolean;
  /** The error of a request; undefined if the request is valid. */
  refuse(request: EmulatorRequest): EmulatorResponse | undefined;
  textsOf(request: EmulatorRequest): AskedText[];
  languageOf(request: EmulatorRequest): string;
  /** One text in its language, in the format of the provider. */
  translate(text: string, language: string): string;
  response(translations: { id: string; text: string }[]): EmulatorResponse;
  throttled: { response: EmulatorResponse; kind: ProviderErrorKind };
  quirks: { name: string; response: EmulatorResponse; kind: ProviderErrorKind }[];
  /** The amount that it bills for "Hello there." */
  billed: { unit: string; amount: number };
}
