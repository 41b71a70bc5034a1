import { example, TIMES } from '../../openapi/example.ts';
import { credentialsSchemaOf } from './ids.ts';
import {
  Provider,
  ProviderCredentials,
  ProviderKeyList,
  ProviderKeyStatus,
  ProviderModel,
} from './schemas.ts';

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

/** Examples of providers, their models and keys. */
export const providerExamples = [
  example(Provider, {
    id: 'espeak',
    display_name: 'eSpeak NG (embedded)',
    embedded: true,
    serves: ['speech'],
    available: true,
    key_status: null,
    models_count: 1,
    voices_count: 31,
  }),
  example(ProviderModel, {
    id: 'espeak-ng',
    provider: 'espeak',
    display_name: 'eSpeak NG',
    is_default: true,
    credits_per_1000_characters: 10,
    provider_price: null,
    retires_at: null,
    successor: null,
    max_characters: 5_000,
    supported_languages: ['de-de', 'en-us'],
  }),
  example(ProviderKeyStatus, key),
  example(ProviderKeyList, { providers: [key] }),
  example(ProviderCredentials, { api_key: 'the-key-from-your-account-6789' }),
];
