import { sql } from 'kysely';
import type { Db } from '../../../db/index.ts';
import type { ProviderFacts } from '../../../export/export-line.ts';
import { isGenerator, nodesOf } from '../nodes.ts';
import type { RunWithDefinition } from '../queries.ts';

interface FactRow {
  provider: string;
  locale_code: string;
  /** Null: the takes themselves. */
  answer: string | null;
  count: number;
}

/**
 * The takes and errors of each provider in a run, by locale. Takes include the errors before them; failed
 * lines include their own.
 */
export async function findProviderFacts(db: Db, run: RunWithDefinition): Promise<ProviderFacts[]> {
  const generators = nodesOf(run.definition)
    .filter(isGenerator)
    .map(({ id }) => id);
  const { rows } = await sql<FactRow>`
    with visit as (
      select line.locale_code, take.provider, take.settings -> 'troubles' as took, attempt.error -> 'troubles' as failed
      from attempt
      join run_line line on line.run_id = attempt.run_id and line.no = attempt.line_no
      left join audio take on take.workspace_id = ${run.workspace_id} and take.id = attempt.output_id and attempt.port <> 'error'
      where attempt.run_id = ${run.id} and attempt.node_id = any(${generators}::uuid[]) and not attempt.reused
    ), trouble as (
      select locale_code, entry from visit cross join lateral jsonb_array_elements(took) as entry
      union all
      select locale_code, entry from visit cross join lateral jsonb_array_elements(failed) as entry
    )
    select provider, locale_code, null as answer, count(*)::int as count from visit where provider is not null group by 1, 2
    union all
    select entry ->> 'provider', locale_code, answer.key, sum(answer.value::int)::int
    from trouble cross join lateral jsonb_each_text(entry -> 'answers') as answer group by 1, 2, 3
    order by 1, 2, 3`.execute(db);
  const facts = new Map<string, ProviderFacts>();
  for (const { provider, locale_code, answer, count } of rows) {
    const key = JSON.stringify([provider, locale_code]);
    const known = facts.get(key) ?? { provider, locale_code, takes: 0, answers: {} };
    facts.set(key, known);
    if (answer === null) known.takes = count;
    else known.answers[answer] = count;
  }
  return [...facts.values()];
}
