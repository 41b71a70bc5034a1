export { deliverEndedRun } from './automatic.ts';
export { rewrapTargetKeys } from './jobs.ts';
