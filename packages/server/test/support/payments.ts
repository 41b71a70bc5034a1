import { randomBytes } from 'node:crypto';
import type { Config } from '../../src/config.ts';
import { type LocalProcessor, startLocalProcessor } from '../../src/local-processor/index.ts';

/** A payment processor for a test app that is not about payments, by the clock of the machine. */
export async function startPayments(): Promise<{
  processor: LocalProcessor;
  config: Pick<Config, 'payments'>;
}> {
  const secret_key = `sk_test_${randomBytes(8).toString('hex')}`;
  const processor = await startLocalProcessor({ secretKey: secret_key });
  const webhook_secret = `whsec_${randomBytes(8).toString('hex')}`;
  return { processor, config: { payments: { secret_key, webhook_secret, api_base: processor.url } } };
}
