import { DictionaryEntry, type DictionaryLanguage, localeName } from '@voiceloom/contract';
import { versioned } from '../../handler/entity-tag.ts';
import { viewOf } from '../../handler/view.ts';
import type { EntryRow } from './queries.ts';

export function entryView(row: EntryRow): DictionaryEntry {
  return viewOf(DictionaryEntry, row);
}

/** An entry with the version for If-Match; use of the entry does not change the version. */
export function entryReply(row: EntryRow) {
  return versioned(entryView(row), ['uses_count']);
}

export function languageView(row: Omit<DictionaryLanguage, 'display_name'>): DictionaryLanguage {
  return { ...row, display_name: localeName(row.language) ?? row.language };
}
