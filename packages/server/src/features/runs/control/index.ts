export { cancelRunAction, pauseRunAction, resumeRunAction, startRun } from './actions.ts';
export { retryRunAction } from './retry.ts';
