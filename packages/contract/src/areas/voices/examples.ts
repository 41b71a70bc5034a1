import { NODE_TYPES } from '../../nodes/index.ts';
import { sinkPreview } from '../../nodes/sink-preview.ts';
import { example, EXAMPLE_IDS as ids, TIMES } from '../../openapi/example.ts';
import { DictionaryEntry, DictionaryEntryInput, DictionaryLanguage } from '../dictionary/routes.ts';
import { NodePagination, NodeType, NodeTypeDetail, nodeTypeView } from '../nodes/routes.ts';
import { credentialsSchemaOf } from '../providers/credentials.ts';
import { ProviderCredentials, ProviderKeyList, ProviderKeyStatus } from '../providers/keys.ts';
import { Provider, ProviderModel } from '../providers/routes.ts';
import { SimilarVoice, Voice, VoiceFacets } from './schemas.ts';

const voice: Voice = {
  id: ids.voice_id,
  name: 'English (America)',
  provider: 'espeak',
  provider_voice_id: 'en-us',
  description: 'A synthetic voice of the embedded engine.',
  is_active: true,
  gender: 'male',
  accent: 'american',
  age: 'middle_aged',
  category: 'narration',
  color: null,
  tags: ['en', 'male', 'synthetic'],
  descriptor: null,
  uses_count: 31,
  user_id: null,
  source: 'platform',
  duration_seconds: 3.2,
  sample_url: `https://api.example.com/api/v1/voices/${ids.voice_id}/sample`,
  supported_languages: ['en-us'],
  supported_models: ['espeak-ng'],
  quality: 'draft',
  is_favorite: true,
  ...TIMES,
};

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

/** Examples of voices and of how they say words. */
export const voiceExamples = [
  example(Voice, voice),
  example(SimilarVoice, { ...voice, similarity_score: 0.874 }),
  example(VoiceFacets, {
    source: [{ value: 'platform', count: 31 }],
    gender: [
      { value: 'male', count: 19 },
      { value: 'female', count: 12 },
    ],
    age: [{ value: 'middle_aged', count: 31 }],
    category: [{ value: 'narration', count: 31 }],
    accent: [{ value: 'american', count: 4 }],
    provider: [{ value: 'espeak', count: 31 }],
    model: [{ value: 'espeak-ng', count: 31 }],
    language: [{ value: 'en-us', count: 4 }],
  }),
  example(DictionaryEntry, {
    id: ids.entry_id,
    word: 'Nguyen',
    method: 'spelled',
    pronunciation: 'win',
    ipa: null,
    upload_id: null,
    language: 'en',
    description: 'A family name.',
    uses_count: 7,
    created_by: ids.user_id,
    ...TIMES,
  }),
  example(DictionaryEntryInput, {
    word: 'Nguyen',
    method: 'spelled',
    pronunciation: 'win',
    language: 'en',
    description: 'A family name.',
  }),
  example(DictionaryLanguage, { language: 'en', display_name: 'English', entries_count: 3 }),
];

/** Examples of what the service can speak with, and of the types of nodes. */
export const catalogExamples = [
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
  example(NodeType, nodeTypeView(sinkPreview)),
  example(NodePagination, { limit: Object.keys(NODE_TYPES).length }),
  example(NodeTypeDetail, {
    ...nodeTypeView(sinkPreview),
    category: 'output',
    options: {
      format: {
        kind: 'inline',
        value: [
          { value: 'wav', display_name: 'WAV' },
          { value: 'mp3', display_name: 'MP3' },
        ],
      },
    },
  }),
];
