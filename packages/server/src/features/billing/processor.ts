import { createHash, randomUUID } from 'node:crypto';
import type { App } from '../../app.ts';
import { ApiError, invalid } from '../../errors.ts';
import type { Caller, IncomingRequest } from '../../handler/handler.ts';
import { type Payments, PaymentsError } from '../../providers/payments/index.ts';

const UNSET_RETRY_S = 3_600;

/** The processor; throws if none is configured. */
export function getPayments({ payments }: Pick<App, 'payments'>): Payments {
  if (payments) return payments;
  const message = 'Payments are not set up on this service: STRIPE_SECRET_KEY is not set.';
  throw new ApiError('UNAVAILABLE', message, { retryAfterSeconds: UNSET_RETRY_S });
}

/** Returns `fallback` if the processor does not have the object. */
export async function unlessMissing<T>(work: Promise<T>, fallback: T): Promise<T> {
  return work.catch((error: unknown) => {
    if (error instanceof PaymentsError && error.code === 'missing') return fallback;
    throw error;
  });
}

/**
 * The processor does not have a subscription that is in the mirror: it was deleted, or the key belongs to another
 * account. The plan stays, because it may be paid.
 */
export function unknownSubscription(): ApiError {
  const message =
    'The payment processor has no record of your subscription, so it cannot be changed or paid. Contact the operator of this service.';
  return new ApiError('UNAVAILABLE', message, { retryAfterSeconds: UNSET_RETRY_S });
}

/** Converts an error of the processor into one for the caller. Rethrows internal errors, so that they are logged. */
export async function translateErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error;
    if (error.code === 'declined')
      throw new ApiError('PAYMENT_REQUIRED', error.message || 'The payment was declined.');
    if (error.code !== 'unavailable') throw error;
    const message = 'The payment processor is unavailable or busy. Try again.';
    throw new ApiError('UNAVAILABLE', message, { retryAfterSeconds: error.retry_after_s ?? 5 });
  }
}

const RETURN_PARAMS = ['return_url', 'success_url', 'cancel_url'];

/** The processor decides which return URLs it accepts. In production, it accepts only https. Rethrows other errors. */
export function rejectReturnUrl(error: unknown): never {
  if (
    error instanceof PaymentsError &&
    error.code === 'rejected' &&
    RETURN_PARAMS.includes(error.param ?? '')
  )
    throw invalid({ field: 'body.return_url', message: 'The payment processor rejected this URL.' });
  throw error;
}

/** A change that a caller requests. */
export interface BillingRequest {
  user_id: string;
  /** Identifies the request. Only requests with the same Idempotency-Key share this value. */
  id: string;
  now: Date;
}

const KEY_LIFETIME_MS = 600_000;

/**
 * The idempotency key of an object that is created once for all callers. The processor repeats its response for a key,
 * even an error, so the key changes every ten minutes. A second object is never used and costs nothing.
 */
export function writeKeyForTenMinutes(what: string, now: Date): { key: string } {
  return { key: `${what}/${Math.floor(now.getTime() / KEY_LIFETIME_MS)}` };
}

/**
 * Without an Idempotency-Key, every request counts as a new one. The request ID does not show a repetition, because
 * clients choose it.
 */
export function toBillingRequest(
  operation: string,
  { caller, request, now }: { caller: Caller; request: IncomingRequest; now: Date },
): BillingRequest {
  const content = [caller.user_id, operation, request.idempotency_key ?? randomUUID()];
  const id = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  return { user_id: caller.user_id, id, now };
}
