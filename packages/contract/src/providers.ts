import { z } from 'zod';
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts';
import { oneOf } from './primitives.ts';

/** What a provider can do in a run. */
export const PROVIDER_SERVICES = ['speech', 'transcription', 'translation', 'scoring'] as const;
export const ProviderService = oneOf(
  'ProviderService',
  'What a provider can do in a run.',
  PROVIDER_SERVICES,
);
export type ProviderService = z.infer<typeof ProviderService>;

/** Whose key pays the provider. */
export const PaidBy = oneOf(
  'PaidBy',
  'Who pays the provider. `workspace`: the own key of the workspace, with its bill in addition to the credits. `platform`: this service, for the credits alone. `none`: nobody, because the engine is part of this service or no key is usable.',
  ['workspace', 'platform', 'none'],
);
export type PaidBy = z.infer<typeof PaidBy>;

/** Where the times of the words of a take come from. */
export const WordTimes = oneOf(
  'WordTimes',
  'Where the times of the words of a take come from. `engine`: from the engine that spoke it. `aligned`: from a comparison of its audio with a reference that speaks the same text. `estimated`: unknown, so subtitles divide the speech by the lengths of the words.',
  ['engine', 'aligned', 'estimated'],
);
export type WordTimes = z.infer<typeof WordTimes>;

/** A value that is sent in a header, so only visible ASCII. */
const secret = (about: string) =>
  z
    .string()
    .trim()
    .min(1)
    .max(4_000)
    .regex(/^[!-~]+$/, { error: 'Must contain only visible ASCII characters.' })
    .describe(about);
/** A value that is sent in a header or a URL, so no characters with a meaning there. */
const label = (about: string) =>
  z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9_-]{1,64}$/, { error: 'Must have 1 to 64 letters, digits, hyphens and underscores.' })
    .describe(about);

/** The URL of a server. */
const address = (about: string) =>
  z
    .url({ protocol: /^https?$/, error: 'Must be an http:// or https:// URL.' })
    .max(500)
    .describe(about);

const ApiKeyOnly = z.object({ api_key: secret('The API key.') });

/**
 * All providers: their services, and the credentials of those that accept a key. The others are embedded and need no
 * key and no network.
 */
export const PROVIDERS = {
  espeak: { display_name: 'eSpeak NG (embedded)', services: ['speech'] },
  local: { display_name: 'Local models', services: ['speech', 'transcription'] },
  openai_compatible: {
    display_name: 'OpenAI compatible',
    services: ['speech', 'transcription', 'translation'],
    credentials: z.object({
      base_url: address('The base URL of the API, without `/audio/speech`.').default(
        'https://api.openai.com/v1',
      ),
      api_key: secret('The API key. Self-hosted servers may need none.').optional(),
      transcription_base_url: address(
        'The base URL for `/audio/transcriptions`, if it differs from the base URL for speech.',
      ).optional(),
      transcription_api_key: secret('The API key of that server, if it needs one.').optional(),
      chat_base_url: address('The base URL for `/chat/completions`, if on another server.').optional(),
      chat_api_key: secret('The API key of that server, if it needs one.').optional(),
    }),
  },
  elevenlabs: { display_name: 'ElevenLabs', services: ['speech', 'transcription'], credentials: ApiKeyOnly },
  google: { display_name: 'Google Cloud', services: ['speech', 'translation'], credentials: ApiKeyOnly },
  azure: {
    display_name: 'Azure Speech',
    services: ['speech'],
    credentials: z.object({
      api_key: secret('The key of the Speech resource.'),
      region: label('The region of the Speech resource, such as `westeurope`.'),
    }),
  },
  cartesia: { display_name: 'Cartesia', services: ['speech'], credentials: ApiKeyOnly },
  naver: {
    display_name: 'NAVER CLOVA Voice',
    services: ['speech'],
    credentials: z.object({
      client_id: secret('The client ID of the application.'),
      client_secret: secret('The client secret of the application.'),
    }),
  },
  fish_audio: { display_name: 'Fish Audio', services: ['speech'], credentials: ApiKeyOnly },
  rime: { display_name: 'Rime', services: ['speech'], credentials: ApiKeyOnly },
  respeecher: { display_name: 'Respeecher', services: ['speech'], credentials: ApiKeyOnly },
  deepgram: { display_name: 'Deepgram', services: ['speech', 'transcription'], credentials: ApiKeyOnly },
  polly: {
    display_name: 'Amazon Polly',
    services: ['speech'],
    credentials: z.object({
      access_key_id: secret('The ID of an access key that may use Polly.'),
      secret_access_key: secret('The secret of the access key.'),
      region: label('The AWS region, such as `eu-central-1`.'),
    }),
  },
  inworld: { display_name: 'Inworld', services: ['speech'], credentials: ApiKeyOnly },
  minimax: {
    display_name: 'MiniMax',
    services: ['speech'],
    credentials: z.object({
      api_key: secret('The API key.'),
      group_id: label('The ID of the group of the key.'),
    }),
  },
  deepl: { display_name: 'DeepL', services: ['translation'], credentials: ApiKeyOnly },
  anthropic: { display_name: 'Anthropic', services: ['translation'], credentials: ApiKeyOnly },
  scoring_endpoint: {
    display_name: 'Scoring endpoint',
    services: ['scoring'],
    credentials: z.object({
      url: address('The URL of the endpoint that scores takes.'),
      api_key: secret('Sent as a bearer token, if the endpoint requires one.').optional(),
    }),
  },
} as const satisfies Record<string, ProviderFacts>;

