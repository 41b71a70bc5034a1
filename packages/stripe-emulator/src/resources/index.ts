import { listRoute, type Route } from '../http/routes.ts';
import { catalogRoutes } from './catalog.ts';
import { checkoutRoutes } from './checkout.ts';
import { customerRoutes } from './customers.ts';
import { invoiceRoutes } from './invoices.ts';
import { paymentMethodRoutes } from './payment-methods.ts';
import { scheduleRoutes } from './schedules.ts';
import { setupIntentRoutes } from './setup-intents.ts';
import { subscriptionRoutes } from './subscriptions.ts';

/** The parts of Stripe's API that this emulator implements. */
export const routes: Route[] = [
  ...customerRoutes,
  ...paymentMethodRoutes,
  ...catalogRoutes,
  ...setupIntentRoutes,
  ...subscriptionRoutes,
  ...scheduleRoutes,
  ...invoiceRoutes,
  ...checkoutRoutes,
  listRoute('/v1/events', 'event', { type: (event, value) => event.type === value }),
];
