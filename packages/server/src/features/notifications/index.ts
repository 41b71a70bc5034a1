export { notifyRunEnded } from './run-mail.ts';
export { openUnsubscribe, unsubscribe } from './unsubscribe.ts';
