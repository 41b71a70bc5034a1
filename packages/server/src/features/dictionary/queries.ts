import type { DictionaryListQuery } from '@voiceloom/contract';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Db, Row } from '../../db/index.ts';

export type EntryRow = Row<'dictionary_entry'>;

type Filters = Pick<DictionaryListQuery, 'language' | 'method'> & { q?: string };

/** The entries of a list, unordered. */
export function selectListedEntries(
  db: Db,
  { workspaceId, filters }: { workspaceId: string; filters: Filters },
) {
  return db
    .selectFrom('dictionary_entry')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where((eb) => eb.and(conditions(filters)));
}

function conditions({ language, method, q }: Filters): Expression<SqlBool>[] {
  const all: Expression<SqlBool>[] = [];
  if (language !== undefined)
    all.push(
      sql<SqlBool>`(language = any(${language}::text[]) or split_part(language, '-', 1) = any(${language}::text[]))`,
    );
  if (method !== undefined) all.push(sql<SqlBool>`method = any(${method}::text[])`);
  if (q !== undefined)
    all.push(sql<SqlBool>`strpos(lower(concat_ws(' ', word, pronunciation, ipa)), lower(${q})) > 0`);
  return all;
}

export async function countLanguages(
  db: Db,
  workspaceId: string,
): Promise<{ language: string; entries_count: number }[]> {
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
