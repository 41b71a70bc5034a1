import { z } from 'zod';
import { area } from '../area.ts';
import { listOf, objectOf, plainListOf } from '../envelope.ts';
import { example, EXAMPLE_IDS as ids, TIMES } from '../example.ts';
import { LocaleCode } from '../locale-code.ts';
import { Count, DateTime, Empty, object, oneOf, strictObject, textWithout, Uuid } from '../primitives.ts';
import { pagedQuery, repeated } from '../query.ts';
import { MAX_LOCALE_LENGTH, NOT_A_LOCALE, normalizeLocale } from '../rules/locale.ts';
import { DownloadLink } from './runs/outputs.ts';

/** The language of an entry that applies in every locale. */
const ALL_LOCALES = '*';

/** The language of an entry. */
/** Not in the document, because patterns of other programs do not know letters of all languages. */
const hasWordCharacter = (text: string) => /[\p{L}\p{N}]/u.test(text);

const EntryLanguage = z
  .string()
  .min(1)
  .max(MAX_LOCALE_LENGTH)
  .regex(/^(?:\*|[A-Za-z]{2,8}(?:[-_][A-Za-z0-9]{1,8})*)$/, { error: NOT_A_LOCALE, abort: true })
  .refine((code) => code === ALL_LOCALES || normalizeLocale(code) !== undefined, { error: NOT_A_LOCALE })
  .overwrite((code) => normalizeLocale(code) ?? code)
  .meta({
    description:
      'Lowercase BCP 47 code, or `*` for every locale. If a word has several entries, the most specific language applies.',
    examples: ['en'],
  });

export const PronunciationMethod = oneOf(
  'PronunciationMethod',
  'How a pronunciation is given: respelled, in IPA, or as a recording.',
  ['spelled', 'ipa', 'recorded'],
);
export type PronunciationMethod = z.infer<typeof PronunciationMethod>;

/** Without a letter or digit, the word can never be found in a text. */
const ContextWord = z
  .string()
  .trim()
  .min(1)
  .max(50)
  .refine(hasWordCharacter, { error: 'Must contain a letter or a digit.' })
  .regex(textWithout('<>;'), { error: 'Must not contain <, >, ; or control characters.' });

const ContextWords = z.array(ContextWord).max(20).default([]);

export const DictionaryContext = strictObject(
  'DictionaryContext',
  'The words around a word, for words with the same spelling and different pronunciations. The entry applies only if one of `before` is directly before the word and one of `after` is directly after it, in the same line. An empty list allows any word, but at least one list must not be empty. Case, punctuation and markup between the words do not matter. Returned in lower case, sorted.',
  {
    before: ContextWords.describe('Words or short phrases. One of them must occur directly before the word.'),
    after: ContextWords.describe('Words or short phrases. One of them must occur directly after the word.'),
  },
);
export type DictionaryContext = z.infer<typeof DictionaryContext>;

const EntryContext = DictionaryContext.nullable()
  .default(null)
  .describe(
    'The words that must surround the word. Null means that the entry applies everywhere. An entry with a matching context takes precedence over entries without a context.',
  );

const EMPTY_CONTEXT = 'Name at least one word before or after, or use null.';

/** A context without words would apply everywhere, and override the entry without a context. */
function refuseEmptyContext(
  { context }: { context: DictionaryContext | null },
  ctx: z.core.$RefinementCtx,
): void {
  if (context?.before.length !== 0 || context.after.length !== 0) return;
  ctx.addIssue({ code: 'custom', path: ['context'], message: EMPTY_CONTEXT });
}

