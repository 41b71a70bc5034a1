import { type Kysely, sql } from 'kysely';

/**
 * Lets PostgreSQL expect about 1,000 attempts and 250 lines of a run that is not in its statistics yet, instead of one
 * row, as soon as the statistics know more than one run. For one row, any index that begins with `run_id` seems good enough, and each chunk of the run would read all of
 * the run.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table attempt alter column run_id set (n_distinct = -0.001), alter column run_id set statistics 1;
    alter table run_line alter column run_id set (n_distinct = -0.004), alter column run_id set statistics 1;
    analyze attempt (run_id);
    analyze run_line (run_id);
  `.execute(db);
}
