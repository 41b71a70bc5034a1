export { notifyBudgetReached } from './budget-mail.ts';
export { notifyRunEnded } from './run-mail.ts';
export { describeUnsubscribe, unsubscribe } from './unsubscribe.ts';