export const DictionaryEntry = object('DictionaryEntry', 'A word and its pronunciation in a language.', {
  id: Uuid,
  word: z.string(),
  method: PronunciationMethod,
  pronunciation: z
    .string()
    .nullable()
    .describe(
      'The respelling, for `spelled`. For `recorded`, the text that the voice says if the recording cannot be used.',
    ),
  ipa: z.string().nullable().describe('The pronunciation in the International Phonetic Alphabet, for `ipa`.'),
  upload_id: Uuid.nullable().describe('The recording, for `recorded`. Null if it was deleted.'),
  language: z
    .string()
    .describe(
      'Lowercase BCP 47 code. `en` also applies to `en-us` and `en-gb`. `*` applies to every locale.',
    ),
  context: DictionaryContext.nullable().describe(
    'The words that must surround the word. Null means that the entry applies everywhere.',
  ),
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
  .refine(hasWordCharacter, { error: 'Must contain a letter or a digit.' })
  .regex(textWithout('<>'), { error: 'Must not contain <, > or control characters.' })
  .describe('Contains at least one letter or digit.');

const Spoken = z
  .string()
  .trim()
  .min(1)
  .max(300)
  .regex(textWithout('<>'), { error: 'Must not contain <, > or control characters.' });

/** The field that each method requires. */
const NEEDS = { spelled: 'pronunciation', ipa: 'ipa', recorded: 'upload_id' } as const;

/** A word and its pronunciation. Fields that the method does not use are stored but ignored. */
export const DictionaryEntryInput = z
  .object({
    word: Word,
    method: PronunciationMethod.default('spelled'),
    pronunciation: Spoken.nullable()
      .default(null)
      .describe(
        'Required for `spelled`. For `recorded`, the text that the voice says if the recording cannot be used.',
      ),
    ipa: Spoken.nullable().default(null).describe('Required for `ipa`.'),
    upload_id: Uuid.nullable()
      .default(null)
      .describe('Required for `recorded`: a confirmed upload of the category `dictionary`.'),
    language: EntryLanguage,
    context: EntryContext,
    description: z.string().trim().max(1_000).nullable().default(null),
  })
  .superRefine((entry, ctx) => {
    refuseEmptyContext(entry, ctx);
    const field = NEEDS[entry.method];
    if (entry[field] !== null) return;
    ctx.addIssue({ code: 'custom', path: [field], message: `Required for the method ${entry.method}.` });
  })
  .meta({ id: 'DictionaryEntryInput', description: 'A word and its pronunciation.' });
export type DictionaryEntryInput = z.input<typeof DictionaryEntryInput>;

export const DictionaryLanguage = object('DictionaryLanguage', 'A language of the dictionary.', {
  language: z.string().describe('Lowercase BCP 47 code.'),
  code: z.string().describe('The same as `language`.'),
  display_name: z.string().describe('The English name of the language.'),
  entries_count: Count,
  count: Count.describe('The same as `entries_count`.'),
});
export type DictionaryLanguage = z.infer<typeof DictionaryLanguage>;

const filters = {
  language: repeated(EntryLanguage)
    .optional()
    .describe(
      'Return only entries in these languages. `en` includes `en-us`; `*` selects the entries that apply to every locale.',
    ),
  method: repeated(PronunciationMethod).optional().describe('Return only entries with these methods.'),
};

const SearchText = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .meta({
    description: 'Part of the word or of its pronunciation. Case does not matter.',
    examples: ['nguy'],
  });

/** Filters of the dictionary. */
export const DictionaryListQuery = pagedQuery({ search: SearchText.optional(), ...filters });
export type DictionaryListQuery = z.output<typeof DictionaryListQuery>;

/** The query of a dictionary search: `q`, or `search`. */
export const DictionarySearchQuery = pagedQuery({
  q: SearchText.optional(),
  search: SearchText.optional().describe('An alias of `q`. Must not be combined with it.'),
  ...filters,
}).superRefine(({ q, search }, ctx) => {
  if (q === undefined || search === undefined) return;
  ctx.addIssue({ code: 'custom', path: ['search'], message: 'Must not be combined with q.' });
});
export type DictionarySearchQuery = z.output<typeof DictionarySearchQuery>;

export const PronunciationInput = object('PronunciationInput', 'A word, and the languages to read it in.', {
  word: Word,
  language: LocaleCode.describe('The locale of the voice that says the word.'),
  origin: LocaleCode.optional().describe(
    'The locale whose rules of reading apply, for a word from another language. Default: `language`.',
  ),
});
export type PronunciationInput = z.input<typeof PronunciationInput>;

export const SuggestedPronunciation = object(
  'SuggestedPronunciation',
  'A pronunciation of a word, with the fields of a dictionary entry.',
  {
    word: z.string(),
    language: LocaleCode,
    pronunciation: z
      .string()
      .nullable()
      .describe(
        'A respelling that voices of `language` read like `ipa`. Null if the letters of the language cannot write it.',
      ),
    ipa: z.string().nullable().describe('How the embedded engine reads the word. Null if it cannot.'),
    reason: z.string().nullable().describe('Why `ipa` or `pronunciation` is null. Null if both exist.'),
  },
);
export type SuggestedPronunciation = z.infer<typeof SuggestedPronunciation>;

export const LexiconFormat = oneOf(
  'LexiconFormat',
  'A file format of pronunciations: W3C Pronunciation Lexicon Specification 1.0, TermBase eXchange (ISO 30042), or csv.',
  ['pls', 'tbx', 'csv'],
);
export type LexiconFormat = z.infer<typeof LexiconFormat>;

export const DictionaryImportInput = object('DictionaryImportInput', 'A file of pronunciations.', {
  format: LexiconFormat,
  content: z
    .string()
    .min(1)
    .max(1_000_000)
    .describe(
      'The text of the file. A csv has a header with the columns `word`, `language`, `method`, `pronunciation`, `ipa`, `description`, `before` and `after`; `word` and one of `pronunciation` and `ipa` are required. Words of `before` and `after` are separated with `;`.',
    ),
  language: EntryLanguage.nullable()
    .default(null)
    .describe('The language of entries for which the file names none. `*` applies to every locale.'),
  on_conflict: z
    .enum(['replace', 'keep'])
    .default('replace')
    .describe('Which entry to keep if the dictionary already has the word in the language and context.'),
});
export type DictionaryImportInput = z.input<typeof DictionaryImportInput>;

export const DictionaryImportProblem = object(
  'DictionaryImportProblem',
  'A part of a file that was not imported or not completely imported.',
  { row: Count.describe('The row of a csv, or the line of another file.'), message: z.string() },
);

export const DictionaryImport = object('DictionaryImport', 'The result of an import.', {
  created_count: Count.describe('Number of new entries.'),
  replaced_count: Count.describe('Number of entries with a changed pronunciation or description.'),
  unchanged_count: Count.describe('Number of entries that did not change.'),
  problems: z.array(DictionaryImportProblem).describe('The first 100 problems, by row.'),
  problems_count: Count,
});
export type DictionaryImport = z.infer<typeof DictionaryImport>;

/** Which entries to export. */
export const DictionaryExportQuery = z.object({
  format: LexiconFormat.default('pls').describe('The file format of the response.'),
  language: EntryLanguage.optional().describe(
    'Export only entries of exactly this language. Required for `pls`, which has one language per file, if the dictionary has several.',
  ),
});

export const DictionaryExport = object('DictionaryExport', 'The dictionary as a file.', {
  filename: z.string(),
  content_type: z.string(),
  content: z.string().describe('The text of the file.'),
  entries_count: Count.describe('Number of entries in the file.'),
  omitted_count: Count.describe(
    'Number of entries that the file cannot contain: recordings, entries with a context in a PLS file, and entries beyond 10,000.',
  ),
});
export type DictionaryExport = z.infer<typeof DictionaryExport>;

/** An entry, stored or planned. Its word, language and context determine the affected lines. */
export const DictionaryEffectsInput = object(
  'DictionaryEffectsInput',
  'The word of a stored or planned entry.',
  {
    word: Word,
    language: EntryLanguage,
    context: EntryContext,
    method: PronunciationMethod.optional().describe(
      'The method of a planned entry. Default: the method of the stored entry. A recording does not change takes of providers without word timestamps.',
    ),
  },
).superRefine(refuseEmptyContext);
export type DictionaryEffectsInput = z.input<typeof DictionaryEffectsInput>;

export const DictionaryEffectsLine = object('DictionaryEffectsLine', 'A line that contains the word.', {
  workflow_id: Uuid,
  run_id: Uuid,
  line_id: z.string(),
  locale_code: z.string(),
  script: z.string(),
  take_id: z.string().nullable().describe('The take of the line. Null if it has none.'),
  credits: Count.nullable().describe(
    'The cost of speaking the line again, at the rate of its take. Null if the line has no take, or if the model of the take is no longer available.',
  ),
});
export type DictionaryEffectsLine = z.infer<typeof DictionaryEffectsLine>;

export const DictionaryEffects = object(
  'DictionaryEffects',
  'The lines of the latest runs that an entry changes, and the cost of their new takes.',
  {
    workflows_count: Count.describe('Number of workflows that contain these lines.'),
    lines_count: Count.describe(
      'Number of lines that contain the word in a locale and context of the entry.',
    ),
    takes_count: Count.describe('Number of different takes of these lines.'),
    credits: Count.describe(
      'The cost of new takes of all these lines, with the voices and models of the current takes.',
    ),
    is_complete: z
      .boolean()
      .describe('Whether all lines were searched. If false, the counts are lower bounds.'),
    lines: z.array(DictionaryEffectsLine).describe('The first 50 lines.'),
  },
);
export type DictionaryEffects = z.infer<typeof DictionaryEffects>;

const DictionaryPreviewEntry = DictionaryEntryInput.strict().meta({
  id: 'DictionaryPreviewEntry',
  description: 'A word and its pronunciation, to preview.',
});

export const DictionaryPreviewInput = strictObject(
  'DictionaryPreviewInput',
  'An entry to preview in the voices of a workflow.',
  {
    workflow_id: Uuid.describe('The workflow with the voices to use.'),
    locale: LocaleCode.describe('The locale of the lines with the voices to use.'),
    entry_id: Uuid.nullable().default(null).describe('A stored entry. Null means that you send `entry`.'),
    entry: DictionaryPreviewEntry.nullable()
      .default(null)
      .describe(
        'An entry, which does not have to be stored. Required without `entry_id`. The method cannot be `recorded`.',
      ),
    text: Spoken.nullable()
      .default(null)
      .describe(
        'A text that contains the word. Null means the word alone, regardless of the context of the entry.',
      ),
    voice_ids: z
      .array(Uuid)
      .max(10)
      .nullable()
      .default(null)
      .describe('Use only these voices of the workflow. Null means all voices, if there are at most 10.'),
  },
);
export type DictionaryPreviewInput = z.input<typeof DictionaryPreviewInput>;

export const DictionaryPreviewVoice = object(
  'DictionaryPreviewVoice',
  'A voice of the workflow with its audio, or the reason why there is none.',
  {
    voice_id: Uuid,
    voice_name: z.string(),
    provider: z.string(),
    model: z.string(),
    link: DownloadLink.nullable().describe('The URL of the audio, a WAV file. Null if there is no audio.'),
    dropped: z
      .array(z.string())
      .describe(
        'The features that the model does not support. With `markup.phoneme`, it speaks the word as written.',
      ),
    reason: z.string().nullable().describe('Why there is no audio. Null otherwise.'),
  },
);

export const DictionaryPreview = object('DictionaryPreview', 'An entry in the voices of a workflow.', {
  text: z.string().describe('The text that the voices spoke, with the entry applied.'),
  voices: z.array(DictionaryPreviewVoice).describe('In the order of the lines.'),
});
export type DictionaryPreview = z.infer<typeof DictionaryPreview>;

example(DictionaryPreviewInput, {
  workflow_id: ids.workflow_id,
  locale: 'en-us',
  entry: { word: 'Nguyen', pronunciation: 'win', language: 'en' },
  text: 'Ask for Nguyen.',
});
example(DictionaryPreview, {
  text: 'Ask for win.',
  voices: [
    {
      voice_id: ids.voice_id,
      voice_name: 'English (America)',
      provider: 'espeak',
      model: 'espeak-ng',
      link: {
        url: 'https://storage.example.com/previews/nguyen.wav',
        filename: 'English (America).wav',
        expires_at: '2026-01-31T09:45:00.000Z',
      },
      dropped: [],
      reason: null,
    },
  ],
});

export const DictionarySuggestionLine = object(
  'DictionarySuggestionLine',
  'A line in which checks transcribed another word.',
  { workflow_id: Uuid, run_id: Uuid, line_id: z.string(), script: z.string() },
);

export const DictionarySuggestion = object(
  'DictionarySuggestion',
  'A word without an entry that may need one.',
  {
    word: z.string(),
    locale_code: z.string().describe('The locale of the lines.'),
    misrecognized_takes_count: Count.describe(
      'Number of different takes in which checks transcribed a different word.',
    ),
    lines_count: Count.describe('Number of different lines of these takes.'),
    transcribed: z
      .array(z.object({ text: z.string(), takes_count: Count }))
      .describe('The words that were transcribed instead, most frequent first, at most 5.'),
    lines: z.array(DictionarySuggestionLine).describe('The latest lines, at most 3.'),
  },
);
export type DictionarySuggestion = z.infer<typeof DictionarySuggestion>;

export const DictionarySuggestions = object(
  'DictionarySuggestions',
  'Words that may need an entry, the most frequently misheard first.',
  {
    suggestions: z.array(DictionarySuggestion).describe('At most 50.'),
    is_complete: z
      .boolean()
      .describe('Whether the response covers all findings of the searched runs and lists all words.'),
  },
);
export type DictionarySuggestions = z.infer<typeof DictionarySuggestions>;

example(DictionarySuggestions, {
  suggestions: [
    {
      word: 'Nguyen',
      locale_code: 'en-us',
      misrecognized_takes_count: 4,
      lines_count: 3,
      transcribed: [{ text: 'when', takes_count: 4 }],
      lines: [
        {
          workflow_id: ids.workflow_id,
          run_id: ids.run_id,
          line_id: 'line-1',
          script: 'Ask for Nguyen.',
        },
      ],
    },
  ],
  is_complete: true,
});
example(DictionaryImportInput, { format: 'csv', content: 'word,language,ipa\nKael’thar,en,ˈkeɪl.θɑːr\n' });
example(DictionaryImport, {
  created_count: 1,
  replaced_count: 0,
  unchanged_count: 0,
  problems: [],
  problems_count: 0,
});
example(DictionaryExport, {
  filename: 'dictionary-en.pls',
  content_type: 'application/pls+xml',
  content:
    '<?xml version="1.0" encoding="UTF-8"?>\n<lexicon version="1.0" xmlns="http://www.w3.org/2005/01/pronunciation-lexicon" alphabet="ipa" xml:lang="en">\n</lexicon>\n',
  entries_count: 0,
  omitted_count: 0,
});
example(DictionaryEffectsInput, { word: 'Nguyen', language: 'en' });
example(DictionaryEffects, {
  workflows_count: 1,
  lines_count: 1,
  takes_count: 1,
  credits: 1,
  is_complete: true,
  lines: [
    {
      workflow_id: ids.workflow_id,
      run_id: ids.run_id,
      line_id: 'line-1',
      locale_code: 'en-us',
      script: 'Ask for Nguyen.',
      take_id: '1f0c2b7d',
      credits: 1,
    },
  ],
});
example(DictionaryEntry, {
  id: ids.entry_id,
  word: 'Nguyen',
  method: 'spelled',
  pronunciation: 'win',
  ipa: null,
  upload_id: null,
  language: 'en',
  context: null,
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
example(DictionaryLanguage, {
  ...{ language: 'en', code: 'en', display_name: 'English' },
  ...{ entries_count: 3, count: 3 },
});
example(PronunciationInput, { word: 'Guillermo', language: 'en-us', origin: 'es-es' });
example(SuggestedPronunciation, {
  word: 'Guillermo',
  language: 'en-us',
  pronunciation: 'gilyermo',
  ipa: 'ɡiʎˈeɾmo',
  reason: null,
});

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
    description:
      'Returns entries whose word or pronunciation contains the text, ordered by word. Without a text, returns all entries.',
    query: DictionarySearchQuery,
    responses: { 200: listOf(DictionaryEntry) },
  },
  languages: {
    endpoint: 'GET /api/v1/dictionary/languages',
    summary: 'List languages of the dictionary',
    description: 'Returns the languages that have entries, with the number of entries.',
    responses: { 200: plainListOf(DictionaryLanguage) },
  },
  export: {
    endpoint: 'GET /api/v1/dictionary/export',
    summary: 'Export the dictionary',
    description:
      'Returns entries as a file, ordered by word: W3C PLS 1.0, TBX or csv. A PLS file omits entries with a context, and every file omits recordings; `omitted_count` is their number.',
    query: DictionaryExportQuery,
    responses: { 200: objectOf(DictionaryExport) },
  },
  import: {
    endpoint: 'POST /api/v1/dictionary/import',
    ...writes,
    summary: 'Import entries',
    description:
      'Creates or replaces entries from a file: W3C PLS 1.0, TBX or csv. `problems` lists entries that cannot be imported, with their rows. All other entries are imported.',
    body: DictionaryImportInput,
    responses: { 200: objectOf(DictionaryImport) },
  },
  effects: {
    endpoint: 'POST /api/v1/dictionary/effects',
    // Its response contains lines of runs.
    scope: 'workflows:read',
    summary: 'Find the lines of an entry',
    description:
      'Returns the lines with a word in the latest runs of all workflows, their takes, and the cost of new takes. Nothing is stored or charged. After you change an entry, preview a run to get its exact cost.',
    body: DictionaryEffectsInput,
    responses: { 200: objectOf(DictionaryEffects) },
  },
  preview: {
    endpoint: 'POST /api/v1/dictionary/preview',
    ...writes,
    summary: 'Preview an entry in the voices of a workflow',
    description:
      'Speaks a word or a short text, with one entry applied, in each voice that a workflow uses in a locale. A preview costs no credits, but a provider bills the account of your key. The links are valid for 15 minutes, and the audio is deleted after a day.',
    body: DictionaryPreviewInput,
    responses: { 200: objectOf(DictionaryPreview) },
    errors: ['NOT_FOUND'],
  },
  suggestPronunciation: {
    endpoint: 'POST /api/v1/dictionary/suggest-pronunciation',
    summary: 'Suggest a pronunciation of a word',
    description:
      'Returns the pronunciation of a word by the embedded engine: as IPA, and as a respelling in English, French, German, Italian, Portuguese or Spanish. Nothing is spoken, stored or charged.',
    body: PronunciationInput,
    responses: { 200: objectOf(SuggestedPronunciation) },
  },
  suggestions: {
    endpoint: 'GET /api/v1/dictionary/suggestions',
    // Its response contains lines of runs.
    scope: 'workflows:read',
    summary: 'Suggest entries',
    description:
      'Returns words that transcripts of word accuracy checks got wrong in at least two takes, and that have no entry for the locale. Searches the latest 100 runs, newest first, and stops after 20,000 lines.',
    responses: { 200: objectOf(DictionarySuggestions) },
  },
  create: {
    endpoint: 'POST /api/v1/dictionary',
    ...writes,
    summary: 'Create a dictionary entry',
    description:
      'A word has one entry per language and context, at most 20 per language. Case does not matter. Runs apply the entry if they start to synthesize after you create it.',
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
