export { rewrapWebhookSecrets } from './jobs.ts';
export { isOfGoneDelivery } from './queue.ts';
