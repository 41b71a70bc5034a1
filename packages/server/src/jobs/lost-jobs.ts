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

/** A time that lies further ahead than this cannot come from the clock of the database as it is now. */
const AHEAD = `interval '5 seconds'`;

/**
 * Corrects times that lie in the future, after the clock of the database went back, for example because of a failover.
 * Otherwise, jobs would wait, and lost workers and due housekeeping would go unnoticed, until the clock reaches these
 * times again. Idempotent, because every worker may run it.
 */
const CORRECT_TIMES = [
  `update pgboss.job set created_on = pgboss.job_now(),
      start_after = pgboss.job_now() + greatest(start_after - created_on, interval '0')
    where name = any($1::text[]) and state < 'active' and created_on > pgboss.job_now() + ${AHEAD}`,
  `update pgboss.job set start_after = pgboss.job_now()
    where name = any($1::text[]) and state = 'retry'
      and start_after > pgboss.job_now() + coalesce(retry_delay_max, 0) * interval '1 second' + ${AHEAD}`,
  `update pgboss.job set heartbeat_on = pgboss.job_now(), started_on = least(started_on, pgboss.job_now())
    where name = any($1::text[]) and state = 'active' and heartbeat_on > pgboss.job_now() + ${AHEAD}`,
  `update pgboss.queue set monitor_claim_on = least(monitor_claim_on, pgboss.job_now()),
      monitor_on = least(monitor_on, pgboss.job_now()), maintain_on = least(maintain_on, pgboss.job_now())
    where name = any($1::text[])
      and greatest(monitor_claim_on, monitor_on, maintain_on) > pgboss.job_now() + ${AHEAD}`,
  `update pgboss.version set cron_on = least(cron_on, pgboss.job_now()), bam_on = least(bam_on, pgboss.job_now())
    where cardinality($1::text[]) > 0 and greatest(cron_on, bam_on) > pgboss.job_now() + ${AHEAD}`,
];

/** Requeues jobs whose worker sends no heartbeats, until the returned timer is cleared. */
export function requeueLostJobs(
  { pool, log }: { pool: ReturnType<typeof createPool>; log: Log },
  names: readonly string[],
): NodeJS.Timeout {
  let isBusy = false;
  /** When the database began to respond without long gaps, and when it last responded, both by its clock. */
  let steady: { since: number; last: number } | undefined;
  const query = (text: string, values: unknown[]) => {
    const request = { text, values, query_timeout: DEADLINE_MS };
    return pool.query<{ now: number; jobs: number }>(request);
  };
  const requeue = async () => {
    // Counts back from the previous response: while this statement waits for the database, workers must wait too.
    let previousCheckAt: number | null = null;
    if (steady && steady.last - steady.since >= REPORT_S) previousCheckAt = steady.last - LOST_AFTER_S;
    const { rows } = await query(REQUEUE, [names, previousCheckAt]);
    const { now = 0, jobs = 0 } = rows[0] ?? {};
    if (jobs > 0) log.info({ jobs }, 'jobs of a lost worker requeued');
    const gap = now - (steady?.last ?? Number.NEGATIVE_INFINITY);
    // Also at the start and after an outage, when the clock may have gone back unseen.
    if (steady === undefined || gap < 0) for (const text of CORRECT_TIMES) await query(text, [names]);
    if (steady && gap >= 0 && gap < REPORT_S) steady.last = now;
    else steady = { since: now, last: now };
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
