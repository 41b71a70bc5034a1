import type { createPool } from '../db/index.ts';
import { logDatabaseError } from '../db/outage-log.ts';
import type { Log } from '../telemetry/log.ts';

const INTERVAL_MS = 1_000;
const DEADLINE_MS = 5_000;
/** Workers send a heartbeat every two seconds. */
const LOST_AFTER_S = 8;
/** The time that workers get for a heartbeat after an outage of the database or a pause of the machine. */
const REPORT_S = 5;
/** A job with more retries may be the one that crashes its workers, so it gets longer pauses and a lower priority. */
const QUICK_RETRIES = 2;

/**
 * Requeues jobs whose last heartbeat is before `$2`, in seconds by the clock of the database; null: none. They have
 * waited, so they run before newer jobs. The library would requeue them later, and moves jobs without attempts left
 * to the dead queue.
 */
const REQUEUE = `
  with lost as (
    select name, id from pgboss.job
    where name = any($1::text[]) and state = 'active' and retry_count < retry_limit
      and heartbeat_on < to_timestamp($2::float8)
    for update skip locked
  ), requeued as (
    update pgboss.job set state = 'retry', heartbeat_on = null,
      start_after = pgboss.job_now() + case when retry_count < ${QUICK_RETRIES} then 0
        else least(retry_delay_max, 2 ^ least(retry_count, 16)) end * interval '1 second',
      priority = case when retry_count < ${QUICK_RETRIES} then greatest(priority, 0) else least(priority, -1) end
    from lost where job.name = lost.name and job.id = lost.id
    returning 1
  )
  select extract(epoch from pgboss.job_now())::float8 as now, (select count(*) from requeued)::int as jobs`;

/** Requeues jobs whose worker sends no heartbeats, until the returned timer is cleared. */
export function requeueLostJobs(
  { pool, log }: { pool: ReturnType<typeof createPool>; log: Log },
  names: readonly string[],
): NodeJS.Timeout {
  let isBusy = false;
  /** When the database began to respond without long gaps, and when it last responded, both by its clock. */
  let steady: { since: number; last: number } | undefined;
  const requeue = async () => {
    // Counts back from the previous response: while this statement waits for the database, workers must wait too.
    const isSettled = steady !== undefined && steady.last - steady.since >= REPORT_S;
    const before = steady !== undefined && isSettled ? steady.last - LOST_AFTER_S : null;
    const query = { text: REQUEUE, values: [names, before], query_timeout: DEADLINE_MS };
    const { rows } = await pool.query<{ now: number; jobs: number }>(query);
    const { now = 0, jobs = 0 } = rows[0] ?? {};
    if (jobs > 0) log.info({ jobs }, 'jobs of a lost worker requeued');
    const gap = steady === undefined ? Number.POSITIVE_INFINITY : now - steady.last;
    steady = { since: steady !== undefined && gap >= 0 && gap < REPORT_S ? steady.since : now, last: now };
  };
  return setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    requeue()
      .catch((error: unknown) => {
        steady = undefined;
        logDatabaseError(log, error, 'lost jobs not requeued');
      })
      .finally(() => {
        isBusy = false;
      });
  }, INTERVAL_MS);
}
