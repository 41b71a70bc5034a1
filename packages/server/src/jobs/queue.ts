import { isDeepStrictEqual } from 'node:util';
import { ProxyTracerProvider } from '@opentelemetry/api';
import { sql } from 'kysely';
import {
  fromKysely,
  type JobWithMetadata,
  PgBoss,
  type Db as PgBossDb,
  type Queue as PgBossQueue,
} from 'pg-boss';
import type { App, Job, JobQueue, JobRef, OpenJob } from '../app.ts';
import { createPool, type DatabaseOptions, type Db } from '../db/index.ts';
import type { Listener } from '../db/listen.ts';
import { logDatabaseError } from '../db/outage-log.ts';
import type { Log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { deadQueue, HOUSEKEEPING, withHousekeeping } from './job.ts';
import { requeueLostJobs } from './lost-jobs.ts';

export interface JobQueueOptions extends Pick<DatabaseOptions, 'connectionString' | 'prepares'> {
  /** Wakes workers as soon as jobs are added. Without it, they find jobs only by polling, every `poll_s`. */
  listener?: Listener;
  /** Only workers supervise: they notice dead workers and requeue their jobs. */
  role: 'api' | 'worker' | 'all';
  log: Log;
  metrics?: Metrics;
  /** What this process does not have, but others do: it takes no jobs that need it. */
  missing?: () => readonly string[];
  /** Whether a job continues the trace in which it was added. */
  hasTraces?: boolean;
  /** How far the application's clock is ahead of the database's. Jobs are due by the clock of the database. */
  aheadMs?: () => number;
}

/** See `JobQueue`. With the role `api`, the process only adds jobs. */
export function createJobQueue(options: JobQueueOptions): JobQueue {
  const { role, log, missing = () => [] } = options;
  const onError = (error: Error): void =>
    logDatabaseError(log, error, 'database connection of the jobs lost');
  // No statement timeout, because the library also builds its indexes through these connections.
  const pool = createPool({ ...options, max: role === 'api' ? 3 : 8, timeout_ms: 0, onError });
  options.metrics?.watchPool('jobs', pool);
  const boss = createBoss(pool, options);
  const activeJobs: ActiveJobs = { ids: new Map(), requeued: new Set(), isStopping: false };
  let lostJobs: NodeJS.Timeout | undefined;
  let stopping: Promise<void> | undefined;
  const stop = async (graceMs: number): Promise<void> => {
    activeJobs.isStopping = true;
    clearInterval(lostJobs);
    await allowOneMoreTry(boss, activeJobs.ids).catch((error) =>
      log.warn({ err: error }, 'the stop counts as an attempt'),
    );
    await boss.stop({ graceful: true, timeout: graceMs, close: true });
    if (!pool.ended) await pool.end();
    const { size } = activeJobs.requeued;
    if (size > 0) log.info({ jobs: size }, 'jobs requeued for other workers');
  };
  return {
    start: (jobs) => createQueues(boss, jobs),
    async add(tx, job, newJobs) {
      if (newJobs.length === 0) return;
      const aheadMs = options.aheadMs?.() ?? 0;
      const rows = newJobs.map(({ id, data, key, needs, priority = 0, start_at }) => ({
        id,
        data,
        priority,
        singletonKey: key,
        group: needs === undefined ? undefined : { id: needs, tier: needs },
        startAfter: start_at && new Date(start_at.getTime() - aheadMs),
      }));
      await boss.insert(job.name, rows, { db: fromKysely(tx) });
    },
    async cancel(tx, job, ids) {
      if (ids.length > 0) await boss.cancel(job.name, [...ids], { db: fromKysely(tx) });
    },
    async withdraw(tx, job, ids) {
      const openJobs = await findOpen(tx, job, ids, sql`for update`);
      const waitingIds = openJobs.filter(({ is_active }) => !is_active).map(({ id }) => id);
      if (waitingIds.length > 0) await boss.cancel(job.name, waitingIds, { db: fromKysely(tx) });
      return new Set(openJobs.filter(({ is_active }) => is_active).map(({ id }) => id));
    },
    look: (db, job, ids) => findOpen(db, job, ids),
    async live(db, job, ids) {
      return new Set((await findOpen(db, job, ids)).map(({ id }) => id));
    },
    async work(app, jobs) {
      const allJobs = withHousekeeping(jobs);
      for (const job of allJobs) await workOn(boss, app, { job, activeJobs, missing });
      lostJobs = requeueLostJobs(
        { pool, log },
        allJobs.map(({ name }) => name),
      );
      for (const { kind, name } of jobs) {
        if (kind === 'housekeeping')
          await boss.schedule(HOUSEKEEPING, '*/10 * * * *', { name }, { key: name });
      }
    },
    stop(graceMs = 10_000) {
      stopping ??= stop(graceMs);
      return stopping;
    },
  };
}

/** pg-boss on our pool, log and listener. */
function createBoss(pool: ReturnType<typeof createPool>, options: JobQueueOptions): PgBoss {
  const { listener, role, log, hasTraces = false } = options;
  const db: PgBossDb = { executeSql: (text, values) => pool.query(text, values) };
  if (listener)
    // Polling finds the jobs whose notifications are lost during a reconnection.
    db.listen = async (channel, onNotification) => {
      const unsubscribe = listener.on(channel, onNotification);
      return { close: async () => unsubscribe() };
    };
  const boss = new PgBoss({
    db,
    schedule: role !== 'api',
    supervise: role !== 'api',
    // A supervision pass is slow, because it reads all jobs. `requeueLostJobs` finds lost jobs sooner.
    superviseIntervalSeconds: 3,
    monitorIntervalSeconds: 3,
    maintenanceIntervalSeconds: 300,
    clockMonitorIntervalSeconds: 600,
    useListenNotify: role !== 'api' && listener !== undefined,
    registerInstance: false,
    // Stores the trace context with each job. The empty provider prevents spans of the library itself.
    openTelemetry: {
      enabled: hasTraces,
      propagateContext: true,
      tracerProvider: new ProxyTracerProvider(),
    },
  });
  boss.on('error', (error) => logDatabaseError(log, error, 'job queue error'));
  boss.on('warning', (warning) => log.debug({ warning }, 'job queue warning'));
  return boss;
}

const DEAD_QUEUE = { retryLimit: 20, retryDelay: 2, deleteAfterSeconds: 3_600, notify: true };

/** Creates missing queues, and updates queues that still have the settings of an earlier release. */
async function createQueues(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  await boss.start();
  const queues = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const job of withHousekeeping(jobs)) {
    const { retry, keys } = job;
    const settings: Omit<PgBossQueue, 'name' | 'policy' | 'partition'> = {
      retryLimit: 0,
      deleteAfterSeconds: 600,
      // `requeueLostJobs` requeues sooner. Jobs without retries get longer: if one is lost, the next one runs beside it.
      heartbeatSeconds: retry ? 30 : 60,
      expireInSeconds: job.expires_s ?? 900,
      notify: true,
    };
    if (retry) {
      settings.retryLimit = retry.limit;
      settings.retryDelay = retry.pause_s ?? 1;
      settings.retryBackoff = true;
      settings.retryDelayMax = retry.longest_pause_s ?? 30;
      settings.deleteAfterSeconds = 3_600;
    }
    if (job.handleDead) {
      settings.deadLetter = deadQueue(job);
      if (!queues.has(deadQueue(job))) await boss.createQueue(deadQueue(job), DEAD_QUEUE);
    }
    const existingQueue = queues.get(job.name);
    if (existingQueue) {
      if (!isDeepStrictEqual({ ...existingQueue, ...settings }, existingQueue))
        await boss.updateQueue(job.name, settings);
      continue;
    }
    // The policy and partition of a queue cannot change.
    const permanent: Pick<PgBossQueue, 'policy' | 'partition'> = {};
    if (keys !== undefined || job.schedule !== undefined) permanent.policy = 'singleton';
    if (keys === 'partitioned') permanent.partition = true;
    await boss.createQueue(job.name, { ...settings, ...permanent });
  }
}

