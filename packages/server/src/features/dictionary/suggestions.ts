import type { DictionarySuggestions } from '@voiceloom/contract';
import { languagesFor, misheardWords } from '@voiceloom/text';
import { sql } from 'kysely';
import type { App } from '../../app.ts';
import type { Db } from '../../db/index.ts';

const MAX_RUNS = 100;
const MAX_LINES = 20_000;
const MAX_PARTS = 20_000;
const MAX_SHOWN = 50;

/**
 * Words without an entry that word checks misheard in several takes of the latest runs. A count of other evidence, such
 * as rejections by listeners, would be a further field beside `misrecognized_takes_count`.
 */
export async function suggestEntries(
  { db }: Pick<App, 'db'>,
  workspaceId: string,
): Promise<DictionarySuggestions> {
  const { rows, readsAll } = await searchMisheard(db, workspaceId);
  const parts = rows
    .slice(0, MAX_PARTS)
    .map(({ locale_code, said: script, transcript, take_id, ...line }) => {
      return { locale_code, text: line.script, script, transcript, take_id, line };
    });
  const words = misheardWords(parts, ({ workflow_id, line_id }) => `${workflow_id}/${line_id}`);
  const entries = await db
    .selectFrom('dictionary_entry')
    .select(['word_key', 'language'])
    .where('workspace_id', '=', workspaceId)
    .where('word_key', '=', sql<string>`any(${words.map(({ key }) => key)}::text[])`)
    .execute();
  const existingKeys = new Set(entries.map(({ word_key, language }) => `${language}/${word_key}`));
  const unlistedWords = words.filter(
    ({ key, locale_code }) =>
      !languagesFor(locale_code).some((language) => existingKeys.has(`${language}/${key}`)),
  );
  return {
    suggestions: unlistedWords.slice(0, MAX_SHOWN).map(({ key: _, takes_count, ...word }) => {
      return { ...word, misrecognized_takes_count: takes_count };
    }),
    is_complete: unlistedWords.length <= MAX_SHOWN && rows.length <= MAX_PARTS && readsAll,
  };
}

/**
 * What checks transcribed instead of the words of the script in the latest runs, newest first. `readsAll`: whether the
 * search read all lines.
 */
async function searchMisheard(db: Db, workspaceId: string) {
  const recent = sql`
    select run.id, run.workflow_id, run.created_at, run.next_line_no,
      sum(run.lines_total) over (order by run.created_at desc, run.id) - run.lines_total as lines_before
    from run join workflow on workflow.id = run.workflow_id
    where run.workspace_id = ${workspaceId} and workflow.workspace_id = ${workspaceId} and workflow.deleted_at is null
    order by run.created_at desc, run.id
    limit ${MAX_RUNS}`;
  const { rows } = await sql<{
    workflow_id: string;
    run_id: string;
    line_id: string;
    script: string;
    locale_code: string;
    take_id: string;
    said: string;
    transcript: string;
  }>`
    with recent as (${recent})
    select recent.workflow_id, recent.id as run_id, line.line_id, line.script, line.locale_code,
      attempt.input_id as take_id, part ->> 'script' as said, part ->> 'transcript' as transcript
    from recent
    -- "offset 0": reads the attempts of one run after the other. Otherwise, PostgreSQL may read the whole table once.
    cross join lateral (
      select * from attempt where run_id = recent.id and line_no < ${MAX_LINES} and verdict ->> 'kind' = 'error_rate'
      offset 0
    ) attempt
    join run_line line on line.run_id = attempt.run_id and line.no = attempt.line_no
    cross join lateral jsonb_array_elements(attempt.verdict #> '{evidence,diff}') part
    where recent.lines_before < ${MAX_LINES} and part ->> 'op' = 'substitute'
    order by recent.created_at desc, recent.id, line.line_index, line.no, attempt.iteration, attempt.input_id, said, transcript
    limit ${MAX_PARTS + 1}`.execute(db);
  const skippedRuns = await sql`
    with recent as (${recent})
    select 1 from recent where lines_before < ${MAX_LINES} and next_line_no > ${MAX_LINES} limit 1`.execute(
    db,
  );
  return { rows, readsAll: skippedRuns.rows.length === 0 };
}
