export { assignPlanAsOperator } from './assign-plan.ts';
export { findCustomer, lockCustomer, mayBeCharged } from './customer-queries.ts';
export { endGoneSubscription, findGoneSubscription } from './end-gone.ts';
export { processPendingStripeEvents } from './events.ts';
export { findCreditDiscount, offerProviders } from './offer-providers.ts';
export { syncPrices } from './plans.ts';
export { findSubscription, listPlansWithUse } from './queries.ts';
export { subscriptionRoutes } from './routes.ts';
