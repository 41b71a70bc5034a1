import { createEspeakProvider, type EspeakOptions } from './espeak.ts';
import type { SpeechProvider } from './provider.ts';

export {
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
}

/** Builds every provider; a new one is one line here. */
export function createSpeechProviders(options: SpeechProvidersOptions = {}): SpeechProviders {
  const providers = [createEspeakProvider(options.espeak)];
  return new Map(providers.map((provider) => [provider.id, provider]));
}

/** Ends what the providers keep open, such as engine processes. */
export async function closeSpeechProviders(providers: SpeechProviders): Promise<void> {
  await Promise.all(Array.from(providers.values(), (provider) => provider.close()));
}
