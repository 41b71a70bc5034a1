export { notifyRunEnded } from './run-notice.ts';
export { openUnsubscribe, unsubscribe } from './unsubscribe.ts';
