import type Stripe from 'stripe';

/**
 * The parameters of each operation in the types of the SDK. `tools/dev/gen-request-schemas.ts` generates schemas from it.
 */
export interface Operations {
  'POST /v1/customers': Stripe.CustomerCreateParams;
  'GET /v1/customers': Stripe.CustomerListParams;
  'GET /v1/customers/:id': Stripe.CustomerRetrieveParams;
  'POST /v1/customers/:id': Stripe.CustomerUpdateParams;
  'DELETE /v1/customers/:id': Stripe.CustomerDeleteParams;
  'GET /v1/payment_methods': Stripe.PaymentMethodListParams;
  'POST /v1/payment_methods/:id/attach': Stripe.PaymentMethodAttachParams;
  'POST /v1/payment_methods/:id/detach': Stripe.PaymentMethodDetachParams;
  'POST /v1/products': Stripe.ProductCreateParams;
  'POST /v1/prices': Stripe.PriceCreateParams;
  'GET /v1/prices': Stripe.PriceListParams;
  'POST /v1/setup_intents': Stripe.SetupIntentCreateParams;
  'POST /v1/subscriptions': Stripe.SubscriptionCreateParams;
  'GET /v1/subscriptions': Stripe.SubscriptionListParams;
  'POST /v1/subscriptions/:id': Stripe.SubscriptionUpdateParams;
  'DELETE /v1/subscriptions/:id': Stripe.SubscriptionCancelParams;
  'POST /v1/subscription_schedules': Stripe.SubscriptionScheduleCreateParams;
  'POST /v1/subscription_schedules/:id': Stripe.SubscriptionScheduleUpdateParams;
  'POST /v1/subscription_schedules/:id/release': Stripe.SubscriptionScheduleReleaseParams;
  'GET /v1/invoices': Stripe.InvoiceListParams;
  'POST /v1/invoices/create_preview': Stripe.InvoiceCreatePreviewParams;
  'POST /v1/invoices/:id/pay': Stripe.InvoicePayParams;
  'POST /v1/checkout/sessions': Stripe.Checkout.SessionCreateParams;
  'GET /v1/events': Stripe.EventListParams;
}
