import type { createPool } from '../db/index.ts';
import { logDatabaseError } from '../db/outage-log.ts';
import type { Log } from '../telemetry/log.ts';

const INTERVAL_MS = 1_000;
/** Workers report every two seconds. */
const LOST_AFTER_S = 8;
/** After an outage of the database, workers get this time to report before their jobs count as lost. */
const REPORT_MS = 5_000;

/**
 * They have waited, so they go first. The library does this later, with a pause after it, and also moves jobs without
 * attempts left to the dead queue.
 */
const REQUEUE = `
  update pgboss.job set state = 'retry', heartbeat_on = null, start_after = pgboss.job_now(),
    priority = greatest(priority, 0)
  where name = any($1::text[]) and state = 'active' and retry_count < retry_limit
    and heartbeat_on < pgboss.job_now() - make_interval(secs => ${LOST_AFTER_S})`;

/** Requeues jobs whose worker no longer reports, at once and without a pause, until the timer is cleared. */
export function requeueLostJobs(
  { pool, log }: { pool: ReturnType<typeof createPool>; log: Log },
  names: readonly string[],
): NodeJS.Timeout {
  let isBusy = false;
  let reachableSince: number | undefined;
  let last = Number.NEGATIVE_INFINITY;
  const requeue = async () => {
    const began = performance.now();
    // A process that stood still does not know either whether others could report.
    if (began - last > REPORT_MS) reachableSince = undefined;
    const isSettled = reachableSince !== undefined && began - reachableSince > REPORT_MS;
    const { rowCount } = await (isSettled ? pool.query(REQUEUE, [names]) : pool.query('select where false'));
    if (rowCount) log.info({ jobs: rowCount }, 'jobs of a lost worker requeued');
    reachableSince ??= began;
    last = performance.now();
  };
  return setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    requeue()
      .catch((error: unknown) => {
        reachableSince = undefined;
        logDatabaseError(log, error, 'lost jobs not requeued');
      })
      .finally(() => {
        isBusy = false;
      });
  }, INTERVAL_MS);
}
