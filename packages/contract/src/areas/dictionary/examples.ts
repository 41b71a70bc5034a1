import { example, EXAMPLE_IDS as ids, TIMES } from '../../openapi/example.ts';
import { DictionaryEntry, DictionaryEntryInput, DictionaryLanguage } from './schemas.ts';

/** Examples of dictionary entries. */
export const dictionaryExamples = [
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
