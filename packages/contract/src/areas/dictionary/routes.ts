import { z } from 'zod';
import { listOf, objectOf, plainListOf } from '../../envelope.ts';
import {
  meta,
  route,
  workspaceHeader,
  workspaceMatchHeaders,
  workspaceNoneMatchHeaders,
  workspacePostHeaders,
} from '../../kit.ts';
import { Count, DateTime, Empty, Uuid } from '../../primitives.ts';
import { pagedQuery, repeated } from '../../query.ts';
import { LocaleCode } from '../text/locales.ts';

/** How a word is to be said: respelled, in phonetic signs, or as in a recording. */
export const PronunciationMethod = z
  .enum(['spelled', 'ipa', 'recorded'])
  .meta({ id: 'PronunciationMethod', description: 'How a word is to be said.' });
/** How a word is to be said. */
export type PronunciationMethod = z.infer<typeof PronunciationMethod>;

/** A word and how it is said in a language. */
export const DictionaryEntry = z
  .object({
    id: Uuid,
    word: z.string(),
    method: PronunciationMethod,
    pronunciation: z.string().nullable().describe('What is spoken instead, for `spelled`.'),
    ipa: z.string().nullable().describe('Signs of the International Phonetic Alphabet, for `ipa`.'),
    upload_id: Uuid.nullable().describe('The recording, for `recorded`; null once it is deleted.'),
    language: z.string().describe('Lowercase BCP-47; `en` is good for `en-us` and `en-gb`.'),
    description: z.string().nullable(),
    uses_count: Count.describe('Runs that it was applied in.'),
    created_by: Uuid,
    created_at: DateTime,
    updated_at: DateTime,
  })
  .meta({ id: 'DictionaryEntry', description: 'A word and how it is said in a language.' });
/** A word and how it is said in a language. */
export type DictionaryEntry = z.infer<typeof DictionaryEntry>;

/** Letters or digits must be in it, or there is nothing to find. */
const Word = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/[\p{L}\p{N}]/u, { error: 'A letter or a digit is needed.' })
  .regex(/^[^<>\p{Cc}]*$/u, { error: 'Markup and control characters are not allowed.' });
const Spoken = z
  .string()
  .trim()
  .min(1)
  .max(300)
  .regex(/^[^<>\p{Cc}]*$/u, { error: 'Markup and control characters are not allowed.' });

/** The field that each method cannot do without. */
const NEEDS = { spelled: 'pronunciation', ipa: 'ipa', recorded: 'upload_id' } as const;

/** A word and how it is to be said. Fields of other methods than its own are kept and not used. */
export const DictionaryEntryInput = z
  .object({
    word: Word,
    method: PronunciationMethod.default('spelled'),
    pronunciation: Spoken.nullable().default(null).describe('Needed for `spelled`.'),
    ipa: Spoken.nullable().default(null).describe('Needed for `ipa`.'),
    upload_id: Uuid.nullable()
      .default(null)
      .describe('Needed for `recorded`: a confirmed upload of the category `dictionary`.'),
    language: LocaleCode,
    description: z.string().trim().max(1_000).nullable().default(null),
  })
  .superRefine((entry, ctx) => {
    const field = NEEDS[entry.method];
    if (entry[field] !== null) return;
    ctx.addIssue({ code: 'custom', path: [field], message: `The method ${entry.method} needs ${field}.` });
  })
  .meta({ id: 'DictionaryEntryInput', description: 'A word and how it is to be said.' });
/** A word and how it is to be said. */
export type DictionaryEntryInput = z.input<typeof DictionaryEntryInput>;

/** A language of the dictionary. */
export const DictionaryLanguage = z
  .object({ language: z.string(), display_name: z.string(), entries_count: Count })
  .meta({ id: 'DictionaryLanguage', description: 'A language of the dictionary.' });
/** A language of the dictionary. */
export type DictionaryLanguage = z.infer<typeof DictionaryLanguage>;

const filters = {
  language: repeated(LocaleCode).optional().describe('`en` also finds `en-us`.'),
  method: repeated(PronunciationMethod).optional(),
};
/** Filters of the dictionary. */
export const DictionaryListQuery = pagedQuery(filters);
/** Filters of the dictionary, as the server reads them. */
export type DictionaryListQuery = z.output<typeof DictionaryListQuery>;

