export { rewrapTargetKeys } from './jobs.ts';
export { deliverCompletedRun, endReplacedDeliveries, releaseDeliveries } from './start.ts';
