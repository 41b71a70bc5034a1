import { DictionaryEntry, type DictionaryLanguage, localeName } from '@voiceloom/contract';
import { ALL_LOCALES } from '@voiceloom/text';
import { versioned } from '../../handler/entity-tag.ts';
import { viewOf } from '../../handler/view.ts';
import type { EntryRow } from './queries.ts';

export function entryView(row: EntryRow): DictionaryEntry {
  return viewOf(DictionaryEntry, row);
}

/** An entry with the version for If-Match. Using the entry does not change the version. */
export function entryReply(row: EntryRow) {
  return versioned(entryView(row), ['uses_count']);
}

export function languageView(row: Omit<DictionaryLanguage, 'display_name'>): DictionaryLanguage {
  const isAll = row.language === ALL_LOCALES;
  return { ...row, display_name: isAll ? 'All languages' : (localeName(row.language) ?? row.language) };
}
