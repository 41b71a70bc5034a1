import { z } from 'zod';
import { Count, DateTime, Uuid } from '../../primitives.ts';
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
