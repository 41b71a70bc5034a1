export { rewrapWebhookSecrets } from './jobs.ts';
