export { deliverEndedRun } from './automatic.ts';
export { rewrapTargetKeys, sweepDeliveries } from './jobs.ts';
export { pushRun } from './push.ts';
