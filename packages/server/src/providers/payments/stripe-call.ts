import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { retryAfterMs } from '@voiceloom/contract';
import Stripe from 'stripe';
import { PaymentsError, type Write } from './payments.ts';

const budgets = new AsyncLocalStorage<AbortSignal>();

/** `fetch` that also aborts at the time limit of its call. */
export const fetchInBudget: typeof fetch = (input, init) => {
  const signals = [init?.signal, budgets.getStore()].filter(
    (signal) => signal !== null && signal !== undefined,
  );
  return fetch(input, { ...init, signal: AbortSignal.any(signals) });
};

/** The library limits each attempt. This limits all attempts and pauses together. */
export async function withTimeLimit<T>(budgetMs: number, call: () => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(budgetMs);
  return budgets.run(signal, () => {
    const result = call();
    const timeout = new Promise<never>((_, reject) => {
      const rejectLate = () =>
        reject(new PaymentsError('unavailable', 'The payment processor did not respond in time.'));
      signal.addEventListener('abort', rejectLate, { once: true });
    });
    return Promise.race([result, timeout]);
  });
}

/** The time limit of a call with all its attempts. */
export const BUDGET_MS = 10_000;

/** Translates the errors of a call. */
export async function callStripe<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await withTimeLimit(BUDGET_MS, call);
  } catch (error) {
    throw toPaymentsError(error);
  }
}

/** What the idempotency key of a write depends on. */
interface KeyedWrite<P> {
  /** What is done, and to which existing object: `pay/in_1`. */
  operation: string;
  /** The content that `call` receives. */
  params: P;
  write: Write;
}

/**
 * Sends a write with an idempotency key. The content is part of the key, because the processor rejects other content with
 * the same key, and a repeated request may use newer facts. With `once`, this rejection is intended: only one of several
 * requests may take effect.
 */
export function sendIdempotently<P, T>(
  { operation, params, write }: KeyedWrite<P>,
  call: (params: P, options: { idempotencyKey: string }) => Promise<T>,
): Promise<T> {
  const content: unknown[] = [write.key, operation];
  if (!write.once) content.push(params);
  const idempotencyKey = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  return callStripe(() => call(params, { idempotencyKey }));
}

const BUSY_RETRY_S = 5;
const MAX_RETRY_S = 3_600;

/**
 * Translates the library's errors. They are not passed on, because they contain the whole response, including secrets.
 */
function toPaymentsError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const { statusCode: status, requestId: processor_request_id } = error;
  if (status === 402)
    return new PaymentsError('declined', error.message, { responded: true, processor_request_id });
  if (error.code === 'resource_missing')
    return new PaymentsError('missing', 'The object does not exist at the payment processor.', {
      processor_request_id,
    });
  if (status === 401)
    return new PaymentsError('rejected', 'The payment processor rejects STRIPE_SECRET_KEY.', {
      processor_request_id,
    });
  // 409: the first request with this key is still running. 400: the first request had other content.
  const isTaken = error.rawType === 'idempotency_error' && status === 400;
  const responded = isTaken || (status !== undefined && status >= 500);
  if (status === undefined || responded || status === 429 || status === 409) {
    const delay_ms = retryAfterMs(error.headers?.['retry-after'], Date.now());
    const retry_after_s = delay_ms ? Math.min(Math.ceil(delay_ms / 1_000), MAX_RETRY_S) : BUSY_RETRY_S;
    const facts = { retry_after_s, responded, processor_request_id };
    return new PaymentsError('unavailable', 'The payment processor is unavailable or busy.', facts);
  }
  const why = [error.rawType, error.code, error.param].filter(Boolean).join(', ');
  const message = `The payment processor rejected a request with status ${status}: ${why}.`;
  return new PaymentsError('rejected', message, { param: error.param, processor_request_id });
}
