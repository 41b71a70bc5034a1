import type { SpeechAdapter } from './adapter.ts';
import { azure } from './adapters/azure.ts';
import { cartesia } from './adapters/cartesia.ts';
import { deepgram } from './adapters/deepgram.ts';
import { elevenlabs } from './adapters/elevenlabs.ts';
import { fishAudio } from './adapters/fish-audio.ts';
import { google } from './adapters/google.ts';
import { inworld } from './adapters/inworld.ts';
import { minimax } from './adapters/minimax.ts';
import { naver } from './adapters/naver.ts';
import { openaiCompatible } from './adapters/openai-compatible.ts';
import { polly } from './adapters/polly.ts';
import { respeecher } from './adapters/respeecher.ts';
import { rime } from './adapters/rime.ts';
import { createEspeakProvider } from './embedded/espeak.ts';
import type { SpeechPoolOptions } from './embedded/pool.ts';
import { findEngineProgram, type Resolve } from './embedded/program.ts';
import { createHttpSpeech, type HttpSpeechOptions } from './http-speech.ts';
import type { SpeechProvider } from './provider.ts';

export type { HttpSpeechOptions } from './http-speech.ts';
export {
  type Credentials,
  type ProviderVoice,
  SpeechError,
  type SpeechErrorKind,
  type SpeechModel,
  type SpeechProvider,
  type SpeechRequest,
  type SpeechResult,
  type SpeechWord,
} from './provider.ts';

/** Every speech provider by its id. */
export type SpeechProviders = ReadonlyMap<string, SpeechProvider>;

export interface SpeechProvidersOptions {
  espeak?: SpeechPoolOptions;
  /** Finds the program of the embedded engine; by default as Node does. */
  resolve?: Resolve;
  /** How providers that take a key are called; without it, they are left out. */
  http?: HttpSpeechOptions;
}

/** In the order of the catalog. */
export const ADAPTERS: readonly SpeechAdapter[] = [
  openaiCompatible,
  elevenlabs,
  google,
  azure,
  cartesia,
  naver,
  fishAudio,
  rime,
  respeecher,
  deepgram,
  polly,
  inworld,
  minimax,
];

/** Builds every provider. The embedded one is missing where its optional package is not installed. */
export function createSpeechProviders({
  espeak,
  resolve,
  http,
}: SpeechProvidersOptions = {}): SpeechProviders {
  const program = findEngineProgram(resolve);
  const providers = [
    ...(program === undefined ? [] : [createEspeakProvider({ program, ...espeak })]),
    ...(http ? ADAPTERS.map((adapter) => createHttpSpeech(adapter, http)) : []),
  ];
  return new Map(providers.map((provider) => [provider.id, provider]));
}

/** Why a provider that is not in the registry cannot be used. */
export function describeMissingProvider(id: string): string {
  if (id !== 'espeak') return `The provider ${id} is not configured.`;
  return 'The embedded speech engine (espeak) is not installed on this server. Choose another provider.';
}

/** Ends what the providers keep open, such as engine processes. */
export async function closeSpeechProviders(providers: SpeechProviders): Promise<void> {
  await Promise.all(Array.from(providers.values(), (provider) => provider.close()));
}
