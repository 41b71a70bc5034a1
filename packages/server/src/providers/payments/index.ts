export type * from './payments.ts';
export { PaymentsError } from './payments.ts';
export { createStripePayments, type Payments, type PaymentsSettings } from './stripe.ts';
export type { Card, Price, ProcessorInvoice, ProcessorSubscription } from './stripe-shapes.ts';
