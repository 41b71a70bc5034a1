import type { App } from '../../app.ts';
import { ApiError } from '../../errors.ts';
import { type Payments, PaymentsError } from '../../providers/payments/index.ts';

const UNSET_RETRY_S = 3_600;

/** The processor, where one is configured. */
export function paymentsOf({ payments }: Pick<App, 'payments'>): Payments {
  if (payments) return payments;
  const message = 'STRIPE_SECRET_KEY is not set: nothing can be paid at this installation.';
  throw new ApiError('UNAVAILABLE', message, { retryAfterSeconds: UNSET_RETRY_S });
}

/** What the caller may know of a call that failed. What is a fault of ours stays what it is, for the log. */
export async function answering<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toAnswer(error);
  }
}

function toAnswer(error: unknown): unknown {
  if (!(error instanceof PaymentsError)) return error;
  const { fault, retry_after_s = 5 } = error;
  if (fault === 'declined') return new ApiError('PAYMENT_REQUIRED', declined(error.message));
  if (fault === 'unavailable') {
    const message = 'The payment processor is away or busy. Repeat the request.';
    return new ApiError('UNAVAILABLE', message, { retryAfterSeconds: retry_after_s });
  }
  return error;
}

function declined(message: string): string {
  return message === '' ? 'The payment was declined.' : message;
}
