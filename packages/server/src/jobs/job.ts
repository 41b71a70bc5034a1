import { glob } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { App, Job, JobDefinition } from '../app.ts';

/**
 * A background job. Every process loads the jobs that the files `jobs.ts` of features, engine and http export, so a
 * new job needs no registration.
 */
export function defineJob<Data extends object = object>(definition: JobDefinition<Data>): Job<Data> {
  return { kind: 'job', ...definition };
}

/**
 * Work that runs every ten minutes. Across all processes, only one housekeeping job runs at a time. A returned number
 * is logged as the number of changed records.
 */
export function defineHousekeeping(name: string, handle: (app: App, now: Date) => Promise<unknown>): Job {
  return { kind: 'housekeeping', name, handle: (app) => handle(app, app.clock()) };
}

export const HOUSEKEEPING = 'housekeeping';

/** The jobs with their own queues, and the one job that runs all housekeeping. */
export const withHousekeeping = (jobs: readonly Job[]): Job[] => [
  ...jobs.filter(({ kind }) => kind === 'job'),
  housekeepingJob(jobs),
];

/** The names of all queues, including the dead queues for jobs whose attempts have all failed. */
export function queueNames(jobs: readonly Job[]): string[] {
  const names: string[] = [];
  for (const job of withHousekeeping(jobs)) {
    names.push(job.name);
    if (job.handleDead) names.push(deadQueue(job));
  }
  return names;
}

/** The name of the queue for jobs that failed too often. */
export const deadQueue = ({ name }: Job): string => `${name}.dead`;

/** The job that runs all housekeeping in one queue. Each run is one step. */
export function housekeepingJob(jobs: readonly Job[]): Job {
  const steps = new Map(jobs.filter(({ kind }) => kind === 'housekeeping').map((job) => [job.name, job]));
  return defineJob<{ name?: string }>({
    name: HOUSEKEEPING,
    poll_s: 5,
    expires_s: 3_600,
    keys: 'serial',
    async handle(app, job) {
      const { name = '' } = job.data;
      try {
        const step = steps.get(name);
        if (!step) return app.log.warn({ step: name }, 'housekeeping of another release');
        const count = await step.handle(app, job);
        if (typeof count === 'number' && count > 0)
          app.log.info({ step: name, changed: count }, 'housekeeping');
      } catch (error) {
        app.log.error({ step: name, err: error }, 'housekeeping failed');
      }
    },
  }) as Job;
}

const SOURCES = fileURLToPath(new URL('..', import.meta.url));
const JOB_FILES = '{engine,http,features/*}/jobs.ts';

let jobsPromise: Promise<Job[]> | undefined;

/** All jobs of the service, loaded once per process. */
export function loadJobs(): Promise<Job[]> {
  jobsPromise ??= importJobs();
  return jobsPromise;
}

/** All jobs of the service, found by the names of their files. */
async function importJobs(): Promise<Job[]> {
  const jobs: Job[] = [];
  for await (const file of glob(JOB_FILES, { cwd: SOURCES })) {
    const exports: Record<string, unknown> = await import(pathToFileURL(`${SOURCES}${file}`).href);
    for (const value of Object.values(exports)) {
      // The files also export functions.
      if (typeof value === 'object' && value !== null && 'kind' in value && 'handle' in value)
        jobs.push(value as Job);
    }
  }
  return jobs.sort((a, b) => (a.name < b.name ? -1 : 1));
}
