import { z } from 'zod';
import { area } from '../area.ts';
import { listOf, objectOf, plainListOf } from '../envelope.ts';
import { example, EXAMPLE_IDS as ids, TIMES } from '../openapi/example.ts';
import { Count, DateTime, Empty, object, oneOf, Uuid } from '../primitives.ts';
import { pagedQuery, repeated } from '../query.ts';
import { LocaleCode } from './text.ts';

export const PronunciationMethod = oneOf(
  'PronunciationMethod',
  'How a pronunciation is given: respelled, in IPA, or as a recording.',
  ['spelled', 'ipa', 'recorded'],
);
export type PronunciationMethod = z.infer<typeof PronunciationMethod>;

export const DictionaryEntry = object('DictionaryEntry', 'A word and its pronunciation in a language.', {
  id: Uuid,
  word: z.string(),
  method: PronunciationMethod,
  pronunciation: z.string().nullable().describe('The respelling, for `spelled`.'),
  ipa: z.string().nullable().describe('The pronunciation in the International Phonetic Alphabet, for `ipa`.'),
  upload_id: Uuid.nullable().describe('The recording, for `recorded`. Null if it was deleted.'),
  language: z.string().describe('Lowercase BCP 47 code. `en` applies to `en-us` and `en-gb`, too.'),
  description: z.string().nullable(),
  uses_count: Count.describe('Number of runs that used the entry.'),
  created_by: Uuid,
  created_at: DateTime,
  updated_at: DateTime,
});
export type DictionaryEntry = z.infer<typeof DictionaryEntry>;

/** Without a letter or digit, the word can never be found in a text. */
const Word = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/[\p{L}\p{N}]/u, { error: 'Must contain a letter or a digit.' })
  .regex(/^[^<>\p{Cc}]*$/u, { error: 'Must not contain <, > or control characters.' });

const Spoken = z
  .string()
  .trim()
  .min(1)
  .max(300)
  .regex(/^[^<>\p{Cc}]*$/u, { error: 'Must not contain <, > or control characters.' });

/** The field that each method requires. */
const NEEDS = { spelled: 'pronunciation', ipa: 'ipa', recorded: 'upload_id' } as const;

/** A word and its pronunciation. Fields of other methods are stored but not used. */
export const DictionaryEntryInput = z
  .object({
    word: Word,
    method: PronunciationMethod.default('spelled'),
    pronunciation: Spoken.nullable().default(null).describe('Required for `spelled`.'),
    ipa: Spoken.nullable().default(null).describe('Required for `ipa`.'),
    upload_id: Uuid.nullable()
      .default(null)
      .describe('Required for `recorded`: a confirmed upload of the category `dictionary`.'),
    language: LocaleCode,
    description: z.string().trim().max(1_000).nullable().default(null),
  })
  .superRefine((entry, ctx) => {
    const field = NEEDS[entry.method];
    if (entry[field] !== null) return;
    ctx.addIssue({ code: 'custom', path: [field], message: `Required for the method ${entry.method}.` });
  })
  .meta({ id: 'DictionaryEntryInput', description: 'A word and its pronunciation.' });
export type DictionaryEntryInput = z.input<typeof DictionaryEntryInput>;

export const DictionaryLanguage = object('DictionaryLanguage', 'A language of the dictionary.', {
  language: z.string().describe('Lowercase BCP 47 code.'),
  display_name: z.string().describe('The English name of the language.'),
  entries_count: Count,
});
export type DictionaryLanguage = z.infer<typeof DictionaryLanguage>;

const filters = {
  language: repeated(LocaleCode)
    .optional()
    .describe('Return only entries in these languages. `en` includes `en-us`.'),
  method: repeated(PronunciationMethod).optional().describe('Return only entries with these methods.'),
};

/** Filters of the dictionary. */
export const DictionaryListQuery = pagedQuery(filters);
export type DictionaryListQuery = z.output<typeof DictionaryListQuery>;

/** The query of a dictionary search. */
export const DictionarySearchQuery = pagedQuery({
  q: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .meta({
      description: 'Part of the word or of its pronunciation. Case does not matter.',
      examples: ['nguy'],
    }),
  ...filters,
});
export type DictionarySearchQuery = z.output<typeof DictionarySearchQuery>;

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
});
example(DictionaryEntryInput, {
  word: 'Nguyen',
  method: 'spelled',
  pronunciation: 'win',
  language: 'en',
  description: 'A family name.',
});
example(DictionaryLanguage, { language: 'en', display_name: 'English', entries_count: 3 });

const writes = { scope: 'dictionary:write', role: 'editor' } as const;

const access = { auth: 'jwt_or_key', scope: 'dictionary:read', role: 'viewer', workspace: 'header' } as const;

/** How the generators of a workspace pronounce words. */
export const dictionary = area('dictionary', access, {
  list: {
    endpoint: 'GET /api/v1/dictionary',
    summary: 'List dictionary entries',
    description: 'Returns the entries of the workspace, ordered by word.',
    query: DictionaryListQuery,
    responses: { 200: listOf(DictionaryEntry) },
  },
  search: {
    endpoint: 'GET /api/v1/dictionary/search',
    summary: 'Search the dictionary',
    description: 'Returns entries whose word or pronunciation contains the text, ordered by word.',
    query: DictionarySearchQuery,
    responses: { 200: listOf(DictionaryEntry) },
  },
  languages: {
    endpoint: 'GET /api/v1/dictionary/languages',
    summary: 'List languages of the dictionary',
    description: 'Returns the languages that have entries, with the number of entries.',
    responses: { 200: plainListOf(DictionaryLanguage) },
  },
  create: {
    endpoint: 'POST /api/v1/dictionary',
    ...writes,
    summary: 'Create a dictionary entry',
    description:
      'A word has one entry per language. Case does not matter. Runs apply the entry if they start to synthesize after it is created.',
    body: DictionaryEntryInput,
    responses: { 201: objectOf(DictionaryEntry) },
    errors: ['NAME_TAKEN'],
  },
  get: {
    endpoint: 'GET /api/v1/dictionary/:entry_id',
    summary: 'Get a dictionary entry',
    description: 'Returns a dictionary entry with its ETag.',
    etag: true,
    responses: { 200: objectOf(DictionaryEntry) },
  },
  replace: {
    endpoint: 'PUT /api/v1/dictionary/:entry_id',
    ...writes,
    summary: 'Replace a dictionary entry',
    description: 'Replaces all fields. Omitted fields get their defaults.',
    body: DictionaryEntryInput,
    responses: { 200: objectOf(DictionaryEntry) },
    errors: ['NAME_TAKEN', 'PRECONDITION_FAILED'],
  },
  delete: {
    endpoint: 'DELETE /api/v1/dictionary/:entry_id',
    ...writes,
    summary: 'Delete a dictionary entry',
    description: 'Existing takes do not change.',
    responses: { 200: objectOf(Empty) },
    errors: ['PRECONDITION_FAILED'],
  },
});
