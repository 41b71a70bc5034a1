export type { Job, JobQueue, JobRef, JobRun, OpenJob } from '../app.ts';
export { clearJobResults, deleteJobs } from './delete-jobs.ts';
export {
  defineHousekeeping,
  defineJob,
  loadJobs,
  queueNames,
} from './job.ts';
export {
  areWorkersThere,
  createJobQueue,
  hasWorkers,
  readWorkerSilence,
  startWorker,
  type Worker,
} from './queue.ts';
