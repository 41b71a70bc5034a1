export { findCustomer, lockCustomer, mayBeCharged } from './customer-queries.ts';
export { endGoneSubscription, findGoneSubscription } from './end-gone.ts';
export { processPendingStripeEvents } from './events.ts';
export { syncPrices } from './plans.ts';
export { findSubscription } from './queries.ts';
export { subscriptionRoutes } from './routes.ts';
