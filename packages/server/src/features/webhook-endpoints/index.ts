export { deliver } from './deliver.ts';
export { rewrapWebhookSecrets, sweepWebhooks } from './jobs.ts';
export { sendOn } from './send.ts';
