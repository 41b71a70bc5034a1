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
import { createEspeakProvider, type EspeakOptions } from './espeak.ts';
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
  espeak?: EspeakOptions;
  /** How those are reached that take a key; without it there are none. */
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

/** Builds every provider; a new one is one line here. */
export function createSpeechProviders({ espeak, http }: SpeechProvidersOptions = {}): SpeechProviders {
  const providers = [
    createEspeakProvider(espeak),
    ...(http ? ADAPTERS.map((adapter) => createHttpSpeech(adapter, http)) : []),
  ];
  return new Map(providers.map((provider) => [provider.id, provider]));
}

/** Ends what the providers keep open, such as engine processes. */
export async function closeSpeechProviders(providers: SpeechProviders): Promise<void> {
  await Promise.all(Array.from(providers.values(), (provider) => provider.close()));
}
