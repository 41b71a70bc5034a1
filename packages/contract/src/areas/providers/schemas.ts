import { z } from 'zod';
import { example, TIMES } from '../../example.ts';
import { Count, DateTime, Flag, object, oneOf } from '../../primitives.ts';
import {
  credentialsSchemaOf,
  KeyedProviderId,
  PaidBy,
  ProviderId,
  ProviderService,
} from '../../providers.ts';

export const ProviderKeyState = oneOf(
  'ProviderKeyState',
  'The state of a provider key. `unverified`: the provider could not be reached yet.',
  ['not_configured', 'valid', 'invalid', 'unverified'],
);
export type ProviderKeyState = z.infer<typeof ProviderKeyState>;

/** A provider and the key of the workspace for it. The key itself is never returned. */
export const ProviderKeyStatus = object(
  'ProviderKeyStatus',
  'A provider and the key of the workspace for it.',
  {
    provider: KeyedProviderId,
    display_name: z.string(),
    credentials_schema: z
      .record(z.string(), z.unknown())
      .describe('The JSON Schema of the request body that stores a key.'),
    configured: Flag.describe('Whether a key is stored.'),
    is_valid: Flag.describe('Whether the provider accepted the key at the last check.'),
    validated_at: DateTime.nullable().describe('When the provider last accepted the key.'),
    key_preview: z.string().describe('The masked end of the key. Empty if no key is stored.'),
    status: ProviderKeyState,
  },
);
export type ProviderKeyStatus = z.infer<typeof ProviderKeyStatus>;

export const ProviderKeyList = object(
  'ProviderKeyList',
  'All providers that accept a key, with the state of each key.',
  { providers: z.array(ProviderKeyStatus) },
);
export type ProviderKeyList = z.infer<typeof ProviderKeyList>;

export const ProviderCredentials = z.record(z.string().max(64), z.unknown()).meta({
  id: 'ProviderCredentials',
  description: 'Credentials, as the `credentials_schema` of the provider describes them.',
});
export type ProviderCredentials = z.infer<typeof ProviderCredentials>;

export const Provider = object('Provider', 'A provider as the workspace can use it.', {
  id: ProviderId,
  provider: ProviderId.describe('The same as `id`.'),
  kind: ProviderService.describe('The first of `services`.'),
  display_name: z.string(),
  embedded: Flag.describe(
    'Whether the provider is part of this service and therefore needs no key or network.',
  ),
  services: z.array(ProviderService).describe('What the provider can do in a run.'),
  available: Flag.describe('Whether runs of the workspace can use it now.'),
  paid_by: PaidBy.describe('Who pays for speech of the provider in a run of the workspace.'),
  key_status: ProviderKeyState.nullable().describe(
    "The state of the workspace's key. Null if the provider needs none.",
  ),
  models_count: Count.describe('Number of speech models.'),
  model_count: Count.describe('The same as `models_count`.'),
  voices_count: Count.describe('Number of voices that the workspace can use.'),
  voice_count: Count.describe('The same as `voices_count`.'),
});
export type Provider = z.infer<typeof Provider>;

export const ModelPrice = object('ModelPrice', 'The list price of a model at its provider.', {
  usd: z.number().min(0).describe('In US dollars.'),
  per: z.number().min(1).describe('The number of units that the price is for.'),
  unit: z.enum(['characters', 'bytes', 'tokens', 'seconds']).describe('The unit that the provider bills.'),
  as_of: z.iso.date().describe('When the price was looked up. Prices change.'),
});
export type ModelPrice = z.infer<typeof ModelPrice>;

export const ProviderModel = object('ProviderModel', 'A model of a speech provider.', {
  id: z.string(),
  provider: ProviderId,
  kind: z.literal('speech'),
  display_name: z.string(),
  is_default: Flag.describe('Whether generators use the model if their config sets none.'),
  credits_per_1000_characters: z
    .number()
    .min(0)
    .describe(
      "Credits that a run is charged. With the workspace's own key, the provider bills the workspace in addition.",
    ),
  paid_by: PaidBy.describe('Who pays the provider in a run of the workspace.'),
  provider_price: ModelPrice.nullable().describe('The list price at the provider. Null if unknown.'),
  retires_at: z.iso
    .date()
    .nullable()
    .describe('The last day on which the model is available. Null if no retirement is announced.'),
  successor: z.string().nullable().describe('The ID of the model to use instead.'),
  max_characters: Count.describe(
    'The longest text of one request, in Unicode code points. Longer lines are split.',
  ),
  supported_languages: z
    .array(z.string())
    .nullable()
    .describe('Lowercase BCP 47 codes. Null if the model is not limited to certain languages.'),
  controls: z
    .record(z.string(), z.unknown())
    .describe('The JSON Schema of the `controls` of this model. You can build a form from it.'),
  direction_control: z
    .string()
    .nullable()
    .describe('The control that takes the direction of a line. Null if the model takes no free text.'),
  takes_context: Flag.describe('Whether the model takes the lines around a line as `context`.'),
  voice_count: Count.describe('Number of voices of the model that the workspace can use.'),
});
export type ProviderModel = z.infer<typeof ProviderModel>;

const key: ProviderKeyStatus = {
  provider: 'elevenlabs',
  display_name: 'ElevenLabs',
  credentials_schema: credentialsSchemaOf('elevenlabs'),
  configured: true,
  is_valid: true,
  validated_at: TIMES.updated_at,
  key_preview: '••••6789',
  status: 'valid',
};

example(Provider, {
  id: 'espeak',
  provider: 'espeak',
  kind: 'speech',
  display_name: 'eSpeak NG (embedded)',
  embedded: true,
  services: ['speech'],
  available: true,
  paid_by: 'none',
  key_status: null,
  models_count: 1,
  model_count: 1,
  voices_count: 31,
  voice_count: 31,
});
example(ProviderModel, {
  id: 'espeak-ng',
  provider: 'espeak',
  kind: 'speech',
  display_name: 'eSpeak NG',
  is_default: true,
  credits_per_1000_characters: 10,
  paid_by: 'none',
  provider_price: null,
  retires_at: null,
  successor: null,
  max_characters: 5_000,
  supported_languages: ['de-de', 'en-us'],
  controls: { type: 'object', properties: {}, additionalProperties: false },
  direction_control: null,
  takes_context: false,
  voice_count: 31,
});
example(ProviderKeyStatus, key);
example(ProviderKeyList, { providers: [key] });
example(ProviderCredentials, { api_key: 'the-key-from-your-account-6789' });
