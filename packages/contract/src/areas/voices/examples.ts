import { example, EXAMPLE_IDS as ids, TIMES } from '../../openapi/example.ts';
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

/** Examples of voices. */
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
];
