import { type Kysely, sql } from 'kysely';

/**
 * The usage of takes by locale, summed per hour and per quarter of an hour, so that reports in any time zone
 * read few rows. Existing takes are counted. The characters of a run are those of its new takes, like its
 * credits and its audio.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table usage_rollup (
      workspace_id uuid not null references workspace (id),
      minutes smallint not null check (minutes in (15, 60)),
      starts_at timestamptz(3) not null,
      locale_code text not null,
      credits bigint not null,
      characters bigint not null,
      lines bigint not null,
      primary key (workspace_id, minutes, starts_at, locale_code)
    ) with (fillfactor = 80);

    create index run_by_workspace on run (workspace_id, created_at) include (status);

    -- Settlements in progress end before the takes are counted.
    lock table attempt in share row exclusive mode;

    insert into usage_rollup
    select take.workspace_id, grain.minutes,
           date_bin(make_interval(mins => grain.minutes), take.created_at, timestamptz '2000-01-01 00:00:00Z'),
           take.locale_code, sum(take.credits), sum(take.characters), count(*) filter (where take.nth = 1)
    from (
      select run.workspace_id, line.locale_code, attempt.created_at, attempt.credits, attempt.characters,
             row_number() over (
               partition by attempt.run_id, attempt.line_no
               order by attempt.created_at, attempt.iteration, attempt.node_id, attempt.input_id
             ) as nth
      from attempt
      join run on run.id = attempt.run_id
      join run_line line on line.run_id = attempt.run_id and line.no = attempt.line_no
      join run_step step on step.run_id = attempt.run_id and step.node_id = attempt.node_id
                        and step.iteration = attempt.iteration and step.node_type = 'operator_generator'
      where attempt.output_id is not null and not attempt.reused
    ) take
    cross join (values (15), (60)) as grain (minutes)
    group by 1, 2, 3, 4;

    update run set characters = run.characters - reused.characters
    from (
      select run_id, sum(characters)::int as characters from attempt where reused group by run_id
    ) reused
    where reused.run_id = run.id;

    update run_locale set characters = run_locale.characters - reused.characters
    from (
      select attempt.run_id, line.locale_code, sum(attempt.characters)::int as characters
      from attempt
      join run_line line on line.run_id = attempt.run_id and line.no = attempt.line_no
      where attempt.reused group by attempt.run_id, line.locale_code
    ) reused
    where reused.run_id = run_locale.run_id and reused.locale_code = run_locale.locale_code;
  `.execute(db);
}
