export { rewrapTargetKeys } from './jobs.ts';
export { deliverCompletedRun, releaseDeliveries } from './start.ts';
