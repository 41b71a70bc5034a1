export { processEvent, processOpenEvents } from './events.ts';
export { reconcileBilling, sweepBilling } from './jobs.ts';
export { syncPrices } from './prices.ts';
export { subscriptionRoutes } from './routes.ts';
