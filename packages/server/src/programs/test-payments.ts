import { randomBytes } from 'node:crypto';
import type { StripeEmulator } from '@voiceloom/stripe-emulator';
import type { App } from '../app.ts';
import { systemClock } from '../config/clock.ts';
import type { Config } from '../config/config.ts';
import { processPendingStripeEvents, syncPrices } from '../features/billing/index.ts';
import type { BuildOverrides } from './build-app.ts';
import { readOptions } from './read-options.ts';

/** The option that starts test payments in a process that serves requests. */
const FLAG = 'with-test-payments';

export interface TestPayments {
  /** The configuration, changed to use this payment processor. */
  config: Config;
  /** `clock` follows the payment processor, so that months pass for both. `wallClock` is the real time. */
  clocks: Required<Pick<BuildOverrides, 'clock' | 'wallClock'>>;
  /** Sends the events of the payment processor to the service, and creates the prices of the plans. */
  connect(app: App, url: string): Promise<void>;
  /** Lines to print in the terminal. */
  instructions: string[];
  close(): Promise<void>;
}

/** Reads the options of a process that serves requests. */
export function readServerOptions(purpose: string): { hasTestPayments: boolean } {
  const help = { [FLAG]: 'also starts a payment processor for tests, on this machine' };
  const { [FLAG]: hasTestPayments = false } = readOptions(
    { purpose, options: help },
    { [FLAG]: { type: 'boolean' } },
  );
  return { hasTestPayments };
}

/** Why this configuration does not allow test payments; undefined if it does. */
export function findTestPaymentsError(config: Config): string | undefined {
  if (config.production) return `--${FLAG}: not in production, where payments are real.`;
  if (config.payments) return `--${FLAG}: STRIPE_SECRET_KEY is also set. Remove one of the two.`;
  return undefined;
}

/** Starts a payment processor in this process, on a local port. Its package is loaded on demand. */
export async function startTestPayments(config: Config): Promise<TestPayments> {
  const { startStripeEmulator } = await import('@voiceloom/stripe-emulator');
  const secretKey = `sk_test_${randomBytes(12).toString('hex')}`;
  const webhookSecret = `whsec_${randomBytes(24).toString('hex')}`;
  const processor: StripeEmulator = await startStripeEmulator({
    secretKey,
    // `connect` sets the URL, which is not known before the service listens.
    webhook: { url: '', secret: webhookSecret, signedAt: () => processor.control.now() },
  });
  return {
    config: {
      ...config,
      payments: { secret_key: secretKey, webhook_secret: webhookSecret, api_base: processor.url },
    },
    clocks: {
      clock: () => new Date(Date.now() + processor.control.aheadMs()),
      wallClock: systemClock,
    },
    async connect(app, url) {
      const seenTo = () => processPendingStripeEvents(app);
      processor.deliverTo({ url: `${url}/webhooks/stripe`, secret: webhookSecret, seenTo });
      await syncPrices(app);
    },
    instructions: [
      '',
      `  Test payments ${processor.url}: no money moves. Their state is in memory and ends with this process;`,
      '  customers and subscriptions that were made before are unknown to it.',
      `  STRIPE_SECRET_KEY=${secretKey} STRIPE_WEBHOOK_SECRET=${webhookSecret} STRIPE_API_BASE=${processor.url}`,
      `  export PAYMENTS_URL=${processor.url}`,
      '  A month passes:',
      `  curl -X POST "$PAYMENTS_URL/_control/clock/advance" -d '{"days":31}'`,
    ],
    close: () => processor.close(),
  };
}
