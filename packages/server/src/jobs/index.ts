export { clearJobResults, deleteJobs } from './delete-jobs.ts';
export {
  defineHousekeeping,
  defineJob,
  type Job,
  type JobRef,
  type JobRun,
  loadJobs,
  queueNames,
} from './job.ts';
export {
  areWorkersThere,
  createJobQueue,
  hasWorkers,
  type JobQueue,
  type OpenJob,
  readWorkerSilence,
  startWorker,
  type Worker,
} from './queue.ts';
