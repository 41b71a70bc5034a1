import { setTimeout as delay } from 'node:timers/promises';
import { Gauge } from '@prometheus-io/client';
import { sql } from 'kysely';
import type { App } from '../app.ts';
import type { Db } from '../db/index.ts';
import { LEDGER_NAMES } from '../features/credits/index.ts';
import { areWorkersThere, loadJobs, queueNames } from '../jobs/index.ts';

/** How long values are reused, and how long a scrape waits for new ones. */
const KEEP_MS = 5_000;
const DEADLINE_MS = 2_000;

const ACTIVE = ['pending', 'running', 'paused'];

/**
 * Adds gauges for the database. They are the same in every process. While the database is unavailable, they keep their
 * last values.
 */
export function addDatabaseGauges({ db, metrics }: Pick<App, 'db' | 'metrics'>): void {
  const registers = [metrics.registry];
  // Every gauge waits for the values of this scrape. Otherwise, the first scrape would have no values.
  const collect = async (): Promise<void> => void (await refresh());
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Gauge({ name: `voiceloom_${name}`, help, labelNames, registers, collect });
  const workers = gauge('workers_up', 'Whether a worker polled the queues within half a minute.', []);
  const jobs = gauge('jobs', 'Jobs by queue: due, scheduled, or active.', ['queue', 'state']);
  const oldest = gauge('job_oldest_age_seconds', 'How long the oldest job of a queue has been due.', [
    'queue',
  ]);
  const runs = gauge('runs', 'Runs that have not ended, by status.', ['status']);
  const reserved = gauge('credits_held', 'Credits that runs have reserved.', []);
  const backlog = gauge('backlog', 'Items that wait to be sent.', ['kind']);
  const age = gauge('backlog_oldest_age_seconds', 'Age of the oldest item that waits to be sent.', ['kind']);
  const differences = gauge('ledger_differences', 'Stored sums that differ from their ledger.', ['ledger']);
  const available = gauge(
    'platform_provider_available',
    'Whether the platform key of a provider can be used: 0 if it was rejected or its account is used up.',
    ['provider'],
  );
  const checked = gauge('ledger_last_check_timestamp_seconds', 'When a ledger was last checked; 0 = never.', [
    'ledger',
  ]);

  async function look(): Promise<void> {
    const [hasWorkers, queues, { rows: counts }, waiting, ledgers] = await Promise.all([
      areWorkersThere(db),
      readJobs(db),
      sql<{ status: string; runs: number; held: number }>`
        select status, count(*)::int as runs, sum(hold)::float as held
        from run where status in (${sql.join(ACTIVE)}) group by status`.execute(db),
      readBacklog(db),
      db.selectFrom('ledger_check').selectAll().execute(),
      showPlatformKeys(db, available),
    ]);
    workers.set(Number(hasWorkers));
    for (const { queue, due, scheduled, active, oldest_s } of queues) {
      jobs.set({ queue, state: 'due' }, due);
      jobs.set({ queue, state: 'scheduled' }, scheduled);
      jobs.set({ queue, state: 'active' }, active);
      oldest.set({ queue }, oldest_s);
    }
    for (const status of ACTIVE) runs.set({ status }, counts.find((row) => row.status === status)?.runs ?? 0);
    reserved.set(counts.reduce((sum, row) => sum + row.held, 0));
    for (const { kind, count, oldest_s } of waiting) {
      backlog.set({ kind }, count);
      age.set({ kind }, oldest_s);
    }
    for (const ledger of LEDGER_NAMES) {
      const check = ledgers.find(({ name }) => name === ledger);
      differences.set({ ledger }, check?.differences ?? 0);
      checked.set({ ledger }, (check?.checked_at.getTime() ?? 0) / 1_000);
    }
  }

  let last: { at: number; isCurrent: Promise<number> } | undefined;
  // Prevents scrapes of a slow database from using more and more connections.
  let isLooking = false;
  /** Returns 1 if the values are current, and 0 if the database did not respond in time. */
  function refresh(): Promise<number> {
    const at = performance.now();
    if (!isLooking && (last === undefined || at - last.at >= KEEP_MS)) {
      isLooking = true;
      const isCurrent = look()
        .then(
          () => 1,
          () => 0,
        )
        .finally(() => {
          isLooking = false;
        });
      last = { at, isCurrent };
    }
    return Promise.race([last?.isCurrent ?? 0, delay(DEADLINE_MS, 0, { ref: false })]);
  }
  new Gauge({
    name: 'voiceloom_database_up',
    help: 'Whether the database responds. If 0, its other values are outdated.',
    registers,
    async collect() {
      this.set(await refresh());
    },
  });
}

/** Sets the metric of each platform key: 1 if it can be used, else 0. */
async function showPlatformKeys(db: Db, available: Gauge<'provider'>): Promise<void> {
  const keys = await db
    .selectFrom('platform_provider_key')
    .select(['provider', sql<boolean>`status <> 'invalid' and unavailable_until is null`.as('is_available')])
    .execute();
  // Removed keys have no value.
  available.reset();
  for (const { provider, is_available } of keys) available.set({ provider }, Number(is_available));
}

interface QueueCounts {
  queue: string;
  due: number;
  scheduled: number;
  active: number;
  oldest_s: number;
}

/** Includes queues without jobs. Jobs that wait are in the states before `active`: `created` and `retry`. */
async function readJobs(db: Db): Promise<QueueCounts[]> {
  const names = queueNames(await loadJobs());
  const { rows } = await sql<QueueCounts>`
    select queue.name as queue,
      count(*) filter (where job.state < 'active' and job.start_after <= now())::int as due,
      count(*) filter (where job.state < 'active' and job.start_after > now())::int as scheduled,
      count(*) filter (where job.state = 'active')::int as active,
      coalesce(extract(epoch from now() - min(job.start_after) filter (where job.state < 'active')), 0)::float as oldest_s
    from unnest(${names}::text[]) as queue (name)
    left join pgboss.job on job.name = queue.name and job.state <= 'active'
    group by queue.name`.execute(db);
  return rows.map((row) => ({ ...row, oldest_s: Math.max(0, row.oldest_s) }));
}

/** For each kind of work, how many items wait and for how long the oldest has waited. */
async function readBacklog(db: Db): Promise<{ kind: string; count: number; oldest_s: number }[]> {
  const { rows } = await sql<{ kind: string; count: number; oldest_s: number }>`
    select kind, count(at)::int as count, greatest(0, coalesce(extract(epoch from now() - min(at)), 0))::float as oldest_s
    from (
      select 'mail' as kind, created_at as at from mail_outbox where sent_at is null and failed_at is null
      union all select 'webhook_event', created_at from webhook_event where fanned_out_at is null
      union all select 'webhook_delivery', created_at from webhook_delivery where status = 'pending'
      union all select 'run_delivery', created_at from run_delivery where status in ('pending', 'running')
      union all select 'run_notification', created_at from run_notification
      -- A row without a time for each kind, so that an empty backlog has a count of 0.
      union all select unnest(array['mail', 'webhook_event', 'webhook_delivery', 'run_delivery', 'run_notification']), null
    ) as waiting group by kind`.execute(db);
  return rows;
}
