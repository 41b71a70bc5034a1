export { defineHousekeeping, defineJob, type Job, type JobRef, type JobRun } from './job.ts';
export { loadJobs } from './load.ts';
export { createJobQueue, type JobQueue } from './queue.ts';
export { startWorker, type Worker } from './worker.ts';
