import { z } from 'zod';

/** What a provider can do in a run. */
export const PROVIDER_SERVICES = ['speech', 'transcription', 'translation', 'scoring'] as const;
export const ProviderService = z
  .enum(PROVIDER_SERVICES)
  .meta({ id: 'ProviderService', description: 'What a provider can do in a run.' });
export type ProviderService = z.infer<typeof ProviderService>;

/** All providers and their services. `embedded` ones need no key and no network. */
export const PROVIDERS = {
  espeak: { display_name: 'eSpeak NG (embedded)', embedded: true, serves: ['speech'] },
  openai_compatible: {
    display_name: 'OpenAI compatible',
    embedded: false,
    serves: ['speech', 'transcription', 'translation'],
  },
  elevenlabs: { display_name: 'ElevenLabs', embedded: false, serves: ['speech', 'transcription'] },
  google: { display_name: 'Google Cloud', embedded: false, serves: ['speech', 'translation'] },
  azure: { display_name: 'Azure Speech', embedded: false, serves: ['speech'] },
  cartesia: { display_name: 'Cartesia', embedded: false, serves: ['speech'] },
  naver: { display_name: 'NAVER CLOVA Voice', embedded: false, serves: ['speech'] },
  fish_audio: { display_name: 'Fish Audio', embedded: false, serves: ['speech'] },
  rime: { display_name: 'Rime', embedded: false, serves: ['speech'] },
  respeecher: { display_name: 'Respeecher', embedded: false, serves: ['speech'] },
  deepgram: { display_name: 'Deepgram', embedded: false, serves: ['speech', 'transcription'] },
  polly: { display_name: 'Amazon Polly', embedded: false, serves: ['speech'] },
  inworld: { display_name: 'Inworld', embedded: false, serves: ['speech'] },
  minimax: { display_name: 'MiniMax', embedded: false, serves: ['speech'] },
  deepl: { display_name: 'DeepL', embedded: false, serves: ['translation'] },
  anthropic: { display_name: 'Anthropic', embedded: false, serves: ['translation'] },
  scoring_endpoint: { display_name: 'Scoring endpoint', embedded: false, serves: ['scoring'] },
} as const satisfies Record<
  string,
  { display_name: string; embedded: boolean; serves: readonly ProviderService[] }
>;

type Providers = typeof PROVIDERS;
type Serving<S extends ProviderService> = {
  [P in keyof Providers]: S extends Providers[P]['serves'][number] ? P : never;
}[keyof Providers];

/** The IDs of the providers with a service, in the order of the table. */
function serving<S extends ProviderService>(service: S): [Serving<S>, ...Serving<S>[]] {
  const ids = Object.entries(PROVIDERS).flatMap(([id, provider]) =>
    (provider.serves as readonly ProviderService[]).includes(service) ? [id] : [],
  );
  return ids as [Serving<S>, ...Serving<S>[]];
}

/** The IDs of all providers. */
export const PROVIDER_IDS = Object.keys(PROVIDERS) as [keyof Providers, ...(keyof Providers)[]];

export const ProviderId = z
  .enum(PROVIDER_IDS)
  .meta({ id: 'ProviderId', description: 'The ID of a provider.' });
export type ProviderId = z.infer<typeof ProviderId>;

export const SpeechProviderId = z
  .enum(serving('speech'))
  .meta({ id: 'SpeechProviderId', description: 'The ID of a speech provider.' });
export type SpeechProviderId = z.infer<typeof SpeechProviderId>;

export const TranscriptionProviderId = z.enum(serving('transcription')).meta({
  id: 'TranscriptionProviderId',
  description: 'The ID of a transcription provider.',
});
export type TranscriptionProviderId = z.infer<typeof TranscriptionProviderId>;

export const TranslationProviderId = z
  .enum(serving('translation'))
  .meta({ id: 'TranslationProviderId', description: 'The ID of a translation provider.' });
export type TranslationProviderId = z.infer<typeof TranslationProviderId>;
