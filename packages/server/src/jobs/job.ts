import type { App } from '../app.ts';

/** Names a queue and the data of its jobs, for code that enqueues but does not handle them. */
export interface JobRef<Data extends object = object> {
  name: string;
  /** Never set: carries the type of the data. */
  data?: Data;
}

/** A job as its handler gets it. */
export interface JobRun<Data extends object> {
  id: string;
  data: Data;
  /** How often the job was started before. Being returned by a process that stops does not count. */
  tries: number;
  /** Aborted when another worker took the job over, or when this process stops. */
  signal: AbortSignal;
  isStopping: () => boolean;
}

export interface JobDefinition<Data extends object> {
  /** Kept in the database: a renamed job loses what is queued. */
  name: string;
  handle(app: App, job: JobRun<Data>): Promise<unknown>;
  /** What to do with a job that failed at every try. */
  handleDead?(app: App, data: Data): Promise<void>;
  /** A cron expression in UTC. Scheduled jobs have no data. */
  schedule?: string;
  /** Runs a scheduled job when a worker starts, too. */
  runs_at_start?: boolean;
  /** Tries after the first one, with pauses that double. Default: none. */
  retry?: { limit: number; pause_s?: number; longest_pause_s?: number };
  /** A try that takes longer counts as failed. Default: 15 minutes. */
  expires_s?: number;
  /** Jobs with the same key run one after the other. `partitioned`: each process works on the keys in turn. */
  keys?: 'serial' | 'partitioned';
  /** How many run at once in one process. Default: 1. */
  slots?: number | ((app: App) => number);
  /** How often a process looks for jobs that no notification announced. Default: 1 s. */
  poll_s?: number;
}

export interface Job<Data extends object = object> extends JobRef<Data>, Omit<JobDefinition<Data>, 'name'> {
  kind: 'job' | 'housekeeping';
}

/**
 * A background job. The files `jobs.ts` of features, engine and http export their jobs; every process finds them
 * there, so a new job needs no other edit.
 */
export function defineJob<Data extends object = object>(definition: JobDefinition<Data>): Job<Data> {
  return { kind: 'job', ...definition };
}

/**
 * Work that is due every ten minutes, one after the other over all processes. A number that it resolves to is logged as the
 * number of records it changed.
 */
export function defineHousekeeping(name: string, handle: (app: App, now: Date) => Promise<unknown>): Job {
  return { kind: 'housekeeping', name, handle: (app) => handle(app, app.clock()) };
}
