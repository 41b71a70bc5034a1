import { z } from 'zod';
import { type JsonSchema, jsonSchemaOf } from '../../openapi/json-schema.ts';
import { PROVIDERS, type ProviderId } from './ids.ts';

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

const address = (about: string) =>
  z
    .url({ protocol: /^https?$/, error: 'Must be an http:// or https:// URL.' })
    .max(500)
    .describe(about);

const ApiKeyOnly = z.object({ api_key: secret('The API key.') });

/** The credentials of each provider. Stored ones are parsed with these, request bodies with `sentCredentialsOf`. */
export const PROVIDER_CREDENTIALS = {
  openai_compatible: z.object({
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
  elevenlabs: ApiKeyOnly,
  google: ApiKeyOnly,
  azure: z.object({
    api_key: secret('The key of the Speech resource.'),
    region: label('The region of the Speech resource, such as `westeurope`.'),
  }),
  cartesia: ApiKeyOnly,
  naver: z.object({
    client_id: secret('The client ID of the application.'),
    client_secret: secret('The client secret of the application.'),
  }),
  fish_audio: ApiKeyOnly,
  rime: ApiKeyOnly,
  respeecher: ApiKeyOnly,
  deepgram: ApiKeyOnly,
  polly: z.object({
    access_key_id: secret('The ID of an access key that may use Polly.'),
    secret_access_key: secret('The secret of the access key.'),
    region: label('The AWS region, such as `eu-central-1`.'),
  }),
  inworld: ApiKeyOnly,
  minimax: z.object({
    api_key: secret('The API key.'),
    group_id: label('The ID of the group of the key.'),
  }),
  deepl: ApiKeyOnly,
  anthropic: ApiKeyOnly,
  scoring_endpoint: z.object({
    url: address('The URL of the endpoint that scores takes.'),
    api_key: secret('Sent as a bearer token, if the endpoint requires one.').optional(),
  }),
} as const satisfies Record<Exclude<ProviderId, 'espeak'>, z.ZodObject>;

/** The IDs of the providers that accept a key: all but the embedded ones. */
export const KEYED_PROVIDER_IDS = Object.keys(PROVIDER_CREDENTIALS) as [
  keyof typeof PROVIDER_CREDENTIALS,
  ...(keyof typeof PROVIDER_CREDENTIALS)[],
];

export const KeyedProviderId = z
  .enum(KEYED_PROVIDER_IDS)
  .meta({ id: 'KeyedProviderId', description: 'The ID of a provider that accepts a key.' });
export type KeyedProviderId = z.infer<typeof KeyedProviderId>;

/** The stored credentials of one provider. */
export type CredentialsOf<P extends KeyedProviderId> = z.output<(typeof PROVIDER_CREDENTIALS)[P]>;

/** Whether a provider accepts a key of the workspace. */
export function takesKey(provider: string): provider is KeyedProviderId {
  return provider in PROVIDER_CREDENTIALS;
}

/** The schema of a request body. It rejects unknown fields: a misspelled URL would send the secret elsewhere. */
export const sentCredentialsOf = (provider: KeyedProviderId): z.ZodObject =>
  PROVIDER_CREDENTIALS[provider].strict();

/** The JSON Schema of the credentials of a provider, for forms. */
export function credentialsSchemaOf(provider: KeyedProviderId): JsonSchema {
  const schema = jsonSchemaOf(sentCredentialsOf(provider), 'input');
  return { title: PROVIDERS[provider].display_name, ...schema };
}
