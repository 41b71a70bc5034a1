import type { DictionaryListQuery } from '@voiceloom/contract';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Db, NewRow, Row } from '../../db/index.ts';

export type EntryRow = Row<'dictionary_entry'>;

function selectEntries(db: Db, workspaceId: string) {
  return db.selectFrom('dictionary_entry').selectAll().where('workspace_id', '=', workspaceId);
}

type Filters = Pick<DictionaryListQuery, 'language' | 'method'> & { q?: string };

/** The entries of a list, unordered. */
export function selectListedEntries(
  db: Db,
  { workspaceId, filters }: { workspaceId: string; filters: Filters },
) {
  return selectEntries(db, workspaceId).where((eb) => eb.and(conditions(filters)));
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

export async function insertEntry(db: Db, row: NewRow<'dictionary_entry'>): Promise<EntryRow> {
  return db.insertInto('dictionary_entry').values(row).returningAll().executeTakeFirstOrThrow();
}

export type EntryChange = Pick<
  EntryRow,
  'word' | 'word_key' | 'language' | 'method' | 'pronunciation' | 'ipa' | 'upload_id' | 'description'
>;

export interface EntryPlace {
  workspaceId: string;
  id: string;
}

export async function updateEntry(
  db: Db,
  { workspaceId, id }: EntryPlace,
  change: EntryChange & { updated_at: Date },
): Promise<EntryRow> {
  return db
    .updateTable('dictionary_entry')
    .set(change)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteEntry(db: Db, { workspaceId, id }: EntryPlace): Promise<void> {
  await db
    .deleteFrom('dictionary_entry')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

export async function findEntry(db: Db, { workspaceId, id }: EntryPlace): Promise<EntryRow | undefined> {
  return selectEntries(db, workspaceId).where('id', '=', id).executeTakeFirst();
}

/** Holds the row, so that of two changes of one version one gets through. */
export async function lockEntry(tx: Db, { workspaceId, id }: EntryPlace): Promise<EntryRow | undefined> {
  return selectEntries(tx, workspaceId).where('id', '=', id).forUpdate().executeTakeFirst();
}
