export { notifyRunEnded } from './run-mail.ts';
export { describeUnsubscribe, unsubscribe } from './unsubscribe.ts';
