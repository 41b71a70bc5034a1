import { z } from 'zod';
import { type JsonSchema, jsonSchemaOf } from '../../openapi/json-schema.ts';
import { PROVIDERS, type ProviderId } from './ids.ts';

/** Goes into a header, so nothing but visible ASCII. */
const secret = (about: string) =>
  z
    .string()
    .trim()
    .min(1)
    .max(4_000)
    .regex(/^[!-~]+$/, { error: 'Visible ASCII characters are needed.' })
    .describe(about);
/** Goes into a header or an address: visible characters without the marks that mean something there. */
const label = (about: string) =>
  z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9_-]{1,64}$/, { error: 'Letters, digits, hyphens and underscores are needed.' })
    .describe(about);

const address = (about: string) =>
  z
    .url({ protocol: /^https?$/, error: 'An http or https address is needed.' })
    .max(500)
    .describe(about);

const ApiKeyOnly = z.object({ api_key: secret('The API key.') });

/** What each provider wants to see of a customer. What is stored is read with these; a body with `sentCredentialsOf`. */
export const PROVIDER_CREDENTIALS = {
  openai_compatible: z.object({
    base_url: address('Where the API is, up to and without `/audio/speech`.').default(
      'https://api.openai.com/v1',
    ),
    api_key: secret('The API key; some servers of your own need none.').optional(),
    transcription_base_url: address('Where `/audio/transcriptions` is, if on another server.').optional(),
    transcription_api_key: secret('The key of that server, if it needs one.').optional(),
    chat_base_url: address('Where `/chat/completions` is, if on another server.').optional(),
    chat_api_key: secret('The key of that server, if it needs one.').optional(),
  }),
  elevenlabs: ApiKeyOnly,
  google: ApiKeyOnly,
  azure: z.object({
    api_key: secret('A key of the Speech resource.'),
    region: label('The region of the Speech resource, such as `westeurope`.'),
  }),
  cartesia: ApiKeyOnly,
  naver: z.object({
    client_id: secret('The client id of the application.'),
    client_secret: secret('The client secret of the application.'),
  }),
  fish_audio: ApiKeyOnly,
  rime: ApiKeyOnly,
  respeecher: ApiKeyOnly,
  deepgram: ApiKeyOnly,
  polly: z.object({
    access_key_id: secret('The id of an access key that may use Polly.'),
    secret_access_key: secret('Its secret.'),
    region: label('The AWS region, such as `eu-central-1`.'),
  }),
  inworld: ApiKeyOnly,
  minimax: z.object({
    api_key: secret('The API key.'),
    group_id: label('The id of the group that the key belongs to.'),
  }),
  deepl: ApiKeyOnly,
  anthropic: ApiKeyOnly,
  scoring_endpoint: z.object({
    url: address('Where takes are sent to be scored.'),
    api_key: secret('Sent as a bearer token, where the endpoint asks for one.').optional(),
  }),
} as const satisfies Record<Exclude<ProviderId, 'espeak'>, z.ZodObject>;

/** The ids of the providers that a workspace can have a key for: all but the embedded ones. */
export const KEYED_PROVIDER_IDS = Object.keys(PROVIDER_CREDENTIALS) as [
  keyof typeof PROVIDER_CREDENTIALS,
  ...(keyof typeof PROVIDER_CREDENTIALS)[],
];

/** The id of a provider that takes a key. */
export const KeyedProviderId = z
  .enum(KEYED_PROVIDER_IDS)
  .meta({ id: 'KeyedProviderId', description: 'The id of a provider that takes a key.' });
/** The id of a provider that takes a key. */
export type KeyedProviderId = z.infer<typeof KeyedProviderId>;

/** The credentials of one provider, as they are kept. */
export type CredentialsOf<P extends KeyedProviderId> = z.output<(typeof PROVIDER_CREDENTIALS)[P]>;

/** Whether a provider takes a key of the customer. */
export function takesKey(provider: string): provider is KeyedProviderId {
  return provider in PROVIDER_CREDENTIALS;
}

/** What a body must be: a field that is not named is refused, since a misspelled address would send the secret elsewhere. */
export const sentCredentialsOf = (provider: KeyedProviderId): z.ZodObject =>
  PROVIDER_CREDENTIALS[provider].strict();

/** The JSON Schema that the credentials of a provider must match: what a form is made of. */
export function credentialsSchemaOf(provider: KeyedProviderId): JsonSchema {
  const schema = jsonSchemaOf(sentCredentialsOf(provider), 'input');
  return { title: PROVIDERS[provider].display_name, ...schema };
}
