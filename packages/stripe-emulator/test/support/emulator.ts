import Stripe from 'stripe';
import { onTestFinished } from 'vitest';
import { type StripeEmulator, type StripeEmulatorOptions, startStripeEmulator } from '../../src/index.ts';
import { requestValidator } from './request-schemas.ts';

const SECRET_KEY = 'sk_test_localprocessor';
/** Noon on an ordinary day. */
export const START = new Date('2026-11-02T12:00:00Z');

export interface TestEmulator extends StripeEmulator {
  stripe: Stripe;
}

/** A processor whose clock stands still until it is advanced, with the real SDK. */
export async function startTestEmulator(options: Partial<StripeEmulatorOptions> = {}): Promise<TestEmulator> {
  const processor = await startStripeEmulator({
    secretKey: SECRET_KEY,
    now: START,
    validateRequest: requestValidator(),
    ...options,
  });
  onTestFinished(() => processor.close());
  return { ...processor, stripe: stripeFor(processor) };
}

export function stripeFor(
  { host, port }: StripeEmulator,
  options: Partial<Stripe.StripeConfig> = {},
): Stripe {
  return new Stripe(SECRET_KEY, {
    host,
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
    ...options,
  });
}

/** A product with a monthly price of 10.00 and one of 30.00, and a yearly one of 100.00. */
export async function makePrices(stripe: Stripe) {
  const product = await stripe.products.create({ name: 'Studio' });
  const price = (unit_amount: number, interval: 'month' | 'year') =>
    stripe.prices.create({ product: product.id, currency: 'usd', unit_amount, recurring: { interval } });
  return {
    product,
    small: await price(1_000, 'month'),
    large: await price(3_000, 'month'),
    yearly: await price(10_000, 'year'),
  };
}

/** A customer whose default card is that of the test token. */
export async function makeCustomer(stripe: Stripe, token = 'pm_card_visa') {
  const customer = await stripe.customers.create({ email: 'ada@example.com', name: 'Ada' });
  const card = await stripe.paymentMethods.attach(token, { customer: customer.id });
  await stripe.customers.update(customer.id, {
    invoice_settings: { default_payment_method: card.id },
  });
  return { customer, card };
}
