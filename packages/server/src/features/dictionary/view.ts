import { type DictionaryEntry, type DictionaryLanguage, localeName } from '@voiceloom/contract';
import { versionOfView } from '../../handler/entity-tag.ts';
import type { EntryRow } from './queries.ts';

export function entryView(row: EntryRow): DictionaryEntry {
  return {
    id: row.id,
    word: row.word,
    method: row.method as DictionaryEntry['method'],
    pronunciation: row.pronunciation,
    ipa: row.ipa,
    upload_id: row.upload_id,
    language: row.language,
    description: row.description,
    uses_count: row.uses_count,
    created_by: row.created_by,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** An entry with the version for If-Match; use of the entry does not change the version. */
export function entryReply(row: EntryRow): { data: DictionaryEntry; version: string } {
  return { data: entryView(row), version: versionOfEntry(row) };
}

export function versionOfEntry(row: EntryRow): string {
  return versionOfView(entryView(row), ['uses_count']);
}

export function languageView({
  language,
  entries_count,
}: {
  language: string;
  entries_count: number;
}): DictionaryLanguage {
  return { language, display_name: localeName(language) ?? language, entries_count };
}
