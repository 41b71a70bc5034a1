import type { SpeechAdapter } from './adapter.ts';
import { azure } from './azure.ts';
import { cartesia } from './cartesia.ts';
import { deepgram } from './deepgram.ts';
import { elevenlabs } from './elevenlabs.ts';
import { createEspeakProvider, type EspeakOptions } from './espeak.ts';
import { fishAudio } from './fish-audio.ts';
import { google } from './google.ts';
import { createHttpSpeech, type HttpSpeechOptions } from './http-speech.ts';
import { inworld } from './inworld.ts';
import { minimax } from './minimax.ts';
import { naver } from './naver.ts';
import { openaiCompatible } from './openai-compatible.ts';
import { polly } from './polly.ts';
import type { SpeechProvider } from './provider.ts';
import { respeecher } from './respeecher.ts';
import { rime } from './rime.ts';

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
