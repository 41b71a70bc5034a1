export { retryRunAction, startRunAction } from './start.ts';
