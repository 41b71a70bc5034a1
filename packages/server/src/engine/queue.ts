import { sql } from 'kysely';
import { fromKysely, type Job, type JobWithMetadata, PgBoss, type WorkOptions } from 'pg-boss';
import type { Db } from '../db/index.ts';
import { logDatabaseError } from '../db/outage-log.ts';
import type { Log } from '../log.ts';
import type {
  BillingHandlers,
  ChunkJob,
  DeliveryJob,
  NewDeliveryJob,
  NewPushJob,
  PushJob,
  QueueHandlers,
  WebhookHandlers,
} from './queue-jobs.ts';

export type * from './queue-jobs.ts';

const CHUNK = 'chunk';
const DEAD = 'chunk.dead';
const RECONCILE = 'reconcile';
const SWEEP = 'sweep';
const MAIL = 'mail';
const RUN_NOTICE = 'run.notice';
const WEBHOOK_EVENT = 'webhook.event';
const WEBHOOK_DELIVERY = 'webhook.delivery';
const PROCESSOR_EVENT = 'processor.event';
const BILLING_RECONCILE = 'billing.reconcile';
const LEDGERS = 'ledgers';
const RUN_PUSH = 'run.push';

/** How often a chunk is tried again; being handed back by a process that stops does not count. */
const CHUNK_RETRIES = 5;
/** Deliveries under way to one endpoint at once, over all processes. */
const ENDPOINT_LANES = 3;
/** Deliveries under way in one process. */
const DELIVERY_SLOTS = 8;
/** Runs that one process sends to buckets of customers at once. */
const PUSH_SLOTS = 2;

/** The job library behind the few calls the engine needs; sends join the caller's transaction. */
export interface Queue {
  start(): Promise<void>;
  enqueue(tx: Db, jobs: (ChunkJob & { id: string; lane: string; priority: number })[]): Promise<void>;
  /** The job of a mail bears its id: entered again, it is still one. One of a bulk lets the others pass. */
  enqueueMails(tx: Db, mailIds: string[], kind?: 'bulk'): Promise<void>;
  /** The job of a run's notice bears the id of the run. */
  enqueueRunNotices(tx: Db, runIds: string[]): Promise<void>;
  /** The job of an event bears its id, too. */
  enqueueEvents(tx: Db, eventIds: string[]): Promise<void>;
  enqueueDeliveries(tx: Db, jobs: NewDeliveryJob[]): Promise<void>;
  enqueueProcessorEvent(tx: Db, eventId: string): Promise<void>;
  /** Sends the files of a run to a bucket of its customer. */
  enqueuePush(tx: Db, job: NewPushJob): Promise<void>;
  cancelDeliveries(tx: Db, jobIds: string[]): Promise<void>;
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
  /** How far the clock of the application is ahead of the database's, which jobs wait by. */
  aheadMs?: () => number;
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
  const chunks: ChunksInHand = { held: new Set(), requeued: new Set(), isStopping: false };
  boss.on('error', (error) => logDatabaseError(options.log, error, 'job queue error'));
  boss.on('warning', (warning) => options.log.debug({ warning }, 'job queue warning'));
  return {
    start: () => startBoss(boss),
    enqueue: (tx, jobs) => enqueue(boss, tx, jobs),
    enqueueMails: (tx, ids, kind) =>
      enqueueIds(boss, tx, { name: MAIL, ids, priority: kind === 'bulk' ? -1 : 0 }),
    enqueueRunNotices: (tx, ids) => enqueueIds(boss, tx, { name: RUN_NOTICE, ids }),
    enqueueEvents: (tx, ids) => enqueueIds(boss, tx, { name: WEBHOOK_EVENT, ids }),
    enqueueDeliveries: (tx, jobs) => enqueueDeliveries(boss, tx, [jobs, options.aheadMs?.() ?? 0]),
    async enqueueProcessorEvent(tx, event_id) {
      await boss.insert(PROCESSOR_EVENT, [{ data: { event_id } }], { db: fromKysely(tx) });
    },
    async enqueuePush(tx, { id, delivery_id, workspace_id: singletonKey }) {
      await boss.insert(RUN_PUSH, [{ id, singletonKey, data: { delivery_id } }], { db: fromKysely(tx) });
    },
    async cancelDeliveries(tx, jobIds) {
      if (jobIds.length > 0) await boss.cancel(WEBHOOK_DELIVERY, jobIds, { db: fromKysely(tx) });
    },
    async cancel(tx, jobIds) {
      if (jobIds.length > 0) await boss.cancel(CHUNK, jobIds, { db: fromKysely(tx) });
    },
    live,
    work: (handlers, slots) => work(boss, handlers, { slots, chunks }),
    async stop(graceMs = 10_000) {
      chunks.isStopping = true;
      await forgiveHeld(boss, chunks.held).catch((error) =>
        options.log.warn({ err: error }, 'tries not forgiven'),
      );
      await boss.stop({ graceful: true, timeout: graceMs, close: true });
      const { size } = chunks.requeued;
      if (size > 0) options.log.info({ chunks: size }, 'chunks requeued for other workers');
    },
  };
}

