import { defineJob, type Job } from './job.ts';

export const HOUSEKEEPING = 'housekeeping';

/** The jobs that have a queue of their own, with the one of all housekeeping. */
export const withHousekeeping = (jobs: readonly Job[]): Job[] => [
  ...jobs.filter(({ kind }) => kind === 'job'),
  housekeepingJob(jobs),
];

/** The one queue of everything that is due every ten minutes. */
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
        const changed = await step.handle(app, job);
        if (typeof changed === 'number' && changed > 0) app.log.info({ step: name, changed }, 'housekeeping');
      } catch (error) {
        app.log.error({ step: name, err: error }, 'housekeeping failed');
      }
    },
  }) as Job;
}
