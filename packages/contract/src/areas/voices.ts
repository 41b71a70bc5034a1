import { z } from 'zod';
import { area } from '../area.ts';
import { countedListOf, listOf, objectOf } from '../envelope.ts';
import { example, EXAMPLE_IDS as ids, TIMES } from '../example.ts';
import { LocaleCode } from '../locale-code.ts';
import {
  Count,
  DateTime,
  Empty,
  Flag,
  Fraction,
  ModelId,
  object,
  oneOf,
  strictObject,
  Url,
  Uuid,
} from '../primitives.ts';
import { SpeechProviderId } from '../providers.ts';
import { pagedQuery, pairOrders, QueryBoolean, queryInteger, repeated, textFilter } from '../query.ts';
import { DownloadLink } from './runs/outputs.ts';

export const VoiceSource = oneOf(
  'VoiceSource',
  'The origin of a voice. `platform`: the catalog of a provider. `recorded` and `uploaded` are reserved: no voice has them yet.',
  ['platform', 'recorded', 'uploaded'],
);
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
  provider_voice_id: z.string().describe('The name or ID by which the provider knows the voice.'),
  description: z.string().nullable(),
  is_active: Flag.describe('Whether runs can use the voice.'),
  gender: VoiceGender.nullable().describe('Null if unknown.'),
  accent: VoiceAccent.nullable().describe('Null if unknown.'),
  age: VoiceAge.nullable().describe('Null if unknown.'),
  category: VoiceCategory.nullable().describe('Null if unknown.'),
  color: z.string().nullable().describe('For lists of voices. Null if none was chosen.'),
  tags: z.array(z.string()).describe('Keywords for the search.'),
  descriptor: z.string().nullable().describe('The voice in a few words.'),
  uses_count: Count.describe('Number of workflows that use the voice.'),
  user_id: Uuid.nullable().describe(
    'Reserved for voices that a user adds. Always null for voices of a provider.',
  ),
  source: VoiceSource,
  duration_seconds: z
    .number()
    .min(0)
    .nullable()
    .describe(
      'Length of the sample in seconds. Null until the sample is synthesized, and for samples of a provider.',
    ),
  sample_url: Url.nullable().describe(
    'URL of a sample, for callers that may read the voice. Null if there is no sample.',
  ),
  supported_languages: z
    .array(z.string())
    .describe(
      'Lowercase BCP 47 codes. Empty if the voice declares none: it speaks the languages of its model.',
    ),
  supported_models: z
    .array(z.string())
    .nullable()
    .describe('Models that support the voice. Null means all models of the provider.'),
  quality: z
    .enum(['draft', 'neural'])
    .nullable()
    .describe(
      '`draft`: suitable for drafts, timing and tests, but not for delivery. `neural`: a neural voice on the machines of this service. Null if unknown.',
    ),
  is_favorite: Flag.describe('Whether it is a favorite of the workspace.'),
  created_at: DateTime,
  updated_at: DateTime,
});
export type Voice = z.infer<typeof Voice>;

export const RefreshVoices = object('RefreshVoices', 'The provider whose voices to list again.', {
  provider: SpeechProviderId,
});
export type RefreshVoices = z.infer<typeof RefreshVoices>;

export const RefreshedVoices = object(
  'RefreshedVoices',
  'The result of listing the voices of a provider again.',
  {
    provider: SpeechProviderId,
    voices_count: Count.describe('Number of voices that the key can use now.'),
    refreshed_at: DateTime,
  },
);
export type RefreshedVoices = z.infer<typeof RefreshedVoices>;

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
  any_language: QueryBoolean.default(false).describe(
    'Return only voices that declare no languages. They speak the languages of their model, and no `language` matches them.',
  ),
  search: textFilter('Text in the name or the description.', { max: 200, example: 'english' }),
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
    .describe(
      'The sort order of each `sort` key, by position. Must not have more values than `sort`. Default: `asc`.',
    ),
}).superRefine(pairOrders);
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
    'Whether to redirect. With `false`, the response is a 200 with the URL, for web pages, which cannot read the target of a redirect.',
  ),
});

export const VoicePreviewInput = strictObject('VoicePreviewInput', 'What a voice speaks.', {
  locale: LocaleCode.optional().describe('Default: the first locale of the voice, or else en-us.'),
});
export type VoicePreviewInput = z.infer<typeof VoicePreviewInput>;

const Facet = z.array(z.object({ value: z.string(), count: Count }));

const facets = {
  source: Facet,
  gender: Facet,
  age: Facet,
  category: Facet,
  accent: Facet,
  provider: Facet,
  model: Facet,
  language: Facet,
};

/** The attributes that voices are facetCounts by, with their plural names. */
export const FACET_PLURALS = {
  source: 'sources',
  gender: 'genders',
  age: 'ages',
  category: 'categories',
  accent: 'accents',
  provider: 'providers',
  model: 'models',
  language: 'languages',
} as const satisfies Record<keyof typeof facets, string>;

