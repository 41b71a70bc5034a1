import { createEspeakProvider, type EspeakOptions } from './espeak.ts';
import { createHttpSpeech, type HttpSpeechOptions } from './http-speech.ts';
import { openaiCompatible } from './openai-compatible.ts';
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

export const ADAPTERS = [openaiCompatible] as const;

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
