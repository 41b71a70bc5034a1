import { randomBytes } from 'node:crypto';
import { type StripeEmulator, startStripeEmulator } from '@voiceloom/stripe-emulator';
import type { Config } from '../../src/config/config.ts';

/** A payment processor for a test app that does not test payments. It uses the real time. */
export async function startPayments(): Promise<{
  processor: StripeEmulator;
  config: Pick<Config, 'payments'>;
}> {
  const secret_key = `sk_test_${randomBytes(8).toString('hex')}`;
  const processor = await startStripeEmulator({ secretKey: secret_key });
  const webhook_secret = `whsec_${randomBytes(8).toString('hex')}`;
  return { processor, config: { payments: { secret_key, webhook_secret, api_base: processor.url } } };
}
