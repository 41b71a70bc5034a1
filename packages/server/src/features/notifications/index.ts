export { tellOfRun } from './run-notice.ts';
export { openUnsubscribe, unsubscribe } from './unsubscribe.ts';
