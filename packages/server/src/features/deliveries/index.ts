export { rewrapTargetKeys } from './jobs.ts';
export { deliverCompletedRun } from './start.ts';
