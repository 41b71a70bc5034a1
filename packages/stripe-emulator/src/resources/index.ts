import type { Route } from '../http/route.ts';
import { catalogRoutes } from './catalog.ts';
import { checkoutRoutes } from './checkout.ts';
import { customerRoutes } from './customers.ts';
import { eventRoutes } from './events.ts';
import { invoiceRoutes } from './invoices.ts';
import { paymentMethodRoutes } from './payment-methods.ts';
import { scheduleRoutes } from './schedules.ts';
import { setupIntentRoutes } from './setup-intents.ts';
import { subscriptionRoutes } from './subscriptions.ts';

/** Everything of Stripe's API that the local processor speaks. */
export const routes: Route[] = [
  ...customerRoutes,
  ...paymentMethodRoutes,
  ...catalogRoutes,
  ...setupIntentRoutes,
  ...subscriptionRoutes,
  ...scheduleRoutes,
  ...invoiceRoutes,
  ...checkoutRoutes,
  ...eventRoutes,
];
