import { sql } from 'kysely';
import { fromKysely, type Job, PgBoss } from 'pg-boss';
import type { Db } from '../db/index.ts';
import type { Log } from '../log.ts';

const CHUNK = 'chunk';
const DEAD = 'chunk.dead';
const RECONCILE = 'reconcile';
const SWEEP = 'sweep';
const MAIL = 'mail';

export interface ChunkJob {
  chunk_id: string;
  run_id: string;
}

/** A chunk job as a worker gets it. */
export interface ClaimedChunk extends ChunkJob {
  /** How often the job was started before. */
  tries: number;
  /** Aborted when the claim is lost or the process stops. */
  signal: AbortSignal;
}

export interface QueueHandlers {
  chunk: (job: ClaimedChunk) => Promise<void>;
  dead: (job: ChunkJob) => Promise<void>;
  reconcile: () => Promise<void>;
  sweep: () => Promise<void>;
  mail: ((mailId: string) => Promise<void>) | undefined;
}

/** The job library behind the few calls the engine needs; sends join the caller's transaction. */
export interface Queue {
  start(): Promise<void>;
  enqueue(tx: Db, jobs: (ChunkJob & { id: string; lane: string; priority: number })[]): Promise<void>;
  /** The job of a mail bears its id: entered again, it is still one. */
  enqueueMails(tx: Db, mailIds: string[]): Promise<void>;
  cancel(tx: Db, jobIds: string[]): Promise<void>;
  /** Ids of those jobs that will still run or are running. */
  live(db: Db, jobIds: string[]): Promise<Set<string>>;
  work(handlers: QueueHandlers, slots: number): Promise<void>;
  stop(graceMs?: number): Promise<void>;
}

export interface QueueOptions {
  connectionString: string;
  /** Only workers supervise: they notice dead colleagues and hand their jobs on. */
  role: 'api' | 'worker' | 'all';
  log: Log;
}

export function createQueue(options: QueueOptions): Queue {
  const boss = new PgBoss({
    connectionString: options.connectionString,
    application_name: 'voiceloom-jobs',
    max: options.role === 'api' ? 3 : 8,
    schedule: options.role !== 'api',
    supervise: options.role !== 'api',
    superviseIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
    maintenanceIntervalSeconds: 300,
    clockMonitorIntervalSeconds: 600,
    useListenNotify: options.role !== 'api',
    registerInstance: false,
    openTelemetry: { enabled: false },
  });
  boss.on('error', (error) => options.log.warn({ err: error }, 'job queue error'));
  boss.on('warning', (warning) => options.log.debug({ warning }, 'job queue warning'));
  return {
    start: () => startBoss(boss),
    enqueue: (tx, jobs) => enqueue(boss, tx, jobs),
    async enqueueMails(tx, ids) {
      if (ids.length > 0)
        await boss.insert(
          MAIL,
          ids.map((id) => ({ id })),
          { db: fromKysely(tx) },
        );
    },
    async cancel(tx, jobIds) {
      if (jobIds.length > 0) await boss.cancel(CHUNK, jobIds, { db: fromKysely(tx) });
    },
    live,
    work: (handlers, slots) => work(boss, handlers, slots),
    stop: (graceMs = 10_000) => boss.stop({ graceful: true, timeout: graceMs, close: true }),
  };
}

async function startBoss(boss: PgBoss): Promise<void> {
  await boss.start();
  const retry = {
    retryLimit: 5,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 30,
    deleteAfterSeconds: 3_600,
  };
  await boss.createQueue(DEAD, { retryLimit: 20, retryDelay: 2, deleteAfterSeconds: 3_600, notify: true });
  await boss.createQueue(CHUNK, {
    ...retry,
    policy: 'singleton',
    partition: true,
    heartbeatSeconds: 10,
    expireInSeconds: 3_600,
    deadLetter: DEAD,
    notify: true,
  });
  // Mails end by their age, before these tries do.
  const patient = { ...retry, retryLimit: 200, retryDelay: 5, retryDelayMax: 900 };
  await boss.createQueue(MAIL, { ...patient, heartbeatSeconds: 10, expireInSeconds: 300, notify: true });
  await boss.createQueue(RECONCILE, { policy: 'singleton', retryLimit: 0, deleteAfterSeconds: 600 });
  await boss.createQueue(SWEEP, { policy: 'singleton', retryLimit: 0, deleteAfterSeconds: 600 });
}

type ChunkSend = ChunkJob & { id: string; lane: string; priority: number };

async function enqueue(boss: PgBoss, tx: Db, jobs: ChunkSend[]): Promise<void> {
  if (jobs.length === 0) return;
  const rows = jobs.map(({ id, lane, priority, chunk_id, run_id }) => ({
    id,
    singletonKey: lane,
    priority,
    data: { chunk_id, run_id },
  }));
  await boss.insert(CHUNK, rows, { db: fromKysely(tx) });
}

async function live(db: Db, jobIds: string[]): Promise<Set<string>> {
  if (jobIds.length === 0) return new Set();
  const found = await sql<{ id: string }>`
    select id from pgboss.job where name = ${CHUNK} and id = any(${jobIds}::uuid[])
      and state in ('created', 'retry', 'active')`.execute(db);
  return new Set(found.rows.map((row) => row.id));
}

async function work(boss: PgBoss, handlers: QueueHandlers, slots: number): Promise<void> {
  const polling = { pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 1 };
  for (let slot = 0; slot < slots; slot++) {
    // The slot looks for the next chunk at once instead of waiting out its polling interval.
    const wake = { id: '' };
    const handle = async ([job]: Job<ChunkJob>[]): Promise<void> => {
      if (!job) return;
      try {
        await handlers.chunk({ ...job.data, tries: job.retryCount, signal: job.signal });
      } finally {
        boss.notifyWorker(wake.id);
      }
    };
    wake.id = await boss.work<ChunkJob>(CHUNK, { ...polling, heartbeatRefreshSeconds: 2 }, handle);
  }
  await boss.work<ChunkJob>(DEAD, polling, async ([job]) => job && handlers.dead(job.data));
  const beating = { ...polling, heartbeatRefreshSeconds: 2 };
  const { mail } = handlers;
  if (mail) await boss.work(MAIL, beating, async ([job]) => job && mail(job.id));
  await boss.work(RECONCILE, { pollingIntervalSeconds: 2 }, () => handlers.reconcile());
  await boss.work(SWEEP, { pollingIntervalSeconds: 5 }, () => handlers.sweep());
  await boss.schedule(RECONCILE, '* * * * *');
  await boss.schedule(SWEEP, '*/10 * * * *');
}
