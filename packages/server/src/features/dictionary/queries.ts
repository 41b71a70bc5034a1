import type { DictionaryListQuery } from '@voiceloom/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, NewRow, Row } from '../../db/index.ts';

export type EntryRow = Row<'dictionary_entry'>;

/** The entries of a list, unordered. */
export function selectListedEntries(
  db: Db,
  {
    workspaceId,
    filters,
  }: {
    workspaceId: string;
    filters: Pick<DictionaryListQuery, 'language' | 'method' | 'search'> & { q?: string | undefined };
  },
) {
  const { language, method, q, search = q } = filters;
  const hasLanguage = sql<SqlBool>`(language = any(${language}::text[]) or split_part(language, '-', 1) = any(${language}::text[]))`;
  const hasText = sql<SqlBool>`strpos(lower(concat_ws(' ', word, pronunciation, ipa)), lower(${search})) > 0`;
  return db
    .selectFrom('dictionary_entry')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .$if(language !== undefined, (query) => query.where(hasLanguage))
    .$if(method !== undefined, (query) => query.where(sql<SqlBool>`method = any(${method}::text[])`))
    .$if(search !== undefined, (query) => query.where(hasText));
}

/** The number of entries in each language. */
export async function countLanguages(db: Db, workspaceId: string) {
  return db
    .selectFrom('dictionary_entry')
    .select((eb) => ['language', eb.fn.countAll<number>().as('entries_count')])
    .where('workspace_id', '=', workspaceId)
    .groupBy('language')
    .orderBy('language')
    .execute();
}

export type NewEntry = Omit<
  NewRow<'dictionary_entry'>,
  'id' | 'workspace_id' | 'created_by' | 'created_at' | 'updated_at'
>;

/** The number of entries in one insert; PostgreSQL allows 65,535 parameters. */
const BATCH = 1_000;

/** Writes entries in a fixed order, so that two imports cannot deadlock. Returns how many were added or replaced. */
export async function upsertEntries(
  tx: Db,
  rows: readonly NewRow<'dictionary_entry'>[],
  onConflict: 'replace' | 'keep',
): Promise<{ created_count: number; replaced_count: number }> {
  const keyedRows = rows.map((row) => ({ key: `${row.word_key}\n${row.language}\n${row.context}`, row }));
  const sortedRows = keyedRows.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ row }) => row);
  const counts = { created_count: 0, replaced_count: 0 };
  for (let start = 0; start < sortedRows.length; start += BATCH) {
    const upsertedRows = await tx
      .insertInto('dictionary_entry')
      .values(sortedRows.slice(start, start + BATCH))
      .onConflict((conflict) => {
        const sameWordConflict = conflict.constraint('dictionary_entry_word');
        return onConflict === 'keep'
          ? sameWordConflict.doNothing()
          : sameWordConflict.doUpdateSet(replacing).where(isChanged);
      })
      // PostgreSQL sets `xmax` of a row that it updates instead of inserting it.
      .returning(sql<boolean>`xmax = 0`.as('created'))
      .execute();
    const createdCount = upsertedRows.filter((row) => row.created).length;
    counts.created_count += createdCount;
    counts.replaced_count += upsertedRows.length - createdCount;
  }
  return counts;
}

const CONTENT = ['word', 'method', 'pronunciation', 'ipa', 'upload_id', 'description'] as const;
/** The content columns of a table or an alias, separated by commas. */
const listColumns = (table: string) => sql.join(CONTENT.map((column) => sql.ref(`${table}.${column}`)));
const replacing = Object.fromEntries(
  [...CONTENT, 'updated_at'].map((column) => [column, sql.ref(`excluded.${column}`)]),
);
const isChanged = sql<SqlBool>`(${listColumns('dictionary_entry')}) is distinct from (${listColumns('excluded')})`;

