import { z } from 'zod';
import { countedListOf, objectOf } from './envelope.ts';
import { meta, route, workspaceHeader } from './kit.ts';
import { LocaleCode } from './locales.ts';
import { Count, DateTime, Url, Uuid } from './primitives.ts';
import { ProviderId } from './providers.ts';
import { pagedQuery, QueryBoolean, repeated } from './query.ts';

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
    provider: ProviderId,
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
    sample_url: Url.nullable(),
    supported_languages: z.array(z.string()).describe('Lowercase BCP-47 codes.'),
    supported_models: z.array(z.string()).nullable(),
    is_favorite: z.boolean().describe('Of the workspace.'),
    created_at: DateTime,
    updated_at: DateTime,
  })
  .meta({ id: 'Voice', description: 'A voice that can speak lines.' });
/** A voice that can speak lines. */
export type Voice = z.infer<typeof Voice>;

/** Filters and order of the voice list. Repeated values are OR, different filters AND. */
export const VoiceListQuery = pagedQuery({
  favorites_only: QueryBoolean.default(false),
  source: repeated(VoiceSource).optional(),
  gender: repeated(VoiceGender).optional(),
  age: repeated(VoiceAge).optional(),
  category: repeated(VoiceCategory).optional(),
  accent: repeated(VoiceAccent).optional(),
  provider: repeated(ProviderId).optional(),
  model: repeated(z.string().min(1).max(200)).optional(),
  language: repeated(LocaleCode).optional().describe('Voices that declare no locale never match.'),
  search: z.string().max(200).optional(),
  sort: z.enum(['name', 'created_at', 'uses_count']).default('name'),
  order: z.enum(['asc', 'desc']).default('asc'),
});
/** Filters and order of the voice list, as the server reads them. */
export type VoiceListQuery = z.output<typeof VoiceListQuery>;

const reads = {
  area: 'voices',
  auth: 'jwt_or_key',
  scope: 'voices:read',
  role: 'viewer',
  workspace: 'header',
  idempotent: false,
  success: 200,
} as const;

/** Voices of the catalog and of the workspace. */
export const voices = {
  list: route({
    method: 'GET',
    path: '/api/v1/voices',
    summary: 'List voices',
    description: 'Voices that the workspace may use.',
    headers: workspaceHeader,
    query: VoiceListQuery,
    responses: { 200: countedListOf(Voice) },
    errors: [],
    metadata: meta({ ...reads, operationId: 'voices.list', paged: { counted: true, defaultLimit: 20 } }),
  }),
  get: route({
    method: 'GET',
    path: '/api/v1/voices/:voice_id',
    summary: 'Get a voice',
    description: 'One voice with all its attributes.',
    pathParams: z.object({ voice_id: Uuid }),
    headers: workspaceHeader,
    responses: { 200: objectOf(Voice) },
    errors: [],
    metadata: meta({ ...reads, operationId: 'voices.get' }),
  }),
};
