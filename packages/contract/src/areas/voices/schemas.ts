import { z } from 'zod';
import { object, oneOf } from '../../named.ts';
import { Count, DateTime, Flag, Fraction, ModelId, Url, Uuid } from '../../primitives.ts';
import { pagedQuery, QueryBoolean, queryInteger, repeated } from '../../query.ts';
import { SpeechProviderId } from '../providers/ids.ts';
import { LocaleCode } from '../text/locales.ts';

export const VoiceSource = oneOf('VoiceSource', 'The origin of a voice.', [
  'platform',
  'recorded',
  'uploaded',
]);
export type VoiceSource = z.infer<typeof VoiceSource>;

export const VoiceGender = oneOf('VoiceGender', 'The perceived gender of a voice.', [
  'male',
  'female',
  'neutral',
]);
export type VoiceGender = z.infer<typeof VoiceGender>;

export const VoiceAge = oneOf('VoiceAge', 'The perceived age of a voice.', ['young', 'middle_aged', 'old']);
export type VoiceAge = z.infer<typeof VoiceAge>;

export const VoiceCategory = oneOf('VoiceCategory', 'The content that a voice suits.', [
  'news',
  'narration',
  'story',
  'podcast',
  'conversational',
  'social_media',
  'educational',
  'business',
]);
export type VoiceCategory = z.infer<typeof VoiceCategory>;

/** Every accent that a voice can have. */
export const ACCENTS = [
  'american',
  'british',
  'australian',
  'indian',
  'canadian',
  'irish',
  'african',
  'european',
  'east_asian',
  'southeast_asian',
  'latin_american',
  'middle_eastern',
  'slavic',
  'spanish',
  'french',
  'german',
  'italian',
  'portuguese',
  'japanese',
  'korean',
  'chinese',
  'thai',
  'vietnamese',
  'other',
] as const;

export const VoiceAccent = oneOf('VoiceAccent', 'The accent of a voice.', ACCENTS);
export type VoiceAccent = z.infer<typeof VoiceAccent>;

export const Voice = object('Voice', 'A voice that can speak lines.', {
  id: Uuid,
  name: z.string(),
  provider: SpeechProviderId,
  provider_voice_id: z.string().describe('The ID of the voice at its provider.'),
  description: z.string().nullable(),
  is_active: Flag.describe('Whether runs can use the voice.'),
  gender: VoiceGender.nullable().describe('Null if unknown.'),
  accent: VoiceAccent.nullable().describe('Null if unknown.'),
  age: VoiceAge.nullable().describe('Null if unknown.'),
  category: VoiceCategory.nullable().describe('Null if unknown.'),
  color: z.string().nullable().describe('A color for display.'),
  tags: z.array(z.string()).describe('Search terms.'),
  descriptor: z.string().nullable().describe('The voice in a few words.'),
  uses_count: Count.describe('Number of workflows that use the voice.'),
  user_id: Uuid.nullable().describe('The user who added the voice. Null for voices of a provider.'),
  source: VoiceSource,
  duration_seconds: z.number().min(0).nullable().describe('Length of the recording or sample.'),
  sample_url: Url.nullable().describe(
    'URL of a sample, for callers that may read the voice. Null if there is no sample.',
  ),
  supported_languages: z.array(z.string()).describe('Lowercase BCP 47 codes.'),
  supported_models: z
    .array(z.string())
    .nullable()
    .describe('Models that support the voice. Null means all models of the provider.'),
  quality: z
    .enum(['draft'])
    .nullable()
    .describe('`draft`: suitable for drafts, timing and tests, but not for delivery. Null if unknown.'),
  is_favorite: Flag.describe('Whether it is a favorite of the workspace.'),
  created_at: DateTime,
  updated_at: DateTime,
});
export type Voice = z.infer<typeof Voice>;

const filters = {
  favorites_only: QueryBoolean.default(false).describe('Return only favorites of the workspace.'),
  source: repeated(VoiceSource).optional().describe('Return only voices with one of these values.'),
  gender: repeated(VoiceGender).optional().describe('Return only voices with one of these values.'),
  age: repeated(VoiceAge).optional().describe('Return only voices with one of these values.'),
  category: repeated(VoiceCategory).optional().describe('Return only voices with one of these values.'),
  accent: repeated(VoiceAccent).optional().describe('Return only voices with one of these values.'),
  provider: repeated(SpeechProviderId).optional().describe('Return only voices with one of these values.'),
  model: repeated(ModelId.meta({ examples: ['espeak-ng'] }))
    .optional()
    .describe('Return only voices of these models.'),
  language: repeated(LocaleCode).optional().describe('Return only voices that support one of these locales.'),
  search: z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'Text in the name or the description.', examples: ['english'] }),
};

/** Filters of the voices. Repeated values are combined with OR, different filters with AND. */
export const VoiceFilters = z.object(filters);
export type VoiceFilters = z.output<typeof VoiceFilters>;

/** Filters and order of the voice list. */
export const VoiceListQuery = pagedQuery({
  ...filters,
  sort: repeated(z.enum(['name', 'created_at', 'uses_count']))
    .optional()
    .describe('Default: `name`. Repeat it to sort by several keys.'),
  order: repeated(z.enum(['asc', 'desc']))
    .optional()
    .describe('The sort order of each `sort` key, by position. Default: `asc`.'),
});
export type VoiceListQuery = z.output<typeof VoiceListQuery>;

export const SimilarVoice = Voice.extend({
  similarity_score: Fraction.describe(
    'From 0 to 1, based on measured features. 1 means that the voices sound the same.',
  ),
}).meta({ id: 'SimilarVoice', description: 'A voice, and its similarity to another one.' });
export type SimilarVoice = z.infer<typeof SimilarVoice>;

/** The query of similar voices. */
export const SimilarVoicesQuery = z.object({
  limit: queryInteger({ min: 1, max: 50 }).default(10).describe('The maximum number of voices.'),
  language: repeated(LocaleCode).optional().describe('Return only voices that support one of these locales.'),
});
export type SimilarVoicesQuery = z.output<typeof SimilarVoicesQuery>;

/** The query of a voice sample. */
export const VoiceSampleQuery = z.object({
  redirect: QueryBoolean.default(true).describe(
    'Whether to redirect. `false` returns the URL with 200, for web pages, which cannot read the target of a redirect.',
  ),
});

const Facet = z.array(z.object({ value: z.string(), count: Count }));

export const VoiceFacets = object(
  'VoiceFacets',
  'The values of each attribute, and how many voices have each value, most frequent first.',
  {
    source: Facet,
    gender: Facet,
    age: Facet,
    category: Facet,
    accent: Facet,
    provider: Facet,
    model: Facet,
    language: Facet,
  },
);
export type VoiceFacets = z.infer<typeof VoiceFacets>;