type ProviderFacts = {
  display_name: string;
  services: readonly ProviderService[];
  credentials?: z.ZodObject;
};

type Providers = typeof PROVIDERS;
type Serving<S extends ProviderService> = {
  [P in keyof Providers]: S extends Providers[P]['services'][number] ? P : never;
}[keyof Providers];

/** The IDs of the providers with a service, in the order of the table. */
function serving<S extends ProviderService>(service: S): [Serving<S>, ...Serving<S>[]] {
  const ids: string[] = [];
  for (const [id, { services }] of Object.entries(PROVIDERS))
    if ((services as readonly ProviderService[]).includes(service)) ids.push(id);
  return ids as [Serving<S>, ...Serving<S>[]];
}

/** The IDs of all providers. */
export const PROVIDER_IDS = Object.keys(PROVIDERS) as [keyof Providers, ...(keyof Providers)[]];

export const ProviderId = oneOf('ProviderId', 'The ID of a provider.', PROVIDER_IDS);
export type ProviderId = z.infer<typeof ProviderId>;

export const SpeechProviderId = oneOf('SpeechProviderId', 'The ID of a speech provider.', serving('speech'));
export type SpeechProviderId = z.infer<typeof SpeechProviderId>;

export const TranscriptionProviderId = oneOf(
  'TranscriptionProviderId',
  'The ID of a transcription provider.',
  serving('transcription'),
);
export type TranscriptionProviderId = z.infer<typeof TranscriptionProviderId>;

export const TranslationProviderId = oneOf(
  'TranslationProviderId',
  'The ID of a translation provider.',
  serving('translation'),
);
export type TranslationProviderId = z.infer<typeof TranslationProviderId>;

type KeyedProviders = {
  [P in keyof Providers as Providers[P] extends { credentials: unknown } ? P : never]: Providers[P];
};

/** The credentials of each provider. Stored ones are parsed with these, request bodies with `sentCredentialsOf`. */
export const PROVIDER_CREDENTIALS = Object.fromEntries(
  Object.entries(PROVIDERS).flatMap(([id, provider]) =>
    'credentials' in provider ? [[id, provider.credentials]] : [],
  ),
) as unknown as { [P in keyof KeyedProviders]: KeyedProviders[P]['credentials'] };

/** The IDs of the providers that accept a key: all but the embedded ones. */
export const KEYED_PROVIDER_IDS = Object.keys(PROVIDER_CREDENTIALS) as [
  keyof typeof PROVIDER_CREDENTIALS,
  ...(keyof typeof PROVIDER_CREDENTIALS)[],
];

export const KeyedProviderId = oneOf(
  'KeyedProviderId',
  'The ID of a provider that accepts a key.',
  KEYED_PROVIDER_IDS,
);
export type KeyedProviderId = z.infer<typeof KeyedProviderId>;

/** Whether a provider accepts a key of the workspace. */
export function takesKey(provider: string): provider is KeyedProviderId {
  return provider in PROVIDER_CREDENTIALS;
}

/** The schema of a request body. It rejects unknown fields: a misspelled URL would send the secret elsewhere. */
export const sentCredentialsOf = (provider: KeyedProviderId): z.ZodObject =>
  PROVIDER_CREDENTIALS[provider].strict();

/** The JSON Schema of the credentials of a provider. Clients build forms from it. */
export function credentialsSchemaOf(provider: KeyedProviderId): JsonSchema {
  const schema = jsonSchemaOf(sentCredentialsOf(provider), 'input');
  return { title: PROVIDERS[provider].display_name, ...schema };
}
