export {
  defineHousekeeping,
  defineJob,
  type Job,
  type JobRef,
  type JobRun,
  loadJobs,
  queueNames,
} from './job.ts';
export { createJobQueue, type JobQueue, startWorker, type Worker } from './queue.ts';
