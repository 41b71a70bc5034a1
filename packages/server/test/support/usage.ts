import { sql } from 'kysely';
import type { App } from '../../src/app.ts';

/** Every take of a run's workspace, read only from the attempts. */
const madeTakes = (runId: string) => sql`
  select run.workspace_id, attempt.run_id, attempt.line_no, line.locale_code, attempt.created_at,
         attempt.credits, attempt.characters
  from run
  join attempt on attempt.run_id = run.id
  join run_line line on line.run_id = run.id and line.no = attempt.line_no
  join run_step step on step.run_id = run.id and step.node_id = attempt.node_id and step.iteration = attempt.iteration
  where step.node_type = 'operator_generator' and attempt.output_id is not null and not attempt.reused
    and run.workspace_id = (select workspace_id from run where id = ${runId})`;

/** The sums of usage must always agree with the takes, each in its period, and with the ledger. */
export async function auditUsage({ db }: Pick<App, 'db'>, runId: string): Promise<string[]> {
  const rollup = sql`select * from usage_rollup where workspace_id = (select workspace_id from run where id = ${runId})`;
  const checks: Record<string, ReturnType<typeof sql<{ fault: boolean }>>> = {
    'usage differs from the takes': sql`
      with made as (
        select minutes::int as minutes, date_bin(make_interval(mins => minutes), created_at, timestamptz '2000-01-01 00:00Z') as starts_at,
               locale_code, sum(credits)::bigint as credits, sum(characters)::bigint as characters
        from (${madeTakes(runId)}) take cross join (values (15), (60)) as grain (minutes) group by 1, 2, 3),
      kept as (select minutes::int, starts_at, locale_code, credits, characters from (${rollup}) usage)
      select true as fault from ((table made except all table kept) union all (table kept except all table made)) differences limit 1`,
    'usage differs from the lines': sql`
      with made as (
        select minutes::int as minutes, locale_code, count(distinct (run_id, line_no)) as lines
        from (${madeTakes(runId)}) take cross join (values (15), (60)) as grain (minutes) group by 1, 2),
      kept as (select minutes::int, locale_code, sum(lines)::bigint from (${rollup}) usage group by 1, 2)
      select true as fault from ((table made except all table kept) union all (table kept except all table made)) differences limit 1`,
    'usage differs from the ledger': sql`
      select true as fault from run where id = ${runId} and
        (select coalesce(-sum(amount), 0) from credit_entry where kind = 'settle'
          and credit_entry.run_id in (select id from run other where other.workspace_id = run.workspace_id)) <>
        (select coalesce(sum(credits), 0) from (${rollup}) usage where minutes = 60)`,
    'a run differs from its takes': sql`
      select true as fault from run where id = ${runId} and (run.characters, run.credits) <>
        (select coalesce(sum(characters), 0), coalesce(sum(credits), 0) from (${madeTakes(runId)}) take where run_id = run.id)`,
    'a locale differs from its takes': sql`
      select true as fault from run_locale own where run_id = ${runId} and (own.characters, own.credits) <>
        (select coalesce(sum(characters), 0), coalesce(sum(credits), 0) from (${madeTakes(runId)}) take
          where take.run_id = own.run_id and take.locale_code = own.locale_code)`,
  };
  const faults: string[] = [];
  for (const [fault, query] of Object.entries(checks)) {
    if ((await query.execute(db)).rows.length > 0) faults.push(fault);
  }
  return faults;
}
