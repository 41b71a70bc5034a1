export { sweepNotifications } from './jobs.ts';
export { tellOfRun } from './run-notice.ts';
export { openUnsubscribe, unsubscribe } from './unsubscribe.ts';