/** A search in the dictionary. */
export const DictionarySearchQuery = pagedQuery({
  q: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .meta({
      description: 'A part of the word or of its pronunciation, in any case.',
      examples: ['nguy'],
    }),
  ...filters,
});
/** A search in the dictionary, as the server reads it. */
export type DictionarySearchQuery = z.output<typeof DictionarySearchQuery>;

const EntryParams = z.object({ entry_id: Uuid });
const shared = {
  area: 'dictionary',
  auth: 'jwt_or_key',
  workspace: 'header',
  idempotent: false,
  success: 200,
} as const;
const reads = { ...shared, scope: 'dictionary:read', role: 'viewer' } as const;
const writes = { ...shared, scope: 'dictionary:write', role: 'editor' } as const;
const paged = { counted: false, defaultLimit: 20 } as const;

/** How the generators of a workspace say words. */
export const dictionary = {
  list: route({
    method: 'GET',
    path: '/api/v1/dictionary',
    summary: 'List dictionary entries',
    description: 'Entries of the workspace by word.',
    headers: workspaceHeader,
    query: DictionaryListQuery,
    responses: { 200: listOf(DictionaryEntry) },
    errors: [],
    metadata: meta({ ...reads, operationId: 'dictionary.list', paged }),
  }),
  search: route({
    method: 'GET',
    path: '/api/v1/dictionary/search',
    summary: 'Search the dictionary',
    description: 'Entries whose word or pronunciation holds the text, by word.',
    headers: workspaceHeader,
    query: DictionarySearchQuery,
    responses: { 200: listOf(DictionaryEntry) },
    errors: [],
    metadata: meta({ ...reads, operationId: 'dictionary.search', paged }),
  }),
  languages: route({
    method: 'GET',
    path: '/api/v1/dictionary/languages',
    summary: 'List languages of the dictionary',
    description: 'Languages that have entries, with their number.',
    headers: workspaceHeader,
    responses: { 200: plainListOf(DictionaryLanguage) },
    errors: [],
    metadata: meta({ ...reads, operationId: 'dictionary.languages' }),
  }),
  create: route({
    method: 'POST',
    path: '/api/v1/dictionary',
    summary: 'Add a dictionary entry',
    description:
      'A word has one entry in a language, whatever its case. Runs that start speaking from now on apply it.',
    headers: workspacePostHeaders,
    body: DictionaryEntryInput,
    responses: { 201: objectOf(DictionaryEntry) },
    errors: ['NAME_TAKEN'],
    metadata: meta({ ...writes, operationId: 'dictionary.create', idempotent: true, success: 201 }),
  }),
  get: route({
    method: 'GET',
    path: '/api/v1/dictionary/:entry_id',
    summary: 'Get a dictionary entry',
    description: 'With the ETag that a change of it can name.',
    pathParams: EntryParams,
    headers: workspaceNoneMatchHeaders,
    responses: { 200: objectOf(DictionaryEntry) },
    errors: [],
    metadata: meta({ ...reads, operationId: 'dictionary.get' }),
  }),
  replace: route({
    method: 'PUT',
    path: '/api/v1/dictionary/:entry_id',
    summary: 'Replace a dictionary entry',
    description: 'Everything is replaced; fields that are left out get their defaults.',
    pathParams: EntryParams,
    headers: workspaceMatchHeaders,
    body: DictionaryEntryInput,
    responses: { 200: objectOf(DictionaryEntry) },
    errors: ['NAME_TAKEN', 'PRECONDITION_FAILED'],
    metadata: meta({ ...writes, operationId: 'dictionary.replace' }),
  }),
  delete: route({
    method: 'DELETE',
    path: '/api/v1/dictionary/:entry_id',
    summary: 'Delete a dictionary entry',
    description: 'Takes that were made with it stay as they are.',
    pathParams: EntryParams,
    headers: workspaceMatchHeaders,
    responses: { 200: objectOf(Empty) },
    errors: ['PRECONDITION_FAILED'],
    metadata: meta({ ...writes, operationId: 'dictionary.delete' }),
  }),
};
