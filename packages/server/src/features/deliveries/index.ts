export { rewrapTargetKeys } from './jobs.ts';
export { deliverEndedRun } from './start.ts';
