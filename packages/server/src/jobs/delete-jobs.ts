import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../db/index.ts';

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

/**
 * Deletes the jobs whose ID, key or data contain a matching ID, including jobs that ended recently. `isNamed` is the
 * condition for a match: on the contained ID `named.id`, and on the job, as `named.name` and `named.job_id`. `left`
 * counts the matching jobs that a worker is working on, or took while this statement ran.
 */
export async function deleteJobs(
  db: Db,
  isNamed: RawBuilder<SqlBool>,
): Promise<{ deleted: number; left: number }> {
  const { rows } = await sql<{ deleted: number; total: number }>`
    with named as materialized (
      select distinct job.name, job.id as job_id, job.state, match[1]::uuid as id
      from pgboss.job, regexp_matches(concat_ws(' ', job.id, job.singleton_key, job.data), ${UUID}, 'g') match
    ), own as (select distinct name, job_id, state from named where ${isNamed}), gone as (
      delete from pgboss.job using own
      where job.name = own.name and job.id = own.job_id and own.state <> 'active' and job.state = own.state
      returning job.id
    ) select (select count(*) from own)::int as total, (select count(*) from gone)::int as deleted`.execute(
    db,
  );
  const { total = 0, deleted: deletedCount = 0 } = rows[0] ?? {};
  return { deleted: deletedCount, left: total - deletedCount };
}

/** Deletes the stored errors and results of jobs that match a PostgreSQL pattern. They can repeat an address. */
export async function clearJobResults(db: Db, pattern: string): Promise<void> {
  if (pattern === '') return;
  await sql`
    update pgboss.job set output = null, source_output = null
    where output::text ~* ${pattern} or source_output::text ~* ${pattern}`.execute(db);
}
