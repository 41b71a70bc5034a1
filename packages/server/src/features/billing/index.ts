export { endGoneSubscription, findGoneSubscription } from './end-gone.ts';
export { processPendingStripeEvents } from './events.ts';
export { syncPrices } from './plans.ts';
export { subscriptionRoutes } from './routes.ts';
