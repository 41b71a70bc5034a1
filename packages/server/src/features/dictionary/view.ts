import { DictionaryEntry, type DictionaryLanguage, localeName } from '@voiceloom/contract';
import { ALL_LOCALES } from '@voiceloom/text';
import { versioned } from '../../handler/entity-tag.ts';
import { toView } from '../../handler/view.ts';
import type { EntryRow } from './queries.ts';

export function entryView(row: EntryRow): DictionaryEntry {
  return toView(DictionaryEntry, row);
}

/** An entry with the version for If-Match. Using the entry does not change the version. */
export function entryReply(row: EntryRow) {
  return versioned(entryView(row), ['uses_count']);
}

export function languageView(row: { language: string; entries_count: number }): DictionaryLanguage {
  const { language, entries_count } = row;
  const isAll = language === ALL_LOCALES;
  const display_name = isAll ? 'All languages' : (localeName(language) ?? language);
  return { language, code: language, display_name, entries_count, count: entries_count };
}
