import { z } from 'zod';
import { Count, DateTime, Url, Uuid } from '../../primitives.ts';
import { pagedQuery, QueryBoolean, queryInteger, repeated } from '../../query.ts';
import { SpeechProviderId } from '../providers/ids.ts';
import { LocaleCode } from '../text/locales.ts';

/** Where a voice comes from. */
export const VoiceSource = z
  .enum(['platform', 'recorded', 'uploaded'])
  .meta({ id: 'VoiceSource', description: 'Where a voice comes from.' });
/** Where a voice comes from. */
export type VoiceSource = z.infer<typeof VoiceSource>;

/** The gender that a voice is heard as. */
export const VoiceGender = z
  .enum(['male', 'female', 'neutral'])
  .meta({ id: 'VoiceGender', description: 'The gender that a voice is heard as.' });
/** The gender that a voice is heard as. */
export type VoiceGender = z.infer<typeof VoiceGender>;

/** The age that a voice is heard as. */
export const VoiceAge = z
  .enum(['young', 'middle_aged', 'old'])
  .meta({ id: 'VoiceAge', description: 'The age that a voice is heard as.' });
/** The age that a voice is heard as. */
export type VoiceAge = z.infer<typeof VoiceAge>;

/** What a voice suits. */
export const VoiceCategory = z
  .enum([
    'news',
    'narration',
    'story',
    'podcast',
    'conversational',
    'social_media',
    'educational',
    'business',
  ])
  .meta({ id: 'VoiceCategory', description: 'What a voice suits.' });
/** What a voice suits. */
export type VoiceCategory = z.infer<typeof VoiceCategory>;

/** Every accent that a voice may have. */
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

/** The accent of a voice. */
export const VoiceAccent = z.enum(ACCENTS).meta({ id: 'VoiceAccent', description: 'The accent of a voice.' });
/** The accent of a voice. */
export type VoiceAccent = z.infer<typeof VoiceAccent>;

/** A voice that can speak lines. */
export const Voice = z
  .object({
    id: Uuid,
    name: z.string(),
    provider: SpeechProviderId,
    provider_voice_id: z.string(),
    description: z.string().nullable(),
    is_active: z.boolean(),
    gender: VoiceGender.nullable(),
    accent: VoiceAccent.nullable(),
    age: VoiceAge.nullable(),
    category: VoiceCategory.nullable(),
    color: z.string().nullable(),
    tags: z.array(z.string()),
    descriptor: z.string().nullable(),
    uses_count: Count,
    user_id: Uuid.nullable(),
    source: VoiceSource,
    duration_seconds: z.number().min(0).nullable().describe('Of its recording or sample.'),
    sample_url: Url.nullable().describe(
      'Leads to a sample for callers that may read the voice; null where there is none.',
    ),
    supported_languages: z.array(z.string()).describe('Lowercase BCP-47 codes.'),
    supported_models: z.array(z.string()).nullable(),
    quality: z
      .enum(['draft'])
      .nullable()
      .describe('`draft`: good for drafts, timing and tests, not for delivery; null where nothing is known.'),
    is_favorite: z.boolean().describe('Of the workspace.'),
    created_at: DateTime,
    updated_at: DateTime,
  })
  .meta({ id: 'Voice', description: 'A voice that can speak lines.' });
/** A voice that can speak lines. */
export type Voice = z.infer<typeof Voice>;

const filters = {
  favorites_only: QueryBoolean.default(false),
  source: repeated(VoiceSource).optional(),
  gender: repeated(VoiceGender).optional(),
  age: repeated(VoiceAge).optional(),
  category: repeated(VoiceCategory).optional(),
  accent: repeated(VoiceAccent).optional(),
  provider: repeated(SpeechProviderId).optional(),
  model: repeated(
    z
      .string()
      .min(1)
      .max(200)
      .meta({ examples: ['espeak-ng'] }),
  ).optional(),
  language: repeated(LocaleCode).optional().describe('Voices that declare no locale never match.'),
  search: z
    .string()
    .max(200)
    .optional()
    .meta({ examples: ['english'] }),
};

/** Filters of the voices. Repeated values are OR, different filters AND. */
export const VoiceFilters = z.object(filters);
/** Filters of the voices, as the server reads them. */
export type VoiceFilters = z.output<typeof VoiceFilters>;

/** Filters and order of the voice list. */
export const VoiceListQuery = pagedQuery({
  ...filters,
  sort: repeated(z.enum(['name', 'created_at', 'uses_count']))
    .optional()
    .describe('By name when left out. Repeat it for several keys.'),
  order: repeated(z.enum(['asc', 'desc']))
    .optional()
    .describe('One for each `sort`, by position; asc when left out.'),
});
/** Filters and order of the voice list, as the server reads them. */
export type VoiceListQuery = z.output<typeof VoiceListQuery>;

/** A voice and how much it sounds like another one. */
export const SimilarVoice = Voice.extend({
  similarity_score: z.number().min(0).max(1).describe('1 = sounds the same; from measured features.'),
}).meta({ id: 'SimilarVoice', description: 'A voice and how much it sounds like another one.' });
/** A voice and how much it sounds like another one. */
export type SimilarVoice = z.infer<typeof SimilarVoice>;

/** How many similar voices to answer, and in which languages. */
export const SimilarVoicesQuery = z.object({
  limit: queryInteger({ min: 1, max: 50 }).default(10),
  language: repeated(LocaleCode).optional().describe('Voices that declare no locale never match.'),
});
/** How many similar voices to answer, and in which languages, as the server reads it. */
export type SimilarVoicesQuery = z.output<typeof SimilarVoicesQuery>;

/** Whether a sample is led to or named. */
export const VoiceSampleQuery = z.object({
  redirect: QueryBoolean.default(true).describe(
    'Whether the answer is a redirect; `false` answers the address with 200, for pages, which may not see where a redirect leads.',
  ),
});

const Facet = z.array(z.object({ value: z.string(), count: Count }));

/** What the voices are like: every value of each attribute, the most frequent first. */
export const VoiceFacets = z
  .object({
    source: Facet,
    gender: Facet,
    age: Facet,
    category: Facet,
    accent: Facet,
    provider: Facet,
    model: Facet,
    language: Facet,
  })
  .meta({ id: 'VoiceFacets', description: 'The values of each attribute with their number of voices.' });
/** What the voices are like. */
export type VoiceFacets = z.infer<typeof VoiceFacets>;