/**
 * The given jobs that have not ended. With `for update`, workers cannot take a waiting job until the transaction ends.
 * pg-boss counts the last attempt of a waiting job only when the next one begins. An attempt that does not count has
 * raised the limit of the job above that of its queue.
 */
async function findOpen(db: Db, job: JobRef, ids: readonly string[], lock = sql``): Promise<OpenJob[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<OpenJob>`
    select id, state = 'active' as is_active, created_on as created_at,
      greatest(0, retry_count + (state <> 'active' and started_on is not null)::int
        - (retry_limit - (select retry_limit from pgboss.queue where queue.name = job.name))) as tries,
      case when state = 'active' then started_on else start_after end as starts_at, heartbeat_on as heartbeat_at
    from pgboss.job where name = ${job.name} and id = any(${ids}::uuid[])
      and state in ('created', 'retry', 'active') ${lock}`.execute(db);
  return rows;
}

/** Workers supervise the queues every few seconds. A busy worker may be late. */
const SILENCE_S = 30;

/** Whether a worker supervised the queues recently. */
export const areWorkersThere = async (db: Db): Promise<boolean> => hasWorkers(await readWorkerSilence(db));

/** Whether workers that have been silent for so long still count as running. */
export const hasWorkers = (silence_s: number | null): boolean => silence_s !== null && silence_s < SILENCE_S;

/** For how many seconds no worker has supervised the queues. Null: none ever did. Throws if there are no queues. */
export async function readWorkerSilence(db: Db): Promise<number | null> {
  const { rows } = await sql<{ silence_s: number | null }>`
    select extract(epoch from now() - max(monitor_claim_on))::float8 as silence_s from pgboss.queue`.execute(
    db,
  );
  return rows[0]?.silence_s ?? null;
}

