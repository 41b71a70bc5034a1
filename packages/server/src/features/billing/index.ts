export { processOpenEvents } from './events.ts';
export { syncPrices } from './prices.ts';
export { subscriptionRoutes } from './routes.ts';
