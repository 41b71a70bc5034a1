import type Stripe from 'stripe';
import { record } from '../emit.ts';
import type { State } from '../state.ts';

/** What a checkout session of this processor never varies. */
export function sessionConstants() {
  return {
    object: 'checkout.session',
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    currency_conversion: null,
    cancel_url: null,
    client_reference_id: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer_account: null,
    customer_creation: null,
    customer_email: null,
    discounts: [],
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: null,
    managed_payments: null,
    metadata: {},
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'always',
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    wallet_options: null,
  } satisfies Partial<Stripe.Checkout.Session>;
}

export function expireSession(state: State, session: Stripe.Checkout.Session): Stripe.Checkout.Session {
  const expired = { ...session, client_secret: null, status: 'expired' } as const;
  return record(state, 'checkout.session', expired, 'expired');
}
