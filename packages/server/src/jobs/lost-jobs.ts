import type { createPool } from '../db/index.ts';
import { logDatabaseError } from '../db/outage-log.ts';
import type { Log } from '../telemetry/log.ts';

const INTERVAL_MS = 1_000;

/**
 * The library's own pass runs every few seconds, and lets each job pause as after an error. A job without attempts left
 * is not touched, because that pass moves it to the dead queue.
 */
const REQUEUE = `
  update pgboss.job set state = 'retry', heartbeat_on = null, start_after = pgboss.job_now()
  where name = any($1::text[]) and state = 'active' and retry_count < retry_limit
    and heartbeat_on + heartbeat_seconds * interval '1 second' < pgboss.job_now()`;

/** Requeues jobs whose worker no longer reports, within a second and without a pause, until the timer is cleared. */
export function requeueLostJobs(
  { pool, log }: { pool: ReturnType<typeof createPool>; log: Log },
  names: readonly string[],
): NodeJS.Timeout {
  let isBusy = false;
  const requeue = async () => {
    isBusy = true;
    try {
      const { rowCount } = await pool.query(REQUEUE, [names]);
      if (rowCount) log.info({ jobs: rowCount }, 'jobs of a lost worker requeued');
    } catch (error) {
      logDatabaseError(log, error, 'lost jobs not requeued');
    }
    isBusy = false;
  };
  return setInterval(() => {
    if (!isBusy) void requeue();
  }, INTERVAL_MS);
}