async function startBoss(boss: PgBoss): Promise<void> {
  await boss.start();
  const retry = {
    retryLimit: CHUNK_RETRIES,
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
  const beating = { heartbeatSeconds: 10, expireInSeconds: 60, notify: true };
  await boss.createQueue(RUN_NOTICE, { ...retry, retryLimit: 20, ...beating });
  await boss.createQueue(WEBHOOK_EVENT, { ...retry, retryLimit: 20, ...beating });
  await boss.createQueue(WEBHOOK_DELIVERY, { ...retry, ...beating, policy: 'singleton' });
  // After these tries the job that catches up sees to an event.
  await boss.createQueue(PROCESSOR_EVENT, { ...retry, retryLimit: 20, ...beating });
  // A push ends by tries of its own that bring nothing.
  const push = { ...patient, policy: 'singleton', retryDelay: 2, retryDelayMax: 300 } as const;
  await boss.createQueue(RUN_PUSH, { ...push, heartbeatSeconds: 10, expireInSeconds: 3_600, notify: true });
  const once = { policy: 'singleton', retryLimit: 0, deleteAfterSeconds: 600 } as const;
  await boss.createQueue(BILLING_RECONCILE, { ...once, heartbeatSeconds: 10, expireInSeconds: 3_600 });
  await boss.createQueue(RECONCILE, { policy: 'singleton', retryLimit: 0, deleteAfterSeconds: 600 });
  await boss.createQueue(LEDGERS, { policy: 'singleton', retryLimit: 0, expireInSeconds: 7_200 });
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

type IdSend = { name: string; ids: string[]; priority?: number };

/** Jobs that bear the id of what they are about: entered again, one is still one. */
async function enqueueIds(boss: PgBoss, tx: Db, { name, ids, priority = 0 }: IdSend): Promise<void> {
  const rows = ids.map((id) => ({ id, priority }));
  if (rows.length > 0) await boss.insert(name, rows, { db: fromKysely(tx) });
}

async function enqueueDeliveries(boss: PgBoss, tx: Db, [jobs, aheadMs]: [NewDeliveryJob[], number]) {
  if (jobs.length === 0) return;
  const rows = jobs.map(({ id, endpoint_id, delivery_id, attempts, start_at }) => ({
    id,
    singletonKey: `${endpoint_id}#${Number.parseInt(id.slice(0, 6), 16) % ENDPOINT_LANES}`,
    startAfter: new Date(start_at.getTime() - aheadMs),
    data: { delivery_id, attempts },
  }));
  await boss.insert(WEBHOOK_DELIVERY, rows, { db: fromKysely(tx) });
}

async function live(db: Db, jobIds: string[]): Promise<Set<string>> {
  if (jobIds.length === 0) return new Set();
  const found = await sql<{ id: string }>`
    select id from pgboss.job where name in (${CHUNK}, ${WEBHOOK_DELIVERY}, ${RUN_PUSH}) and id = any(${jobIds}::uuid[])
      and state in ('created', 'retry', 'active')`.execute(db);
  return new Set(found.rows.map((row) => row.id));
}

/** One try more for what this process has in hand: another one must be able to fail at it as often as ever. */
async function forgiveHeld(boss: PgBoss, held: ReadonlySet<string>): Promise<void> {
  if (held.size === 0) return;
  const text = `update pgboss.job set retry_limit = retry_limit + 1
    where name = $1 and id = any($2::uuid[]) and state = 'active'`;
  await boss.getDb().executeSql(text, [CHUNK, [...held]]);
}

/** Ids of the jobs of chunks. */
interface ChunksInHand {
  held: Set<string>;
  /** Those that were still in hand when the process stopped. */
  requeued: Set<string>;
  isStopping: boolean;
}

interface ChunkWork {
  slots: number;
  chunks: ChunksInHand;
}

async function work(boss: PgBoss, handlers: QueueHandlers, { slots, chunks }: ChunkWork): Promise<void> {
  const polling = { pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 1 };
  const beating = { ...polling, heartbeatRefreshSeconds: 2 };
  const chunk = async (job: Job<ChunkJob>): Promise<void> => {
    const { retryLimit } = job as JobWithMetadata<ChunkJob>;
    const tries = Math.max(0, job.retryCount - (retryLimit - CHUNK_RETRIES));
    const { id, data, signal } = job;
    const isStopping = () => chunks.isStopping;
    signal.addEventListener('abort', () => isStopping() && chunks.held.has(id) && chunks.requeued.add(id));
    chunks.held.add(id);
    await handlers.chunk({ ...data, tries, signal, isStopping }).finally(() => chunks.held.delete(id));
  };
  const withTries = { ...beating, includeMetadata: true };
  for (let slot = 0; slot < slots; slot++) await workSlot<ChunkJob>(boss, CHUNK, [withTries, chunk]);
  await boss.work<ChunkJob>(DEAD, polling, async ([job]) => job && handlers.dead(job.data));
  const { mail, runNotice } = handlers;
  if (mail) await workSlot(boss, MAIL, [beating, (job) => mail(job.id)]);
  if (runNotice) await workSlot(boss, RUN_NOTICE, [beating, (job) => runNotice(job.id)]);
  if (handlers.webhooks) await workWebhooks(boss, handlers.webhooks);
  if (handlers.billing) await workBilling(boss, handlers.billing);
  const { ledgers, runPush } = handlers;
  const push = ({ id, data, signal }: Job<Omit<PushJob, 'id'>>) => runPush?.({ ...data, id }, signal);
  for (let slot = 0; runPush && slot < PUSH_SLOTS; slot++)
    await workSlot<Omit<PushJob, 'id'>>(boss, RUN_PUSH, [beating, async (job) => push(job)]);
  if (ledgers) await boss.work(LEDGERS, { pollingIntervalSeconds: 30 }, () => ledgers());
  await boss.work(RECONCILE, { pollingIntervalSeconds: 2 }, () => handlers.reconcile());
  await boss.work(SWEEP, { pollingIntervalSeconds: 5 }, () => handlers.sweep());
  await boss.schedule(RECONCILE, '* * * * *');
  await boss.schedule(SWEEP, '*/10 * * * *');
  await boss.schedule(LEDGERS, '17 3 * * *');
}

/** Tries to come are found by polling, so these workers look often enough for the shortest pause between tries. */
async function workWebhooks(boss: PgBoss, handlers: WebhookHandlers): Promise<void> {
  const polling = { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 2, heartbeatRefreshSeconds: 2 };
  await boss.work(WEBHOOK_EVENT, polling, async ([job]) => job && handlers.event(job.id));
  const delivery = (job: Job<DeliveryJob>) => handlers.delivery(job.data, job.signal);
  for (let slot = 0; slot < DELIVERY_SLOTS; slot++)
    await workSlot<DeliveryJob>(boss, WEBHOOK_DELIVERY, [polling, delivery]);
}

type SlotWork<T> = [options: WorkOptions, handle: (job: Job<T>) => Promise<void>];

/** A slot that looks for its next job at once instead of waiting out its polling interval. */
async function workSlot<T = unknown>(
  boss: PgBoss,
  name: string,
  [options, handle]: SlotWork<T>,
): Promise<void> {
  const wake = { id: '' };
  wake.id = await boss.work<T>(name, options, async ([job]: Job<T>[]) => {
    if (!job) return;
    try {
      await handle(job);
    } finally {
      boss.notifyWorker(wake.id);
    }
  });
}

async function workBilling(boss: PgBoss, { event, reconcile }: BillingHandlers): Promise<void> {
  const polling = { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 2, heartbeatRefreshSeconds: 2 };
  await boss.work<{ event_id: string }>(
    PROCESSOR_EVENT,
    polling,
    async ([job]) => job && event(job.data.event_id),
  );
  const patiently = { pollingIntervalSeconds: 5, heartbeatRefreshSeconds: 2 };
  await boss.work(BILLING_RECONCILE, patiently, async ([job]) => job && reconcile(job.signal));
  await boss.schedule(BILLING_RECONCILE, '7 * * * *');
  await boss.send(BILLING_RECONCILE, {});
}