/** The SQL equivalent of `wordKey`. It only preselects rows; `wordReplacer` decides. */
const folded = (text: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`translate(lower(regexp_replace(normalize(${text}, NFC), '[[:space:]\u00a0\u202f\u3000]+', ' ', 'g')), '‘’ʼ', ${"'''"})`;
/** The maximum numbers of workflows and lines that one search reads. */
const MAX_WORKFLOWS = 500;
const MAX_SEARCHED_LINES = 200_000;
const MAX_FOUND_ENTRIES = 1_000;
export const MAX_FOUND_LINES = 10_000;

/** Lines of the latest runs whose script contains a text, with their takes, newest workflows first. */
export async function searchLatestLines(
  db: Db,
  { workspaceId, text, language }: { workspaceId: string; text: string; language: string },
) {
  const { rows } = await sql<{
    workflow_id: string;
    run_id: string;
    line_id: string;
    locale_code: string;
    script: string;
    characters: number;
    take_id: string | null;
    provider: string | null;
    model: string | null;
  }>`
    -- 'lines_before': the lines of the runs that are read before this one.
    with latest as (
      select workflow.id as workflow_id, workflow.last_run_id as run_id, workflow.updated_at,
        sum(run.lines_total) over (order by workflow.updated_at desc, workflow.id) - run.lines_total as lines_before
      from workflow join run on run.id = workflow.last_run_id
      where workflow.workspace_id = ${workspaceId} and workflow.deleted_at is null
      order by workflow.updated_at desc, workflow.id
      limit ${MAX_WORKFLOWS}
    )
    select latest.workflow_id, latest.run_id, line.line_id, line.locale_code, line.script,
      coalesce(take.characters, line.characters) as characters,
      take.id as take_id, take.provider, take.model
    from latest join run_line line on line.run_id = latest.run_id
    left join audio on audio.workspace_id = ${workspaceId} and audio.id = line.audio_id
    left join audio take on take.workspace_id = ${workspaceId} and take.id = audio.take_id
    where latest.lines_before < ${MAX_SEARCHED_LINES}
      and (${language} = '*' or line.locale_code = ${language} or split_part(line.locale_code, '-', 1) = ${language})
      and strpos(${folded(sql`line.script`)}, ${text}) > 0
    order by latest.updated_at desc, latest.workflow_id, line.line_index, line.no
    limit ${MAX_FOUND_LINES + 1}`.execute(db);
  return rows;
}

/** Whether a search reads all lines of all latest runs. */
export async function searchesAll(db: Db, workspaceId: string): Promise<boolean> {
  const { rows } = await sql<{ workflows: number; lines: number }>`
    select count(*)::int as workflows, coalesce(sum(run.lines_total), 0)::float8 as lines
    from workflow join run on run.id = workflow.last_run_id
    where workflow.workspace_id = ${workspaceId} and workflow.deleted_at is null`.execute(db);
  const [{ workflows, lines } = { workflows: 0, lines: 0 }] = rows;
  return workflows <= MAX_WORKFLOWS && lines <= MAX_SEARCHED_LINES;
}

/** The contexts in which the entries of these words apply. */
export async function placesOfWords(
  db: Db,
  workspaceId: string,
  words: readonly { word_key: string; language: string }[],
) {
  const keys = [words.map(({ word_key }) => word_key), words.map(({ language }) => language)];
  const { rows } = await sql<{ word_key: string; language: string; context_key: string }>`
    select entry.word_key, entry.language, entry.context_key
    from (select distinct * from unnest(${keys[0]}::text[], ${keys[1]}::text[])) as wanted (word_key, language)
    join dictionary_entry entry on entry.workspace_id = ${workspaceId}
      and entry.word_key = wanted.word_key and entry.language = wanted.language`.execute(db);
  return rows;
}

/** The entries of a word with their languages and contexts. */
export async function entriesOfWord(db: Db, workspaceId: string, wordKey: string) {
  return db
    .selectFrom('dictionary_entry')
    .select(['word_key as key', 'language', 'context', 'method', 'pronunciation'])
    .where('workspace_id', '=', workspaceId)
    .where('word_key', '=', wordKey)
    .limit(MAX_FOUND_ENTRIES)
    .execute();
}