/** The jobs that this process works on. */
interface ActiveJobs {
  /** The queue of each job, by job ID. */
  ids: Map<string, string>;
  /** Jobs that were not finished when the process stopped. */
  requeued: Set<string>;
  isStopping: boolean;
}

/** The maximum number of attempts. With pauses of 30 seconds, a job survives an outage of more than eight hours. */
const MAX_TRIES = 1_000;

/** Adds an attempt to jobs in progress, so that a stop or an outage does not count as one. */
async function allowOneMoreTry(boss: PgBoss, jobs: ActiveJobs['ids']): Promise<void> {
  if (jobs.size === 0) return;
  const text = `update pgboss.job set retry_limit = retry_limit + 1 where name = any($1::text[])
    and id = any($2::uuid[]) and state = 'active' and retry_limit between 1 and ${MAX_TRIES}`;
  await boss.getDb().executeSql(text, [[...new Set(jobs.values())], [...jobs.keys()]]);
}

/** More than can ever run at once. */
const NO_LIMIT = 1_000_000;

/**
 * The limits of jobs that run at once, by group. A group that needs something that this process lacks runs no jobs here. Other
 * groups have no limit. They are read again for each fetch. The library checks only once, when a worker starts, that no limit
 * is 0.
 */
function createGroupLimits(missing: () => readonly string[]) {
  let hasStarted = false;
  return {
    default: NO_LIMIT,
    get tiers(): Record<string, number> {
      if (!hasStarted) return {};
      return Object.fromEntries(missing().map((name) => [name, 0]));
    },
    start() {
      hasStarted = true;
    },
  };
}

interface WorkOptions {
  job: Job;
  activeJobs: ActiveJobs;
  missing: () => readonly string[];
}

/** Starts the workers of a job in this process. */
async function workOn(boss: PgBoss, app: App, { job, activeJobs, missing }: WorkOptions): Promise<void> {
  const { poll_s = 1, concurrency = 1, handleDead, has_needs = false } = job;
  const groupLimits = createGroupLimits(missing);
  const polling = {
    pollingIntervalSeconds: poll_s,
    notifyPollingIntervalSeconds: Math.max(1, poll_s),
    heartbeatRefreshSeconds: 2,
    includeMetadata: true,
  } as const;
  const limit = job.retry?.limit ?? 0;
  const handle = async ({ id, data, signal, retryCount, retryLimit }: JobWithMetadata<object>) => {
    // Attempts that do not count have raised the limit of this job above that of its queue.
    const tries = Math.max(0, retryCount - (retryLimit - limit));
    const isStopping = () => activeJobs.isStopping;
    signal.addEventListener('abort', () => {
      if (isStopping() && activeJobs.ids.has(id)) activeJobs.requeued.add(id);
    });
    activeJobs.ids.set(id, job.name);
    /** Raises the attempt limit as if only `count` attempts preceded the next one. Never lowers it. */
    const recount = async (count: number): Promise<void> => {
      const text = `update pgboss.job set retry_limit = greatest(retry_limit, retry_count + 1 + $3)
        where name = $1 and id = $2 and state = 'active' and retry_limit between 1 and ${MAX_TRIES}`;
      await boss.getDb().executeSql(text, [job.name, id, limit - count]);
    };
    try {
      await job.handle(app, { id, data, tries, recount, signal, isStopping });
    } catch (error) {
      // Fails too if the database is unavailable. The job is then requeued because its heartbeats are missing.
      if (job.isOutage?.(error))
        await allowOneMoreTry(boss, new Map([[id, job.name]])).catch(() => undefined);
      throw error;
    } finally {
      activeJobs.ids.delete(id);
    }
  };
  const count = typeof concurrency === 'number' ? concurrency : concurrency(app);
  for (let slot = 0; slot < count; slot++) {
    const worker = { id: '' };
    const options = has_needs ? { ...polling, groupConcurrency: groupLimits } : polling;
    worker.id = await boss.work<object>(job.name, options, async ([nextJob]) => {
      if (!nextJob) return;
      // Looks for the next job at once instead of waiting for the polling interval.
      await handle(nextJob as JobWithMetadata<object>).finally(() => boss.notifyWorker(worker.id));
    });
  }
  groupLimits.start();
  if (handleDead)
    await boss.work<object>(deadQueue(job), polling, async ([deadJob]) => {
      if (deadJob) await handleDead(app, deadJob.data);
    });
  if (job.schedule) await boss.schedule(job.name, job.schedule);
  if (job.runs_at_start) await boss.send(job.name, {});
}

export interface Worker {
  /** Takes no more jobs, and requeues those that do not finish within the grace period. */
  stop(graceMs?: number): Promise<void>;
}

/** Makes this process work on these jobs. */
export async function startWorker(app: App, jobs: readonly Job[]): Promise<Worker> {
  await app.queue.work(app, jobs);
  return { stop: (graceMs) => app.queue.stop(graceMs) };
}
