import Stripe from 'stripe';
import { PaymentsError } from './payments.ts';

const BUSY_RETRY_S = 5;
const LONGEST_RETRY_S = 3_600;

/**
 * Translates the library's errors. They contain the whole response, including secrets, so they are not passed
 * on.
 */
export function toPaymentsError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const { statusCode: status, requestId: processor_request_id } = error;
  if (status === 402)
    return new PaymentsError('declined', error.message, { answered: true, processor_request_id });
  if (error.code === 'resource_missing')
    return new PaymentsError('missing', 'The object does not exist at the payment processor.', {
      processor_request_id,
    });
  if (status === 401)
    return new PaymentsError('refused', 'The payment processor rejects STRIPE_SECRET_KEY.', {
      processor_request_id,
    });
  // 409: the first request with this key is still running; 400: it had different content.
  const isTaken = error.rawType === 'idempotency_error' && status === 400;
  const answered = isTaken || (status !== undefined && status >= 500);
  if (status === undefined || answered || status === 429 || status === 409) {
    const facts = { retry_after_s: retryAfter(error), answered, processor_request_id };
    return new PaymentsError('unavailable', 'The payment processor is unavailable or busy.', facts);
  }
  const why = [error.rawType, error.code, error.param].filter(Boolean).join(', ');
  const message = `The payment processor rejected a request with status ${status}: ${why}.`;
  return new PaymentsError('refused', message, { param: error.param, processor_request_id });
}

function retryAfter({ headers }: InstanceType<typeof Stripe.errors.StripeError>): number {
  const seconds = Number(headers?.['retry-after']);
  return Number.isFinite(seconds) && seconds > 0
    ? Math.min(Math.ceil(seconds), LONGEST_RETRY_S)
    : BUSY_RETRY_S;
}