export const VoiceFacets = object(
  'VoiceFacets',
  'The values of each attribute, and how many voices have each value, most frequent first. Each attribute is listed under its singular and under its plural name.',
  {
    ...facets,
    sources: Facet,
    genders: Facet,
    ages: Facet,
    categories: Facet,
    accents: Facet,
    providers: Facet,
    models: Facet,
    languages: Facet,
  },
);
export type VoiceFacets = z.infer<typeof VoiceFacets>;

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

example(Voice, voice);
example(RefreshVoices, { provider: 'elevenlabs' });
example(RefreshedVoices, { provider: 'elevenlabs', voices_count: 27, refreshed_at: TIMES.updated_at });
example(SimilarVoice, { ...voice, similarity_score: 0.874 });
const facetCounts = {
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
};
example(VoicePreviewInput, { locale: 'en-us' });
example(VoiceFacets, {
  ...facetCounts,
  sources: facetCounts.source,
  genders: facetCounts.gender,
  ages: facetCounts.age,
  categories: facetCounts.category,
  accents: facetCounts.accent,
  providers: facetCounts.provider,
  models: facetCounts.model,
  languages: facetCounts.language,
});

const writes = { scope: 'voices:write', role: 'editor' } as const;

const access = { auth: 'jwt_or_key', scope: 'voices:read', role: 'viewer', workspace: 'header' } as const;

/** Voices of the catalog and of the workspace. */
export const voices = area('voices', access, {
  list: {
    endpoint: 'GET /api/v1/voices',
    summary: 'List voices',
    description: 'Returns the voices that the workspace can use.',
    query: VoiceListQuery,
    responses: { 200: countedListOf(Voice) },
  },
  facets: {
    endpoint: 'GET /api/v1/voices/facets',
    summary: 'Count voices by attribute',
    description:
      'Returns the values of each attribute, and how many voices have each value. The counts of an attribute apply the filters of all other attributes.',
    query: VoiceFilters,
    responses: { 200: objectOf(VoiceFacets) },
  },
  refresh: {
    endpoint: 'POST /api/v1/voices/refresh',
    ...writes,
    summary: 'Refresh the voices of a provider',
    description:
      'Lists the voices of a provider again with the key of the workspace, for example after you cloned one. Otherwise the service does this once a day. Voices that the provider no longer lists become inactive. At most once in 10 seconds per key.',
    body: RefreshVoices,
    responses: { 200: objectOf(RefreshedVoices) },
    errors: ['CONFLICT', 'UNAVAILABLE'],
  },
  get: {
    endpoint: 'GET /api/v1/voices/:voice_id',
    summary: 'Get a voice',
    description: 'Returns a voice with all its attributes.',
    responses: { 200: objectOf(Voice) },
  },
  similar: {
    endpoint: 'GET /api/v1/voices/:voice_id/similar',
    summary: 'List similar voices',
    description:
      'Returns the voices that sound most like this one, based on features measured in their samples: pitch, pitch range, speaking rate, spectral centroid and tilt, loudness range. Voices of the embedded engine have these features. Voices of other providers do not: they are not listed, and their own list is empty.',
    query: SimilarVoicesQuery,
    responses: { 200: listOf(SimilarVoice) },
  },
  sample: {
    endpoint: 'GET /api/v1/voices/:voice_id/sample',
    summary: 'Get a voice sample',
    description:
      'Redirects to a short sample in the first locale of the voice, or returns its URL. The URL is valid for 15 minutes. The sample is synthesized on the first request and then stored.',
    query: VoiceSampleQuery,
    responses: { 200: objectOf(DownloadLink), 302: objectOf(DownloadLink) },
  },
  preview: {
    endpoint: 'POST /api/v1/voices/:voice_id/preview',
    ...writes,
    summary: 'Hear a voice',
    description:
      'Speaks one or two sentences with your own key for the provider of the voice, and with its default model. It costs no credits. The provider bills the account of your key once a day for each voice and locale, and no budget counts it. A voice that needs no key speaks its sample. The link is valid for 15 minutes. If the voice cannot speak, the error gives the reason.',
    body: VoicePreviewInput.prefault({}),
    responses: { 200: objectOf(DownloadLink) },
    errors: ['CONFLICT'],
  },
  favorite: {
    endpoint: 'POST /api/v1/voices/:voice_id/favorite',
    ...writes,
    summary: 'Add a voice to the favorites',
    description: 'Applies to the whole workspace. Idempotent.',
    responses: { 200: objectOf(Voice) },
  },
  unfavorite: {
    endpoint: 'DELETE /api/v1/voices/:voice_id/favorite',
    ...writes,
    summary: 'Remove a voice from the favorites',
    description:
      'Applies to the whole workspace. Returns `{}` for any ID, even if the voice does not exist. Idempotent.',
    responses: { 200: objectOf(Empty) },
  },
});
