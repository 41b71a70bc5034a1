import type { AudioPool, Converter } from '@voiceloom/audio';
import type { Clock } from './config/clock.ts';
import type { Config } from './config/config.ts';
import type { Db } from './db/index.ts';
import type { Listener } from './db/listen.ts';
import type { ConcurrencyLimiter, RunControl, TextPool } from './engine/ports.ts';
import type { MailSender } from './providers/mail/index.ts';
import type { Payments } from './providers/payments/index.ts';
import type { ScoringProvider } from './providers/scoring/index.ts';
import type { SpeechProviders } from './providers/speech/index.ts';
import type { TranscriptionProviders } from './providers/transcription/index.ts';
import type { TranslationProviders } from './providers/translation/index.ts';
import type { KeyVerifier } from './providers/verify.ts';
import type { Secrets } from './secrets/secrets.ts';
import type { BlobStore } from './storage/index.ts';
import type { Log } from './telemetry/log.ts';
import type { Metrics } from './telemetry/metrics.ts';

/** The parts of the service, built once at start. Each function names the parts that it uses in its parameters. */
export interface App {
  config: Config;
  log: Log;
  metrics: Metrics;
  clock: Clock;
  /**
   * Real time, as other systems know it: token issuers, signature checks, file dates. It differs from `clock` only
   * where test payments let months pass.
   */
  wallClock: Clock;
  db: Db;
  listener: Listener;
  queue: JobQueue;
  /** Notifies running chunks when their run ends or must pause. */
  control: RunControl;
  storage: BlobStore;
  speech: SpeechProviders;
  transcription: TranscriptionProviders;
  translation: TranslationProviders;
  scoring: ScoringProvider;
  /** Limits the concurrent requests per provider credential, across all processes. */
  concurrencyLimiter: ConcurrencyLimiter;
  audio: AudioPool;
  /** Reads scripts and other texts of users. */
  texts: TextPool;
  /** Opens m4a, webm and video. Undefined where ffmpeg is not installed. */
  converter: Converter | undefined;
  /** Tests the keys of customers at their providers. */
  keyVerifier: KeyVerifier;
  mail: MailSender;
  /** Undefined where no payment processor is configured. */
  payments: Payments | undefined;
  /** Encrypts the secrets of customers. */
  secrets: Secrets;
  /** Signs the links that the service itself serves. */
  signingSecret: Uint8Array;
  /** The absolute address under which callers reach this service. */
  baseUrl: () => string;
}

/** Names a queue and the data of its jobs, for code that enqueues but does not handle them. */
export interface JobRef<Data extends object = object> {
  name: string;
  /** Never set: carries the type of the data. */
  data?: Data;
}

/** A job, as passed to its handler. */
export interface JobRun<Data extends object> {
  id: string;
  data: Data;
  /** The number of earlier attempts, without those that an outage or the stop of a process ended. */
  tries: number;
  /** To call after progress. `tries` of the next attempt is then at most this number. */
  recount?(tries: number): Promise<void>;
  /** Aborted if another worker takes over the job, or if this process stops. */
  signal: AbortSignal;
  isStopping: () => boolean;
}

export interface JobDefinition<Data extends object> {
  /** Stored in the database: renaming a job loses its queued jobs. */
  name: string;
  handle(app: App, job: JobRun<Data>): Promise<unknown>;
  /** Called when all attempts of a job have failed. */
  handleDead?(app: App, data: Data): Promise<void>;
  /** A cron expression in UTC. Scheduled jobs have no data. */
  schedule?: string;
  /** Also runs the job each time that a worker starts. */
  runs_at_start?: boolean;
  /** Retries of the whole job, with pauses that double. Default: none. */
  retry?: { limit: number; pause_s?: number; longest_pause_s?: number };
  /** Whether an error is an outage of something that every job needs. Such an attempt does not count. */
  isOutage?(error: unknown): boolean;
  /** An attempt that takes longer counts as failed. Default: 15 minutes. */
  expires_s?: number;
  /** Jobs with the same key run one after the other. `partitioned`: each process works on the keys in turn. */
  keys?: 'serial' | 'partitioned';
  /** Whether its jobs can need something that not every process has. */
  has_needs?: boolean;
  /** How many run at once in one process. Default: 1. */
  concurrency?: number | ((app: App) => number);
  /** How often a process polls for jobs, in case a notification is missing. Default: 1 s. */
  poll_s?: number;
}

export interface Job<Data extends object = object> extends JobRef<Data>, Omit<JobDefinition<Data>, 'name'> {
  kind: 'job' | 'housekeeping';
}

/** A job to add. A job with an ID is added only once, even if it is enqueued again. */
export interface NewJob<Data extends object> {
  id?: string;
  data?: Data;
  /** Jobs with the same key run one after the other. */
  key?: string;
  /** What a process must have to take the job, such as a local model. Undefined: every process can. */
  needs?: string | undefined;
  /** Higher ones first. Default: 0. */
  priority?: number;
  start_at?: Date;
}

/** The operations that the service needs from the job library. */
export interface JobQueue {
  /** Creates the queues of these jobs. */
  start(jobs: readonly Job[]): Promise<void>;
  /** Adds jobs in the caller's transaction. */
  add<Data extends object>(tx: Db, job: JobRef<Data>, added: readonly NewJob<Data>[]): Promise<void>;
  cancel(tx: Db, job: JobRef, ids: readonly string[]): Promise<void>;
  /** Cancels the given jobs that are waiting. Returns the IDs of those that a process is working on. */
  withdraw(tx: Db, job: JobRef, ids: readonly string[]): Promise<Set<string>>;
  /** The given jobs that have not ended. */
  look(db: Db, job: JobRef, ids: readonly string[]): Promise<OpenJob[]>;
  /** The IDs of the given jobs that have not ended. */
  live(db: Db, job: JobRef, ids: readonly string[]): Promise<Set<string>>;
  work(app: App, jobs: readonly Job[]): Promise<void>;
  /** Requeues jobs that do not finish within the grace period. Later calls wait for the first one. */
  stop(graceMs?: number): Promise<void>;
}

/** A job that is waiting for a process, or that a process is working on. */
export interface OpenJob {
  id: string;
  is_active: boolean;
  /** The number of earlier attempts, without the current one. */
  tries: number;
  created_at: Date;
  /** When the job may start; for a job in progress, when it started. */
  starts_at: Date;
  /** When the process that works on it last reported. */
  heartbeat_at: Date | null;
}
