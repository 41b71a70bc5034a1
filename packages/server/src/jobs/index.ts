export { defineHousekeeping, defineJob, type Job, type JobRef, type JobRun, loadJobs } from './job.ts';
export { createJobQueue, type JobQueue } from './queue.ts';
export { startWorker, type Worker } from './worker.ts';
