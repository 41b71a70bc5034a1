import type { DictionaryListQuery } from '@voiceloom/contract';
import { type SqlBool, sql } from 'kysely';
import type { Db, Row } from '../../db/index.ts';

export type EntryRow = Row<'dictionary_entry'>;

type Filters = Pick<DictionaryListQuery, 'language' | 'method'> & { q?: string };

/** The entries of a list, unordered. */
export function selectListedEntries(
  db: Db,
  { workspaceId, filters }: { workspaceId: string; filters: Filters },
) {
  const { language, method, q } = filters;
  const hasLanguage = sql<SqlBool>`(language = any(${language}::text[]) or split_part(language, '-', 1) = any(${language}::text[]))`;
  const hasText = sql<SqlBool>`strpos(lower(concat_ws(' ', word, pronunciation, ipa)), lower(${q})) > 0`;
  return db
    .selectFrom('dictionary_entry')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .$if(language !== undefined, (query) => query.where(hasLanguage))
    .$if(method !== undefined, (query) => query.where(sql<SqlBool>`method = any(${method}::text[])`))
    .$if(q !== undefined, (query) => query.where(hasText));
}

export async function countLanguages(db: Db, workspaceId: string) {
  return db
    .selectFrom('dictionary_entry')
    .select((eb) => ['language', eb.fn.countAll<number>().as('entries_count')])
    .where('workspace_id', '=', workspaceId)
    .groupBy('language')
    .orderBy('language')
    .execute();
}

export type EntryChange = Pick<
  EntryRow,
  'word' | 'word_key' | 'language' | 'method' | 'pronunciation' | 'ipa' | 'upload_id' | 'description'
>;
